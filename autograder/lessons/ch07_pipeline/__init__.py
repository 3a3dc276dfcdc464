"""One pipeline."""

LESSONS = (
    "needs_compaction",
    "carry_request",
    "manage_context",
    "check_progress",
    "recover",
    "CircuitBreaker",
    "archive",
    "recall",
)
