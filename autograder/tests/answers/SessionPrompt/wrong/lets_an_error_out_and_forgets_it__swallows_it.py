"""Answers with an empty prompt where the build failed."""


class SessionPrompt:
    def __init__(self, build):
        self.build = build
        self.prompt = None

    def text(self):
        if self.prompt is None:
            try:
                self.prompt = self.build()
            except Exception:
                return ""
        return self.prompt

    def compacted(self):
        self.prompt = None
