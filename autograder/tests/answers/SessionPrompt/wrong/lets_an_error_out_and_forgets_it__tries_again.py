"""Tries a failed build a second time at once."""


class SessionPrompt:
    def __init__(self, build):
        self.build = build
        self.prompt = None

    def text(self):
        if self.prompt is None:
            try:
                self.prompt = self.build()
            except Exception:
                self.prompt = self.build()
        return self.prompt

    def compacted(self):
        self.prompt = None
