"""Builds at every call, to see whether something changed."""


class SessionPrompt:
    def __init__(self, build):
        self.build = build
        self.prompt = None

    def text(self):
        new = self.build()
        if self.prompt is None:
            self.prompt = new
        return self.prompt

    def compacted(self):
        self.prompt = None
