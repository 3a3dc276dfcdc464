"""Summaries as this chapter's lessons know them: their sections, their mark, and which message is one."""

from autograder.lab.messages import Message, assistant, text_of

SECTIONS = ("Goal", "Progress", "Key Decisions", "Files Modified", "Next Steps")
PREFIX = "[Compacted]"
BOUNDARY = "[CompactBoundary]"
BOUNDARY_MESSAGE = assistant(BOUNDARY)
ENDING = f"\n\n{BOUNDARY}"  # of a summary message that carries the boundary itself


def is_summary(message: Message) -> bool:
    """Say whether a message is a summary; a result or a reply that only looks like one is none."""
    return message.get("role") == "user" and text_of(message).startswith(PREFIX)


def summary_message(text: str, ending: str = "") -> Message:
    """Make the message that a summary becomes."""
    return {"role": "user", "content": f"{PREFIX}\n\n{text}{ending}"}


def with_sections(**bodies: str) -> str:
    r"""Write a summary of five sections; those not named say None.

    Examples:
        >>> with_sections(goal="Ship it.", next_steps="Test it.").splitlines()[:3]
        ['## Goal', 'Ship it.', '']
    """
    return "\n\n".join(f"## {name}\n{bodies.get(name.lower().replace(' ', '_'), 'None')}" for name in SECTIONS)
