"""What a right `estimate_tokens` does."""

import unicodedata
from collections.abc import Iterator

from autograder.execution.cases import CALL, Case, Step
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.shapes import an_int
from autograder.lessons.trial import Trial

lesson = Lesson(
    "estimate_tokens",
    "ch01_estimate",
    minutes=15,
    difficulty=1,
    returns=("a whole number of tokens", an_int),
)

IDEOGRAPHS = ((0x3400, 0x4DBF), (0x4E00, 0x9FFF))  # the two blocks that weigh 1.5
BEYOND_DOUBT = range(0x4E01, 0x9FA5)  # what every table of ideographs has
FAMILY, FLAG, ACCENT = "👨\u200d👩\u200d👧", "🇨🇳", "e\u0301"


def is_ideograph(character: str) -> bool:
    """Say whether a character lies in one of the two blocks."""
    return any(first <= ord(character) <= last for first, last in IDEOGRAPHS)


def parts(text: str) -> tuple[int, int]:
    """Count the ideographs of a text, and its other characters."""
    ideographs = sum(map(is_ideograph, text))
    return ideographs, len(text) - ideographs


def subject(text: str) -> str:
    """Return the name of the rule whose subject a text is, so that each mistake has one name."""
    ideographs, others = parts(text)
    if not text:
        return "counts_an_empty_text_as_nothing"
    if any(is_part_of_a_character(each) for each in text):
        return "counts_code_points"
    if any(not each.isascii() and ord(each) not in BEYOND_DOUBT for each in text):
        return "knows_both_blocks_and_no_other"
    if ideographs % 2 or others % 4:
        return "rounds_up_once"
    return "weighs_an_ideograph_one_and_a_half" if ideographs else "weighs_other_characters_a_quarter"


def is_part_of_a_character(character: str) -> bool:
    """Say whether a code point is an emoji or what stands beside one, a mark on a letter, or half of a pair."""
    kind = unicodedata.category(character)
    return kind in ("Cs", "Cf", "Mn") or (kind != "Lo" and ord(character) >= 0x1F000)


def judged(trial: Trial, rule: str) -> Finding | None:
    """Judge a text that is the subject of a rule; the others are other rules' work."""
    text = trial.given["text"]
    if subject(text) != rule or trial.answer == trial.right_answer:
        return None
    return Finding(f"{trial.right_answer}: {sum_in_words(text)}{place_in_words(text)}", str(trial.answer))


def sum_in_words(text: str) -> str:
    """Write the sum down, with what was counted.

    Examples:
        >>> sum_in_words("中文ab")
        '2 ideographs at 1.5 and 2 others at 0.25 are 3.5, rounded up once'
        >>> sum_in_words("four")
        '4 characters at 0.25 are 1'
    """
    ideographs, others = parts(text)
    total = 1.5 * ideographs + 0.25 * others
    words = [counted(ideographs, "ideograph", 1.5)] if ideographs else []
    words += [counted(others, "other" if ideographs else "character", 0.25)] if others or not ideographs else []
    verb = "is" if ideographs + others == 1 else "are"
    return f"{' and '.join(words)} {verb} {total:g}{'' if total.is_integer() else ', rounded up once'}"


def place_in_words(text: str) -> str:
    """Say where the first character lies that some table might get wrong; empty where there is none.

    Examples:
        >>> place_in_words("々")
        '; 々 is U+3005, outside of the two blocks'
    """
    doubtful = [each for each in text if not each.isascii() and ord(each) not in BEYOND_DOUBT]
    if not doubtful or any(map(is_part_of_a_character, text)):
        return ""
    where = "inside" if is_ideograph(doubtful[0]) else "outside of"
    return f"; {doubtful[0]} is U+{ord(doubtful[0]):04X}, {where} the two blocks"


def counted(number: int, noun: str, weight: float) -> str:
    """Write one part of the sum."""
    return f"{number:,} {noun}{'' if number == 1 else 's'} at {weight:g}"


@lesson.rule(
    1,
    reason="a text that is not there costs nothing; a guess of 1 for each empty content adds up over a long history",
    look="What does your function return for the empty text?",
    think="No character, no weight: the sum is 0, and 0 rounded up is 0.",
    nearly="no special case and no max(1, ...): the sum over no characters is 0 already",
)
def counts_an_empty_text_as_nothing(trial: Trial) -> Finding | None:
    """Judge the empty text."""
    return judged(trial, "counts_an_empty_text_as_nothing")


@lesson.rule(
    3,
    reason="an estimate that is too high compacts for nothing: 13 times in 5.5 hours of one session "
    "(NousResearch/hermes-agent#104806)",
    look="How many tokens does your function find in eight letters?",
    think="Four characters that are no ideographs weigh one token together; blanks and marks are characters too.",
    nearly="0.25 * the number of characters that are no ideographs",
)
def weighs_other_characters_a_quarter(trial: Trial) -> Finding | None:
    """Judge plain texts whose weight is a whole number."""
    return judged(trial, "weighs_other_characters_a_quarter")


