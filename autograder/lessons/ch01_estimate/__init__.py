"""How full is the window?"""

LESSONS = (
    "estimate_tokens",
    "estimate_messages",
    "rough_token_count",
    "input_budget",
    "budget_snapshot",
    "anchored_count",
    "calibrate",
    "better_estimate",
)
