"""Keeps a list of at most one text."""


class SessionPrompt:
    def __init__(self, build):
        self._build = build
        self._kept = []

    def text(self):
        if not self._kept:
            self._kept.append(self._build())
        return self._kept[0]

    def compacted(self):
        self._kept.clear()
        return self
