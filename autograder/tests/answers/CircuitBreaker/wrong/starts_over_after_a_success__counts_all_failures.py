"""Counts all failures of a session, in a row or not."""


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
        if self.failures >= self.limit:
            self.failures = 0
