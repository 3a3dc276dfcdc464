"""Takes the limit off the count at a success, so that failures after the stop are left over."""


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
        self.failures = max(0, self.failures - self.limit)
