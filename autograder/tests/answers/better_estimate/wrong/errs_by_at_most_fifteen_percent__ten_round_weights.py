"""Gives each class of character its weight and stays a little low with all of them."""

import math


def weight(c):
    if "\u4e00" <= c <= "\u9fff" or "\u3400" <= c <= "\u4dbf":
        return 1.0
    if "\u3040" <= c <= "\u30ff" or "\uac00" <= c <= "\ud7a3":
        return 0.7
    if "\u3000" <= c <= "\u303f" or "\uff00" <= c <= "\uffef":
        return 1.0
    if c >= "\U0001f000":
        return 1.7
    if not c.isascii():
        return 0.4
    if c == " ":
        return 0.05
    if c.isalpha():
        return 0.22
    return 0.5


def better_estimate(text):
    return math.ceil(sum(map(weight, text)))
