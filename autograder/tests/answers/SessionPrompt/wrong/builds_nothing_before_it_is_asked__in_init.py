"""Builds the prompt when the object is made."""


class SessionPrompt:
    def __init__(self, build):
        self.build = build
        self.prompt = build()

    def text(self):
        if self.prompt is None:
            self.prompt = self.build()
        return self.prompt

    def compacted(self):
        self.prompt = None
