"""What a right `render_task_state` does."""

from collections.abc import Iterator

from autograder.execution.cases import CALL, Case, Step
from autograder.lessons.ch05_summarise.states import MARK, State, small_states, state
from autograder.lessons.common import left_alone
from autograder.lessons.contents import shown
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.shapes import a_text
from autograder.lessons.trial import Trial

lesson = Lesson("render_task_state", "ch05_summarise", minutes=10, difficulty=1, returns=("a text", a_text))

HEAD = 2  # lines before the todos


class Lines:
    """The lines of an answer, and those of a right one."""

    def __init__(self, trial: Trial) -> None:
        """Split both."""
        self.state: State = trial.given["state"]
        self.yours: list[str] = trial.answer.split("\n")
        self.right: list[str] = trial.right_answer.split("\n")
        self.says_something = trial.right_answer != ""

    def differ_at(self, number: int) -> Finding | None:
        """Compare one line."""
        yours = self.yours[number] if number < len(self.yours) else None
        if yours == self.right[number]:
            return None
        got = "no such line" if yours is None else shown(yours)
        return Finding(f"line {number + 1} is {shown(self.right[number])}", got)


@lesson.rule(
    2,
    reason="the pipeline finds an old task state by its first line; without the mark states pile up",
    look="What is the first line of your text?",
    think="The mark stands alone on the first line, exactly as it is written in the rules.",
    nearly='lines = ["[Task state]", ...]',
)
def begins_with_its_mark(trial: Trial) -> Finding | None:
    """Judge the first line."""
    lines = Lines(trial)
    return lines.differ_at(0) if lines.says_something else None


@lesson.rule(
    3,
    reason="what an agent forgets first is what it was asked for (openai/codex#19910)",
    look="What is the second line of your text?",
    think="The goal comes before the todos, on a line of its own, as it is.",
    nearly='"Goal: " + goal',
)
def names_the_goal(trial: Trial) -> Finding | None:
    """Judge the second line."""
    lines = Lines(trial)
    return lines.differ_at(1) if lines.says_something and lines.state["goal"] else None


@lesson.rule(
    2,
    reason="a line that comes and goes moves every line after it, and a reader has to guess what is what",
    look="There is no goal here, but there are todos. What is the second line of your text?",
    think="The line of the goal is always there; without a goal nothing follows the blank.",
    nearly='the same "Goal: " + goal, without an if',
)
def keeps_the_line_of_an_empty_goal(trial: Trial) -> Finding | None:
    """Judge the second line where there is no goal."""
    lines = Lines(trial)
    return lines.differ_at(1) if lines.says_something and not lines.state["goal"] else None


@lesson.rule(
    4,
    reason="a todo that is left out is not done (code-yeongyu/oh-my-openagent#1484)",
    look="How many todos are there, and how many lines after the goal? In which order?",
    think="One line for each todo, done or not, in the order of the state.",
    nearly="for todo in state['todos']: add a line",
)
def lists_every_todo(trial: Trial) -> Finding | None:
    """Judge which todos there are, whatever stands before their text."""
    lines = Lines(trial)
    if not lines.says_something:
        return None
    texts = [todo["text"] for todo in lines.state["todos"]]
    yours = [line for line in lines.yours[HEAD:] if line.strip()]
    if len(yours) == len(texts) and all(map(str.endswith, yours, texts)):
        return None
    return Finding(f"a line each for {', '.join(map(shown, texts)) or 'no todo'}, in this order", shown(trial.answer))


@lesson.rule(
    4,
    reason="an agent that cannot see what is done does it again (octos-org/octos#2131)",
    look="What stands before the text of each todo, and is it done?",
    think="A done todo has an x between its brackets, another one a blank. The rest of the line is the same.",
    nearly="mark = 'x' if todo['done'] else ' '",
)
def marks_what_is_done(trial: Trial) -> Finding | None:
    """Judge the todos' lines."""
    lines = Lines(trial)
    todos = range(HEAD, len(lines.right)) if lines.says_something else range(0)
    return next(filter(None, map(lines.differ_at, todos)), None)


@lesson.rule(
    2,
    reason="bytes that say nothing are paid for in every request",
    look="What stands in your text after the last todo?",
    think="Lines are joined by newlines: between two lines there is one, and after the last none.",
    nearly='"\\n".join(lines)',
)
def adds_nothing_else(trial: Trial) -> Finding | None:
    """Judge that there is no more."""
    if not Lines(trial).says_something or trial.answer == trial.right_answer:
        return None
    return Finding(f"{shown(trial.right_answer)}, and nothing else", shown(trial.answer))


@lesson.rule(
    1,
    reason="an empty note costs tokens in every request, and invites the model to fill it in",
    look="There is no goal and no todo. What does your text say?",
    think="Nothing to say is the empty text, without a mark.",
    nearly="if there is neither goal nor todos: return ''",
)
def is_empty_when_there_is_nothing(trial: Trial) -> Finding | None:
    """Judge the empty state."""
    if trial.right_answer or trial.answer == "":
        return None
    return Finding("'': there is neither a goal nor a todo", shown(trial.answer))


@lesson.rule(
    1,
    reason="the state is the harness's own record; a renderer that changes it loses what it renders",
    look="Is the state that was given still the same afterwards?",
    think="Rendering only reads.",
    nearly="build new lines; no pop, no sort, no assignment into the state",
)
def leaves_its_input_alone(trial: Trial) -> Finding | None:
    """Judge the state afterwards."""
    return left_alone(trial)


def case(name: str, given: State) -> Case:
    """Make a case from a state."""
    size = 10 * len(given["todos"]) + len(given["goal"]) + sum(len(todo["text"]) for todo in given["todos"])
    return Case(name, size, (Step(CALL, (given,)),))


@lesson.enumeration
def every_small_state() -> Iterator[Case]:
    """Yield every state of up to four todos."""
    for number, given in enumerate(small_states(4)):
        yield case(f"small {number}", given)


@lesson.named
def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    return [
        case("neither goal nor todos", state("")),
        case("a goal alone", state("Ship the release.")),
        case("todos without a goal", state("", ("read a.py", True), ("read b.py", False))),
        case("todos whose order is not that of the alphabet", state("go", ("b", False), ("a", True), ("c", False))),
        case("two equal todos", state("go", ("read a.py", True), ("read a.py", False))),
        case("everything done", state("go", ("a", True), ("b", True))),
        case("a todo with brackets of its own", state("go", ("[x] is a mark", False), ("- a dash", True))),
        case("a goal that looks like the mark", state(f"write {MARK} first", ("a", False))),
        case("Chinese", state("整理 /tmp/project", ("读 file_1.md", True), ("写总结", False))),
        case("twenty todos", state("read all", *((f"read file_{n}.md", n < 7) for n in range(1, 21)))),
        case("a todo without text", state("go", ("", False), ("b", True))),
    ]