@lesson.rule(
    4,
    reason="chars/4 on a Chinese history kept 65,000 to 90,000 tokens where 20,000 were asked for "
    "(openclaw/openclaw#103930)",
    look="What do two ideographs weigh in your function, and does any of them weigh twice?",
    think="Every character has one weight: 1.5 for an ideograph, 0.25 for every other.",
    nearly="count the ideographs once; 1.5 * ideographs + 0.25 * (len(text) - ideographs)",
)
def weighs_an_ideograph_one_and_a_half(trial: Trial) -> Finding | None:
    """Judge texts with ideographs whose weight is a whole number in each part."""
    return judged(trial, "weighs_an_ideograph_one_and_a_half")


@lesson.rule(
    4,
    reason="an estimate that is rounded down, or part by part, drifts from the one the thresholds were chosen with",
    look="Where in your function is something rounded, and in which direction?",
    think="Add the weights as they are, and round up a single time, at the very end.",
    nearly="math.ceil of the whole sum; or, in whole quarters, -(-quarters // 4)",
)
def rounds_up_once(trial: Trial) -> Finding | None:
    """Judge texts whose weight, or a part of it, is no whole number."""
    return judged(trial, "rounds_up_once")


@lesson.rule(
    4,
    reason="two counters that disagree on which characters are ideographs disagree on when to compact "
    "(open-compress/claw-compactor#2)",
    look="Which block does the character in question lie in? print(hex(ord(character))) says it.",
    think="Two blocks weigh 1.5, both ends included: U+3400 to U+4DBF and U+4E00 to U+9FFF. Kana, hangul, full-width "
    "marks and ideographs of other blocks weigh 0.25 here, on purpose.",
    nearly='"\\u3400" <= c <= "\\u4dbf" or "\\u4e00" <= c <= "\\u9fff"',
)
def knows_both_blocks_and_no_other(trial: Trial) -> Finding | None:
    """Judge the ends of the blocks, and other scripts."""
    return judged(trial, "knows_both_blocks_and_no_other")


@lesson.rule(
    2,
    reason="lengths in UTF-16 units, divided by four, were up to six times too low on emoji and CJK "
    "(Martian-Engineering/lossless-claw#343)",
    look="What is len() of this text in Python, and what does your function count instead?",
    think="One code point is one character: each part of an emoji family, each half of a flag, each accent that stands "
    "alone, and each half of a broken emoji.",
    nearly="len(text) and a loop over text count code points; leave .encode and normalising out",
)
def counts_code_points(trial: Trial) -> Finding | None:
    """Judge texts in which a character on screen is several code points, or half of one."""
    return judged(trial, "counts_code_points")


def case(name: str, text: str, size: int = 0) -> Case:
    """Make a case from a text."""
    return Case(name, size or len(text), (Step(CALL, (text,)),))


@lesson.enumeration
def every_small_mixture() -> Iterator[Case]:
    """Yield texts of up to eight ideographs and sixteen letters, smallest first."""
    pairs = sorted((i + o, i, o) for i in range(9) for o in range(17))
    for _, ideographs, others in pairs:
        yield case(
            f"{ideographs} ideographs, {others} letters", "中文字句子言语写"[:ideographs] + "abcdefgh ijklmno"[:others]
        )


@lesson.named
def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    ends = (0x33FF, 0x3400, 0x4DBF, 0x4DC0, 0x4DFF, 0x4E00, 0x9FA6, 0x9FFF, 0xA000)
    return [
        case("the empty text", ""),
        case("the worked example in Chinese", "你好，请帮我查一下北京的天气。"),
        case("the worked example in English", "Hello, could you check the weather?"),
        case("the worked example in both", "你好 hello 混合文本 12345"),
        case("one blank", " "),
        case("lines and tabs", "a\tb\nc\r\nd\n\n"),
        *(case(f"the character U+{each:04X}", chr(each) * 4, 8) for each in ends),
        case("hiragana", "こんにちはねこ"),
        case("katakana", "カタカナテスト"),
        case("hangul", "안녕하세요날씨"),
        case("full-width marks", "，。！？（）"),
        case("full-width letters", "ＡＢＣＤ１２"),
        case("the iteration mark and the zero of CJK", "々〇〆"),
        case("compatibility ideographs", "豈更車"),
        case("ideographs of Extension B", "𠀀𠀁𠮷", 3),
        case("Cyrillic and accents in one character", "Привет é ü"),
        case("Chinese and kana", "日本語のテスト"),
        case("an emoji", "👍👍👍👍👍"),
        case("an emoji family", FAMILY * 2),
        case("flags", FLAG * 3),
        case("combining marks", ACCENT * 5),
        case("a variation selector", "☎\ufe0f" * 3),
        case("one half of an emoji", "\ud83d" * 5),
        case("halves of emoji among words", "log \ud83d\udc4d or \ude00\udc4d\udc4d"),
        case("a long English text", "Nothing ever leaves the history. " * 200),
        case("a long Chinese text", "上下文窗口是有限的" * 400),
    ]
