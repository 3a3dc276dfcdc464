"""Builds the prompt at every call."""


class SessionPrompt:
    def __init__(self, build):
        self.build = build

    def text(self):
        return self.build()

    def compacted(self):
        pass
