"""Forget: the sliding window."""

LESSONS = ("find_safe_tail_start", "trim_history", "repair_pairs")
