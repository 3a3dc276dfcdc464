"""Builds the new prompt at once when it is told of a compaction."""


class SessionPrompt:
    def __init__(self, build):
        self.build = build
        self.prompt = None

    def text(self):
        if self.prompt is None:
            self.prompt = self.build()
        return self.prompt

    def compacted(self):
        self.prompt = self.build()
