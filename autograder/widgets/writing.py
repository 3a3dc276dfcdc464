"""Which writing a piece of text belongs to, so that an estimate can be looked at script by script."""

import unicodedata

SCRIPTS = {
    "LATIN": "Latin letters",
    "CJK": "ideographs",
    "HIRAGANA": "kana",
    "KATAKANA": "kana",
    "KATAKANA-HIRAGANA": "kana",
    "HANGUL": "hangul",
    "CYRILLIC": "Cyrillic letters",
    "ARABIC": "Arabic letters",
    "DEVANAGARI": "Devanagari",
    "THAI": "Thai letters",
    "GREEK": "Greek letters",
    "HEBREW": "Hebrew letters",
}
BLANKS, DIGITS, PUNCTUATION, MARKS, SYMBOLS, OTHERS = (
    "blanks",
    "digits",
    "ASCII punctuation",
    "other punctuation",
    "emoji and symbols",
    "other letters",
)


def writing_of(piece: str) -> str:
    """Return what a piece is written in: what its first character is that is not blank.

    Examples:
        >>> [writing_of(piece) for piece in (" check", "天气", "42", "{", "🦜", "  ")]
        ['Latin letters', 'ideographs', 'digits', 'ASCII punctuation', 'emoji and symbols', 'blanks']
    """
    first = next((character for character in piece if not character.isspace()), "")
    if not first:
        return BLANKS
    category = unicodedata.category(first)
    if category == "Nd":
        return DIGITS
    if first.isascii() and not first.isalpha():
        return PUNCTUATION
    script = SCRIPTS.get(unicodedata.name(first, "").split(" ")[0])
    if script is not None:
        return script
    return {"L": OTHERS, "M": OTHERS, "P": MARKS}.get(category[0], SYMBOLS)
