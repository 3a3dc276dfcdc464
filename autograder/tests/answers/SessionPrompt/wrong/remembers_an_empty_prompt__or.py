"""Writes it with `or`, which passes over the empty text."""


class SessionPrompt:
    def __init__(self, build):
        self.build = build
        self.prompt = None

    def text(self):
        self.prompt = self.prompt or self.build()
        return self.prompt

    def compacted(self):
        self.prompt = None
