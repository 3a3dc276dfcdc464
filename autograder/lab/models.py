"""Models and what they cost: one table, each row with its source and date.

The lab counts every model's tokens with o200k; a vendor's own tokenizer differs, and so would its bill.
Surcharges for very long prompts, batch discounts and longer cache lifetimes are left out.
"""

from dataclasses import dataclass

OPENAI_PAGES = "https://developers.openai.com/api/docs/models"
ANTHROPIC_PAGE = "https://platform.claude.com/docs/en/about-claude/pricing"


@dataclass(frozen=True, slots=True)
class Model:
    """A model as a provider sells it.

    Attributes:
        name: what a request asks for.
        window: the most tokens of one request, prompt and reply together.
        input: dollars for a million prompt tokens that the cache has no part in.
        cache_write: dollars for a million prompt tokens that are put into the cache.
        cache_read: dollars for a million prompt tokens that come from the cache.
        output: dollars for a million tokens of the reply.
        cache_minimum: tokens; shorter fronts are not cached.
        cache_seconds: how long a cached front stays after it was last used.
        source: where the prices stand.
        date: when they were read there.
    """

    name: str
    window: int
    input: float
    cache_write: float
    cache_read: float
    output: float
    cache_minimum: int
    cache_seconds: int
    source: str
    date: str


_TABLE = (
    Model("gpt-6-sol", 1_050_000, 2.00, 2.50, 0.20, 10.00, 1024, 1800, f"{OPENAI_PAGES}/gpt-6-sol", "2026-11"),
    Model("gpt-6-luna", 1_050_000, 0.10, 0.125, 0.01, 0.50, 1024, 1800, f"{OPENAI_PAGES}/gpt-6-luna", "2026-11"),
    Model("gpt-4o-mini", 128_000, 0.15, 0.15, 0.075, 0.60, 1024, 300, f"{OPENAI_PAGES}/gpt-4o-mini", "2026-11"),
    Model("claude-opus-5", 1_000_000, 5.00, 6.25, 0.50, 25.00, 512, 300, ANTHROPIC_PAGE, "2026-11"),
    Model("claude-sonnet-5", 1_000_000, 2.00, 2.50, 0.20, 10.00, 1024, 300, ANTHROPIC_PAGE, "2026-11"),
    Model("claude-haiku-4-5", 200_000, 1.00, 1.25, 0.10, 5.00, 4096, 300, ANTHROPIC_PAGE, "2026-11"),
)
MODELS = {model.name: model for model in _TABLE}


def model_named(name: str) -> Model:
    """Look a model up in the table.

    Raises:
        ValueError: the table has no such model.

    Examples:
        >>> model_named("claude-haiku-4-5").window
        200000
    """
    if name not in MODELS:
        raise ValueError(
            f"model is {name!r}: the table of prices has {', '.join(MODELS)}. Or pass a Model of your own."
        )
    return MODELS[name]
