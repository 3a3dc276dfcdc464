"""Rounds with decimal's ROUND_HALF_UP."""

from decimal import ROUND_HALF_UP, Decimal


def rough_token_count(text, chars_per_token=4):
    quotient = Decimal(len(text)) / Decimal(str(chars_per_token))
    return max(1, int(quotient.quantize(Decimal(1), ROUND_HALF_UP)))
