"""Cut at the entrance."""

LESSONS = ("truncate", "truncate_middle", "truncate_tool_results", "shrink_arguments")
