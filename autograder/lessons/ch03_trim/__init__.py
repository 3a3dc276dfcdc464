"""Forget: the sliding window."""

LESSONS = ("trim_history", "find_safe_tail_start")
