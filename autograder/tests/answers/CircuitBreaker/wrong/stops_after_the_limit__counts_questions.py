"""Counts how often it was asked, as if every try failed."""


class CircuitBreaker:
    def __init__(self, limit=3):
        if limit < 1:
            raise ValueError(f"limit is {limit}.")
        self.limit = limit
        self.tries = 0

    def allows(self):
        self.tries += 1
        return self.tries <= self.limit

    def failed(self):
        self.tries += 0

    def succeeded(self):
        self.tries = 0
