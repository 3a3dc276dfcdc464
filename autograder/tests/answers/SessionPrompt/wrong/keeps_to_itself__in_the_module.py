"""Remembers the prompt in a name of the module."""

_remembered = []


class SessionPrompt:
    def __init__(self, build):
        self.build = build

    def text(self):
        if not _remembered:
            _remembered.append(self.build())
        return _remembered[0]

    def compacted(self):
        _remembered.clear()
