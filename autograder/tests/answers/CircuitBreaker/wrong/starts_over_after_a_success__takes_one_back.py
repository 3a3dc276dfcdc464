"""Lets a success make up for one failure only."""


class CircuitBreaker:
    def __init__(self, limit=3):
        if limit < 1:
            raise ValueError(f"limit is {limit}.")
        self.limit = limit
        self.failures = 0

    def allows(self):
        return self.failures < self.limit

    def failed(self):
        self.failures += 1

    def succeeded(self):
        self.failures = 0 if self.failures >= self.limit else max(0, self.failures - 1)
