"""How the lab grows: a session of 10,000 messages through provider, cache and bill, against one of 1,000.

Run `python -m autograder.benchmarks.lab_session`; it takes about a minute.
Where nothing leaves the history, ten times the messages are sent a hundred times as often: that row shows the price of
resending. All other rows grow about as the session does.
"""

from collections.abc import Callable, Sequence
from time import process_time

from autograder.lab import (
    Message,
    Provider,
    Round,
    Session,
    assistant,
    check_pairing,
    count_messages,
    long_history,
    play,
)
from autograder.lab.playing import Policy

SMALL, LARGE = 1_000, 10_000
KEPT = 48  # messages the windowed run sends, and the rest of a batch at most


def session_of(history: Sequence[Message]) -> Session:
    """Cut a history into the rounds of a session: every assistant message, and what follows it."""
    starts = [index for index, message in enumerate(history) if message["role"] == "assistant"]
    ends = [*starts[1:], len(history)]
    rounds = [Round(history[start], tuple(history[start + 1 : end])) for start, end in zip(starts, ends, strict=True)]
    return Session("long", tuple(history[: starts[0]]), tuple(rounds), assistant("The end."), ())


def newest(messages: list[Message]) -> list[Message]:
    """Keep the system message and the newest turns: a cheap window that begins at a request."""
    start = next((i for i in range(len(messages) - KEPT, len(messages)) if i > 0 and messages[i]["role"] == "user"), 1)
    return [messages[0], *messages[start:]] if len(messages) > KEPT else messages


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time that one run takes."""
    start = process_time()
    work()
    return process_time() - start


def played(session: Session, policy: Policy | None) -> Callable[[], object]:
    """Return the work of playing a session once, on a provider of its own."""

    def work() -> None:
        run = play(session, Provider(window=10**9), policy)
        if run.error is not None:
            raise run.error

    return work


def main() -> None:
    """Print a row a task: seconds for both sizes, and the growth."""
    small, large = long_history(SMALL), long_history(LARGE)
    count_messages(large)  # the vocabulary is loaded and every text is counted before the clock runs
    tasks: list[tuple[str, Callable[[list[Message]], Callable[[], object]]]] = [
        ("check a request's pairing", lambda history: lambda: check_pairing(history)),
        ("count a request again", lambda history: lambda: count_messages(history)),
        ("send one request", lambda history: lambda: Provider(window=10**9).complete(history)),
        ("play it, windowed", lambda history: played(session_of(history), newest)),
        ("play it, everything resent", lambda history: played(session_of(history), None)),
    ]
    print(f"{'task':<28}{f'{SMALL:,} messages':>16}{f'{LARGE:,} messages':>17}{'growth':>9}")
    for name, task in tasks:
        one, ten = seconds(task(small)), seconds(task(large))
        print(f"{name:<28}{one:>14.4f} s{ten:>15.4f} s{ten / one:>8.1f}x", flush=True)


if __name__ == "__main__":
    main()
