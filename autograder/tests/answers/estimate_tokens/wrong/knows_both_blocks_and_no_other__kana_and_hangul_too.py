"""Weighs kana and hangul like ideographs, because they are CJK."""

import math
import re


def estimate_tokens(text):
    cjk = len(re.findall("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]", text))
    return math.ceil(1.5 * cjk + 0.25 * (len(text) - cjk))
