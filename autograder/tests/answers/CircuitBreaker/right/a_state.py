"""Keeps the state by name."""


class CircuitBreaker:
    def __init__(self, limit=3):
        if limit < 1:
            raise ValueError(f"limit is {limit}, but a breaker needs at least one failure.")
        self.limit = limit
        self.succeeded()

    def allows(self):
        return not self.stopped

    def failed(self):
        self.in_a_row += 1
        if self.in_a_row >= self.limit:
            self.stopped = True
        return self.in_a_row

    def succeeded(self):
        self.in_a_row = 0
        self.stopped = False
