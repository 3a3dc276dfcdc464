"""What one request used, in tokens: counted once, said in both providers' words, billed from one table."""

from dataclasses import dataclass

from autograder.lab.models import Model


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one request, or of several added up; no token is in two of the four.

    Attributes:
        uncached: of the prompt, what the cache had no part in.
        cache_write: of the prompt, what was put into the cache.
        cache_read: of the prompt, what came from the cache.
        output: of the reply.
    """

    uncached: int = 0
    cache_write: int = 0
    cache_read: int = 0
    output: int = 0

    @property
    def prompt(self) -> int:
        """Tokens of the whole prompt."""
        return self.uncached + self.cache_write + self.cache_read

    @property
    def hit_rate(self) -> float:
        """Which part of the prompt came from the cache, 0 to 1."""
        return self.cache_read / self.prompt if self.prompt else 0.0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.uncached + other.uncached,
            self.cache_write + other.cache_write,
            self.cache_read + other.cache_read,
            self.output + other.output,
        )

    def cost(self, model: Model) -> float:
        """Return what a model charges for it, in dollars.

        Examples:
            >>> from autograder.lab.models import MODELS
            >>> round(Usage(uncached=1_000_000, cache_read=1_000_000).cost(MODELS["claude-sonnet-5"]), 2)
            2.2
        """
        dollars = (
            self.uncached * model.input
            + self.cache_write * model.cache_write
            + self.cache_read * model.cache_read
            + self.output * model.output
        )
        return dollars / 1_000_000

    def as_openai(self) -> dict[str, object]:
        """Say it as OpenAI does: `prompt_tokens` includes what came from the cache.

        Examples:
            >>> Usage(cache_read=90, uncached=10, output=5).as_openai()["prompt_tokens"]
            100
        """
        return {
            "prompt_tokens": self.prompt,
            "completion_tokens": self.output,
            "total_tokens": self.prompt + self.output,
            "prompt_tokens_details": {"cached_tokens": self.cache_read, "cache_write_tokens": self.cache_write},
        }

    def as_anthropic(self) -> dict[str, object]:
        """Say it as Anthropic does: `input_tokens` is only what the cache had no part in.

        Examples:
            >>> Usage(cache_read=90, uncached=10, output=5).as_anthropic()["input_tokens"]
            10
        """
        return {
            "input_tokens": self.uncached,
            "cache_creation_input_tokens": self.cache_write,
            "cache_read_input_tokens": self.cache_read,
            "output_tokens": self.output,
        }
