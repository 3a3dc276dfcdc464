"""Stays with whole division of doubled numbers."""


def rough_token_count(text, chars_per_token=4):
    rounded = int((2 * len(text) + chars_per_token) // (2 * chars_per_token))
    return rounded if rounded > 1 else 1
