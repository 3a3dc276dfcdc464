"""Write down what the judged texts of `better_estimate` cost: `python -m autograder.authoring.exact_counts`.

Where the function is judged there is no tokenizer, so its exact counts are kept as plain data.
"""

import json
from pathlib import Path

from autograder.lab.tokens import count_tokens
from autograder.lessons.ch01_estimate import judged_texts


def exact_counts_text() -> str:
    """Return the file of exact counts, the same bytes every time."""
    counts = {kind: count_tokens(text) for kind, text in judged_texts.judged_texts().items()}
    return json.dumps(counts, indent=2) + "\n"


if __name__ == "__main__":
    Path(judged_texts.__file__).with_name(judged_texts.COUNTS).write_text(exact_counts_text(), encoding="utf-8")
