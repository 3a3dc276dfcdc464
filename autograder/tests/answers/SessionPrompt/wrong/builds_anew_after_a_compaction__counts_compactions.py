"""Builds once for every compaction, also for two in a row."""


class SessionPrompt:
    def __init__(self, build):
        self.build = build
        self.prompt = None
        self.due = 1

    def text(self):
        while self.due:
            self.prompt = self.build()
            self.due -= 1
        return self.prompt

    def compacted(self):
        self.due += 1
