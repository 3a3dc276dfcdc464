"""Builds at every call once there was a compaction."""


class SessionPrompt:
    def __init__(self, build):
        self.build = build
        self.prompt = None
        self.stale = True

    def text(self):
        if self.stale:
            self.prompt = self.build()
        if self.prompt is not None and not hasattr(self, "told"):
            self.stale = False
        return self.prompt

    def compacted(self):
        self.told = True
        self.stale = True
