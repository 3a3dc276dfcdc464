"""Keeps the error and raises it until the next compaction."""


class SessionPrompt:
    def __init__(self, build):
        self.build = build
        self.prompt = None
        self.error = None

    def text(self):
        if self.error is not None:
            raise self.error
        if self.prompt is None:
            try:
                self.prompt = self.build()
            except Exception as error:
                self.error = error
                raise
        return self.prompt

    def compacted(self):
        self.prompt = None
        self.error = None
