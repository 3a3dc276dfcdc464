"""What each provider refuses, as one table: a rule a row, a profile a column.

The facts are dated 2026-11; providers relax their rules, so a profile says what is true of one kind of endpoint.
Each row cites the public report that shows the rule at work.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from autograder.lab import block_rules as block
from autograder.lab import errors
from autograder.lab import flat_rules as flat
from autograder.lab.messages import Message
from autograder.lab.pairing import pairing_error

OPENAI, ANTHROPIC, STRICT = "openai-chat", "anthropic", "strict"
PROFILES = (OPENAI, ANTHROPIC, STRICT)

Check = Callable[[Sequence[Message]], errors.BadRequest | None]


@dataclass(frozen=True, slots=True)
class FormatRule:
    """One rule of the request format.

    Attributes:
        name: the rule as a sentence about a request.
        error: what a request that breaks it is refused with.
        checks: by profile, what finds the first message at fault; a profile that is missing does not have the rule.
            Two rules may share one check, which then finds whatever comes first.
        source: where the rule was seen at work.
    """

    name: str
    error: type[errors.BadRequest]
    checks: Mapping[str, Check]
    source: str


RULES = (
    FormatRule(
        "has_a_message",
        errors.EmptyRequest,
        {OPENAI: flat.no_message, ANTHROPIC: flat.no_message, STRICT: flat.no_message},
        "vendor documentation",
    ),
    FormatRule(
        "is_well_shaped",
        errors.MalformedMessage,
        {OPENAI: flat.malformed, ANTHROPIC: block.malformed, STRICT: flat.malformed},
        "vendor documentation",
    ),
    FormatRule(
        "keeps_system_in_its_place",
        errors.MisplacedSystem,
        {ANTHROPIC: block.system_inside, STRICT: flat.later_system},
        "context-guru#112",
    ),
    FormatRule(
        "is_whole_unicode",
        errors.InvalidUnicode,
        {OPENAI: flat.half_character, ANTHROPIC: flat.half_character, STRICT: flat.half_character},
        "elizaOS/eliza#18025",
    ),
    FormatRule(
        "leaves_no_orphan",
        errors.OrphanResult,
        {OPENAI: pairing_error, ANTHROPIC: block.unpaired, STRICT: pairing_error},
        "BerriAI/litellm#4931, anthropics/claude-code#13460",
    ),
    FormatRule(
        "answers_every_call",
        errors.UnansweredCall,
        {OPENAI: pairing_error, ANTHROPIC: block.unpaired, STRICT: pairing_error},
        "BerriAI/litellm#10696, anthropics/claude-code#5060",
    ),
    FormatRule(
        "has_unique_call_ids",
        errors.DuplicateId,
        {ANTHROPIC: block.repeated_id},
        "anthropics/claude-code#28515",
    ),
    FormatRule(
        "puts_results_first",
        errors.ResultsNotFirst,
        {ANTHROPIC: block.result_after_text},
        "vendor documentation",
    ),
    FormatRule(
        "has_object_arguments",
        errors.BadArguments,
        {OPENAI: flat.bad_arguments, ANTHROPIC: block.bad_input, STRICT: flat.bad_or_empty_arguments},
        "NousResearch/hermes-agent#11762",
    ),
    FormatRule(
        "says_something",
        errors.EmptyContent,
        {OPENAI: flat.no_content, ANTHROPIC: block.empty_text, STRICT: flat.no_content},
        "openclaw/openclaw#71623",
    ),
    FormatRule(
        "keeps_tool_names_short",
        errors.NameTooLong,
        {ANTHROPIC: block.long_name},
        "anthropics/claude-code#29864",
    ),
    FormatRule(
        "begins_with_the_user",
        errors.WrongStart,
        {STRICT: flat.not_from_user},
        "NousResearch/hermes-agent#58753",
    ),
    FormatRule(
        "alternates_roles",
        errors.RolesOutOfOrder,
        {STRICT: flat.same_role_twice},
        "NousResearch/hermes-agent#29148",
    ),
    FormatRule(
        "ends_with_user_or_result",
        errors.WrongEnd,
        {STRICT: flat.ends_with_assistant},
        "vendor documentation",
    ),
)


def request_error(messages: Sequence[Message], profile: str = OPENAI) -> errors.BadRequest | None:
    """Return what a provider of this profile refuses a request with, or `None`. Linear in the number of messages.

    Args:
        messages: in the profile's own form: block form for `anthropic`, flat form for the others.
        profile: one of `PROFILES`.

    Examples:
        >>> from autograder.lab import assistant, user
        >>> request_error([user("hi"), user("again")]) is None
        True
        >>> print(request_error([user("hi"), user("again")], "strict"))
        400 messages 0 and 1 are both from the user; merge them
    """
    checks = dict.fromkeys(rule.checks[profile] for rule in RULES if profile in rule.checks)
    return next((error for check in checks if (error := check(messages)) is not None), None)
