"""Closes again once it has said no: the next try is free."""


class CircuitBreaker:
    def __init__(self, limit=3):
        if limit < 1:
            raise ValueError(f"limit is {limit}.")
        self.limit = limit
        self.failures = 0

    def allows(self):
        if self.failures >= self.limit:
            self.failures = 0
            return False
        return True

    def failed(self):
        self.failures += 1

    def succeeded(self):
        self.failures = 0
