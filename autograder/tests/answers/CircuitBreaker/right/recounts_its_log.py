"""Writes everything down, and counts the failures at the end of it when asked."""


class CircuitBreaker:
    def __init__(self, limit=3):
        if limit < 1:
            raise ValueError(f"limit is {limit}, but one failure at least must come first.")
        self.limit, self.log = limit, []

    def allows(self):
        in_a_row = 0
        for has_failed in self.log:
            in_a_row = in_a_row + 1 if has_failed else 0
        return in_a_row < self.limit

    def failed(self):
        self.log.append(True)

    def succeeded(self):
        self.log.append(False)
