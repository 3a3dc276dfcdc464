"""Sets its flag before it builds, so a failed build counts."""


class SessionPrompt:
    def __init__(self, build):
        self.build = build
        self.is_built = False
        self.prompt = ""

    def text(self):
        if not self.is_built:
            self.is_built = True
            self.prompt = self.build()
        return self.prompt

    def compacted(self):
        self.is_built = False
