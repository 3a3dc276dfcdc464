"""What became of a broken history: what an answer kept, took out and added, beside a right one."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from autograder.lab.messages import Message, is_tool_result
from autograder.lessons.ch03_trim.broken import Broken, Subject
from autograder.lessons.drawing import message_label, message_labels, positions, window_of_rows
from autograder.lessons.lesson import Finding, Row
from autograder.lessons.trial import Trial

FRONT = -1  # the place before the first message that is no result
Entry = int | Message  # in an answer: an input message, by index, or a new one
Segments = dict[int, list[Entry]]  # the results behind each message that is no result, by its index


class Repair:
    """A learner's answer beside a right one: which input messages each holds, and where.

    Attributes:
        broken: the history that was given.
        places: for each message of the answer its index in the history; `None` for a new one.
        have: the indices that the answer holds; `want` those that a right one holds.
        new: the messages that were not given, each with its place in the answer.
        segments: the answer's results; `right_segments` those of a right one.
        is_intact: whether all messages but results are as they were; where not, nothing else is judged.
    """

    def __init__(self, trial: Trial) -> None:
        """Match the answers of the first call with its input."""
        self.broken = Broken(trial.messages)
        self.answer, self.right_answer = trial.answers[0], trial.right_answers[0]
        self.places = positions(trial.messages, self.answer["messages"])
        self.right_places = positions(trial.messages, self.right_answer["messages"])
        self.have = {i for i in self.places if i is not None}
        self.want = {i for i in self.right_places if i is not None}
        self.new = [(i, self.answer["messages"][i]) for i, place in enumerate(self.places) if place is None]
        self.segments = self._segments(self.places, self.answer["messages"])
        self.right_segments = self._segments(self.right_places, self.right_answer["messages"])
        kept = [place for place in self.places if place in self.right_segments]
        self.is_intact = kept == self.broken.plain and all(is_tool_result(message) for _, message in self.new)

    def _segments(self, places: list[int | None], messages: list[Message]) -> Segments:
        segments: Segments = {i: [] for i in (FRONT, *self.broken.plain)}
        last = FRONT
        for place, message in zip(places, messages, strict=True):
            if place is not None and place in segments:
                last = place
            else:
                segments[last].append(message if place is None else place)
        return segments

    def kept_wrongly(self, subject: Subject, because: str = "") -> Finding | None:
        """Judge results that stay and answer no call; `because` stands in place of why one is an orphan."""
        extra = [i for i in sorted(self.have - self.want) if self.broken.subject_of(i) == subject]
        if not self.is_intact or not extra:
            return None
        why = because or self.broken.why_orphan(extra[0])
        return self.finding(f"message {extra[0]} gone: {why}", f"message {extra[0]} stays")

    def lost(self, subject: Subject, because: str) -> Finding | None:
        """Judge results that answer a call and are gone."""
        lost = [i for i in sorted(self.want - self.have) if self.broken.subject_of(i) == subject]
        if not self.is_intact or not lost:
            return None
        return self.finding(f"message {lost[0]} kept as it was: {because}", f"message {lost[0]} is gone, or changed")

    def moved(self, subject: Subject) -> Finding | None:
        """Judge results that answer a call and stand in another place than behind it."""
        if not self.is_intact:
            return None
        for start, right in self.right_segments.items():
            here = set(map(str, self.segments[start]))
            away = [each for each in right if isinstance(each, int) and each in self.have and str(each) not in here]
            found = next((each for each in away if self.broken.subject_of(each) == subject), None)
            if found is not None:
                expected = f"message {found} behind message {start}, whose call it answers"
                return self.finding(expected, f"message {found} in another place", by_place=True)
        return None

    def in_another_order(self) -> Finding | None:
        """Judge batches that hold the right results, in another order than that of their calls."""
        if not self.is_intact:
            return None
        for start, right in self.right_segments.items():
            mine, wanted = in_short(self.segments[start]), in_short(right)
            if mine != wanted and sorted(mine) == sorted(wanted):
                expected = f"behind message {start}, in the order of its calls: {', '.join(wanted)}"
                return self.finding(expected, ", ".join(mine), by_place=True)
        return None

    def wrongly_added(self, subject: Subject) -> Finding | None:
        """Judge how many new results each call gets; what a running batch gets is another rule's."""
        if not self.is_intact:
            return None
        for start, id, mine, right in self._new_by_id(subject):
            here = f"behind message {start}" if start != FRONT else "in front of all"
            wanted = f"{_many(right)} for {id!r} {here}"
            if mine < right and self._answers(self.segments, start, id) < self._answers(self.right_segments, start, id):
                return self.finding(f"{wanted}, for {_calls(right)} without one", f"{_many(mine)} there")
            if mine > right and self._answers(self.segments, start, id) > self._answers(self.right_segments, start, id):
                return self.finding(f"{wanted}: no call waits for it there", f"{_many(mine)} there")
        return None

    def _new_by_id(self, subject: Subject) -> Iterator[tuple[int, str, int, int]]:
        running = self.broken.running
        for start, right in self.right_segments.items():
            if running is None or start != running.start:
                batch = self.broken.batch_at.get(start)
                mine, wanted = new_by_id(self.segments[start]), new_by_id(right)
                for id in dict.fromkeys([*wanted, *mine]):
                    if self.broken.subject(batch, id) == subject:
                        yield start, id, mine[id], wanted[id]

    def _answers(self, segments: Segments, start: int, id: str) -> int:
        """Count the results with an id behind a message, so that a lost one that was replaced is no new mistake."""
        given = {each for each in segments[start] if isinstance(each, int) and self.broken.id_of(each) == id}
        return len(given) + new_by_id(segments[start])[id]

    def finding(self, expected: str, got: str, *, by_place: bool = False) -> Finding:
        """Return a finding with the history drawn beside it.

        Args:
            expected: what a right answer has.
            got: what came.
            by_place: whether the rows say where in the answer a message stands, or only that it stays.
        """
        labels = message_labels(self.broken.messages)
        rows: list[Row] = [] if labels and 0 not in self.segments else self._new_rows(FRONT)
        behind = FRONT
        for i, label in enumerate(labels):
            behind = i if i in self.segments else behind
            yours, right = (self._word(places, i, by_place) for places in (self.places, self.right_places))
            rows.append(Row(i, label, yours, right))
            if i + 1 == len(labels) or i + 1 in self.segments:
                rows += self._new_rows(behind)
        around = next((number for number, row in enumerate(rows) if row.yours != row.right), 0)
        return Finding(expected, got, window_of_rows(rows, around))

    def _word(self, places: list[int | None], index: int, by_place: bool) -> str:
        if index not in places:
            return "-"
        return f"at {places.index(index)}" if by_place else _times("kept", places.count(index))

    def _new_rows(self, behind: int) -> list[Row]:
        mine, right = (
            Counter(message_label(each) for each in segments[behind] if not isinstance(each, int))
            for segments in (self.segments, self.right_segments)
        )
        return [
            Row(None, f"└ new: {label}", _times("added", mine[label]), _times("added", right[label]))
            for label in dict.fromkeys([*right, *mine])
        ]


@lru_cache(maxsize=1)
def repair(trial: Trial) -> Repair:
    """Return a trial's repair, made once for all rules that look at it."""
    return Repair(trial)


def new_by_id(entries: list[Entry]) -> Counter[str]:
    """Count the new messages of a segment by the id of their call; what is no id counts as its text."""
    return Counter(str(each.get("tool_call_id")) for each in entries if not isinstance(each, int))


def in_short(entries: list[Entry]) -> list[str]:
    """Name the results of a segment by what they are: which message, or new for which call.

    Examples:
        >>> in_short([2, {"role": "tool", "tool_call_id": "a", "content": "no result"}])
        ['message 2', 'a new result for a']
    """
    return [
        f"message {each}" if isinstance(each, int) else f"a new result for {each.get('tool_call_id')}"
        for each in entries
    ]


def _times(word: str, count: int) -> str:
    return {0: "-", 1: word, 2: f"{word} twice"}.get(count, f"{word} {count} times")


def _many(count: int) -> str:
    return {0: "no new result", 1: "a new result"}.get(count, f"{count} new results")


def _calls(count: int) -> str:
    return "the call" if count == 1 else f"{count} calls"
