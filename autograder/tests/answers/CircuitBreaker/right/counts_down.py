"""Counts down what is left of the limit."""


class CircuitBreaker:
    def __init__(self, limit=3):
        if limit <= 0:
            raise ValueError(f"limit must be 1 or more, not {limit}")
        self._limit = self._left = limit

    def allows(self):
        return self._left > 0

    def failed(self):
        self._left = max(0, self._left - 1)

    def succeeded(self):
        self._left = self._limit
