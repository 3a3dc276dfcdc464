"""Slices the front off first."""

import itertools


def anchored_count(messages, usage=None, anchor=None):
    report = dict(usage or {})
    names = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens")
    if "prompt_tokens" in report:
        names = ("prompt_tokens", "completion_tokens")
    total = sum((report.get(name) or 0) for name in names)
    if anchor is None or anchor < 0 or anchor >= len(messages):
        total = 0
    start = anchor + 1 if total else 0
    return total + estimate_messages(list(itertools.islice(messages, start, None)))
