"""What a good `better_estimate` does: the one open-ended lesson of the chapter."""

from collections.abc import Iterator

from autograder.execution.cases import CALL, Case, Step
from autograder.lab.samples import mean_error
from autograder.lessons.ch01_estimate.judged_texts import exact_counts, judged_texts
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.shapes import an_int
from autograder.lessons.trial import Trial

lesson = Lesson(
    "better_estimate",
    "ch01_estimate",
    minutes=30,
    difficulty=3,
    returns=("a whole number of tokens", an_int),
)

CLOSER_THAN_A_RULE_OF_THUMB = 0.02  # mean error that only a tokenizer has; published rules of thumb have 0.06 and more
LARGEST = 10**9  # tokens; no estimate of these texts is meant to be larger
WORST = 3  # kinds named in a finding


class Measured:
    """The answers for all kinds of text, beside the exact counts."""

    def __init__(self, trial: Trial) -> None:
        """Bring both together, in the order of the case; absurd numbers are cut."""
        self.kinds = list(exact_counts())
        self.exact = list(exact_counts().values())
        self.answers = [max(-LARGEST, min(LARGEST, each)) for each in trial.answers]

    def by_a_tokenizer(self) -> Finding | None:
        """Judge that these are estimates, and not what a tokenizer counts."""
        if self.mean >= CLOSER_THAN_A_RULE_OF_THUMB:
            return None
        return Finding(
            "an estimate from the characters alone; where this is graded there is no tokenizer",
            "counts that only a tokenizer has",
        )

    @property
    def mean(self) -> float:
        """The mean error, an undercount weighing twice."""
        return mean_error(zip(self.answers, self.exact, strict=True))

    def off(self, i: int) -> float:
        """How far one kind is off, negative for too low."""
        return float((self.answers[i] - self.exact[i]) / self.exact[i])

    def worst(self) -> str:
        """Name the kinds that cost most."""
        cost = sorted(range(len(self.kinds)), key=lambda i: max(self.off(i), -2 * self.off(i)), reverse=True)
        return "; ".join(map(self.named, cost[:WORST]))

    def named(self, i: int) -> str:
        """Say how far one kind is off."""
        way = "low" if self.off(i) < 0 else "high"
        return f"{self.kinds[i]} {abs(self.off(i)):,.0%} too {way} ({self.answers[i]:,} for {self.exact[i]:,})"


def within(trial: Trial, bound: float) -> Finding | None:
    """Judge that the mean error is at most a bound."""
    measured = Measured(trial)
    fault = measured.by_a_tokenizer()
    if fault is not None or measured.mean <= bound:
        return fault
    return Finding(
        f"a mean error of at most {bound:.0%} over {len(measured.kinds)} kinds of text, undercounts weighing twice",
        f"{measured.mean:,.1%}; worst: {measured.worst()}",
    )


@lesson.rule(
    3,
    reason="both directions hurt: too low and the request is refused, too high and it compacts 13 times in 5.5 hours "
    "(NousResearch/hermes-agent#104806)",
    look="Does your number grow with the text, and by about one for three or four characters?",
    think="Any weight per character that is not far off gets here, as chars/4 does.",
    nearly="start from estimate_tokens",
)
def errs_by_at_most_forty_percent(trial: Trial) -> Finding | None:
    """Judge the first threshold."""
    return within(trial, 0.40)


@lesson.rule(
    4,
    reason="a table that knows ideographs only counts kana and hangul at four characters a token "
    "(open-compress/claw-compactor#2)",
    look="draw_estimates(better_estimate): which kinds are furthest to the left, and what are they made of?",
    think="One weight for everything that is no ideograph is not enough: kana, hangul, emoji, digits and punctuation "
    "cost several times a letter.",
    nearly="a weight for each class: about 1 for an ideograph or full-width mark, 0.7 for kana and hangul, 1.7 for an "
    "emoji, half for a digit, a mark or a newline, a quarter for a letter, next to nothing for a blank",
)
def errs_by_at_most_twenty_five_percent(trial: Trial) -> Finding | None:
    """Judge the second threshold."""
    return within(trial, 0.25)


@lesson.rule(
    5,
    reason="a threshold 20 percent below the window is 40,000 tokens of 200,000 never used; a closer estimate gives "
    "them back",
    look="Are most kinds on the same side of the middle?",
    think="An undercount weighs twice, so the best place to be is a little too high. And letters of other scripts cost "
    "more than Latin ones.",
    nearly="classes as before, with 0.6 for a digit or a mark and 0.4 for a letter of another script; where most bars "
    "still point to the left, a little on top of everything",
)
def errs_by_at_most_fifteen_percent(trial: Trial) -> Finding | None:
    """Judge the third threshold."""
    return within(trial, 0.15)


@lesson.rule(
    4,
    reason="a tool result of base64 text counted 262,000 and cost 1,029,893 (code-yeongyu/senpi#233)",
    look="Which kind is furthest to the left, and what does a tokenizer see in it: words, or noise?",
    think="Letters are cheap because words are tokens. Base64 has no words, so every letter of it costs most of a "
    "token. What does a run of it look like?",
    nearly="find runs of letters, digits, + and / longer than any word, and give their characters 0.7 each",
)
def undercounts_no_kind_by_half(trial: Trial) -> Finding | None:
    """Judge the worst kind."""
    measured = Measured(trial)
    fault = measured.by_a_tokenizer()
    low = [i for i in range(len(measured.kinds)) if 2 * measured.answers[i] < measured.exact[i]] if not fault else []
    if not low:
        return fault
    worst = min(low, key=measured.off)
    more = f", and {len(low) - 1} more" if len(low) > 1 else ""
    return Finding("no kind of text counted below half of what it costs", measured.named(worst) + more)


@lesson.named
def all_kinds() -> Iterator[Case]:
    """Yield the one case: every kind of text, one after the other."""
    yield Case("all kinds of text", 1, tuple(Step(CALL, (text,)) for text in judged_texts().values()))
