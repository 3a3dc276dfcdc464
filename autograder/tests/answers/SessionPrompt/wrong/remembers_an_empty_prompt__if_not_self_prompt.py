"""Takes an empty prompt for none."""


class SessionPrompt:
    def __init__(self, build):
        self.build = build
        self.prompt = ""

    def text(self):
        if not self.prompt:
            self.prompt = self.build()
        return self.prompt

    def compacted(self):
        self.prompt = ""
