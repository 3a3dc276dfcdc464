"""Looks at the remainder."""


def rough_token_count(text, chars_per_token=4):
    whole, rest = divmod(len(text), chars_per_token)
    if 2 * rest >= chars_per_token:
        whole += 1
    return max(1, int(whole))
