"""Placeholders and the file cabinet."""

LESSONS = ("micro_compact", "clear_tool_results", "tool_result_budget", "safe_name")
