"""Rounds by formatting without digits after the point, which rounds half to even too."""


def rough_token_count(text, chars_per_token=4):
    return max(1, int(f"{len(text) / chars_per_token:.0f}"))
