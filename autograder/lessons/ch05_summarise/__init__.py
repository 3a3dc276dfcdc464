"""Summarise: one message for many."""

LESSONS = (
    "summary_prompt",
    "parse_summary",
    "compact_history",
    "compact_with_boundary",
    "render_task_state",
    "with_task_state",
)
