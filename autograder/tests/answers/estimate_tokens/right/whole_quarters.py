"""Adds quarters as whole numbers."""


def estimate_tokens(text):
    quarters = 0
    for character in text:
        code = ord(character)
        if 0x3400 <= code <= 0x4DBF or 0x4E00 <= code <= 0x9FFF:
            quarters += 6
        else:
            quarters += 1
    return (quarters + 3) // 4
