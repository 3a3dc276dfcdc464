"""Trusts Python's round."""


def rough_token_count(text, chars_per_token=4):
    return max(1, round(len(text) / chars_per_token))
