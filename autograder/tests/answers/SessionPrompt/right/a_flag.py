"""Remembers with a flag that the prompt was built."""


class SessionPrompt:
    def __init__(self, build):
        self.build = build
        self.is_built = False
        self.prompt = ""

    def text(self):
        if not self.is_built:
            self.prompt = self.build()
            self.is_built = True
        return self.prompt

    def compacted(self):
        self.is_built = False
