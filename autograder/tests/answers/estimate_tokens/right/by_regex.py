"""Finds the ideographs with a regular expression."""

import math
import re

IDEOGRAPH = re.compile("[\u3400-\u4DBF\u4E00-\u9FFF]")


def estimate_tokens(text):
    others = len(IDEOGRAPH.sub("", text))
    return math.ceil((len(text) - others) * 1.5 + others * 0.25)
