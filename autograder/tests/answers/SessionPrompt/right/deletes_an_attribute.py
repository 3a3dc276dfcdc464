"""Uses an attribute that is there only while something is remembered."""


class SessionPrompt:
    def __init__(self, build):
        self.build = build

    def text(self):
        try:
            return self._text
        except AttributeError:
            pass
        self._text = self.build()
        return self._text

    def compacted(self):
        self.__dict__.pop("_text", None)
