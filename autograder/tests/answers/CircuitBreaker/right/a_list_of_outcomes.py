"""Remembers the failures since the last success."""


class CircuitBreaker:
    def __init__(self, limit=3):
        if not limit >= 1:
            raise ValueError(f"limit={limit} is below 1")
        self.row, self.limit = [], limit

    def allows(self):
        return len(self.row) < self.limit

    def failed(self):
        self.row.append("failed")

    def succeeded(self):
        self.row.clear()
