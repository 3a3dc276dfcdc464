"""Takes any limit; 0 never allows anything."""


class CircuitBreaker:
    def __init__(self, limit=3):
        self.limit = limit
        self.failures = 0

    def allows(self):
        return self.failures < self.limit

    def failed(self):
        self.failures += 1

    def succeeded(self):
        self.failures = 0
