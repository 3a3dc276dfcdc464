"""Takes note of the first compaction, and of no other."""


class SessionPrompt:
    def __init__(self, build):
        self.build = build
        self.prompt = None
        self.told = False

    def text(self):
        if self.prompt is None:
            self.prompt = self.build()
        return self.prompt

    def compacted(self):
        if not self.told:
            self.prompt = None
        self.told = True
