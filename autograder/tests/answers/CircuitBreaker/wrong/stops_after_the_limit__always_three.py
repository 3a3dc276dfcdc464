"""Stops after three failures whatever the limit."""


class CircuitBreaker:
    def __init__(self, limit=3):
        if limit < 1:
            raise ValueError(f"limit is {limit}.")
        self.failures = 0

    def allows(self):
        return self.failures < 3

    def failed(self):
        self.failures += 1

    def succeeded(self):
        self.failures = 0
