"""The round weights with a tenth on top; long runs without a blank weigh 0.7."""

import math
import re


def weight(c):
    if "\u4e00" <= c <= "\u9fff" or "\u3400" <= c <= "\u4dbf":
        return 1.0
    if "\u3040" <= c <= "\u30ff" or "\uac00" <= c <= "\ud7a3":
        return 0.7
    if "\u3000" <= c <= "\u303f" or "\uff00" <= c <= "\uffef":
        return 1.0
    if c >= "\U0001f000":
        return 1.7
    if c.isascii():
        return 0.05 if c == " " else 0.22 if c.isalpha() else 0.5
    return 0.4


def better_estimate(text):
    noise = "".join(re.findall(r"[A-Za-z0-9+/=]{32,}", text))
    words = re.sub(r"[A-Za-z0-9+/=]{32,}", "", text)
    return math.ceil(0.7 * len(noise) + 1.1 * sum(map(weight, words)))
