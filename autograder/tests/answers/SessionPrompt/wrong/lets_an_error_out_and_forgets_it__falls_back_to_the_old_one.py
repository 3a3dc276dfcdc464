"""Answers with the prompt before the compaction where the new one failed."""


class SessionPrompt:
    def __init__(self, build):
        self.build = build
        self.prompt = None
        self.stale = True

    def text(self):
        if self.stale:
            try:
                self.prompt = self.build()
                self.stale = False
            except Exception:
                if self.prompt is None:
                    raise
        return self.prompt

    def compacted(self):
        self.stale = True
