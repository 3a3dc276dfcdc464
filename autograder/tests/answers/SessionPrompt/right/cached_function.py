"""Makes a cached function for each object, and a new one after a compaction."""

from functools import lru_cache


class SessionPrompt:
    def __init__(self, build):
        self.build = build
        self.text = lru_cache(maxsize=None)(build)

    def compacted(self):
        self.text.cache_clear()
