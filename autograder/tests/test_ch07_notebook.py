"""Chapter 7 and the tour as they are run: solved, from top to bottom, against the lab and the real `openai` client."""

import ast
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from autograder.authoring.right import given_code
from autograder.authoring.source import Source, sources
from autograder.lab import Store, Summarizer

TABLE = """\
after round  1:    130 tokens unmanaged,   130 managed
after round  5:    870 tokens unmanaged,   813 managed
after round 10:  2,920 tokens unmanaged, 1,104 managed
after round 15:  6,221 tokens unmanaged, 1,104 managed
after round 20: 10,773 tokens unmanaged, 1,104 managed
all 20 added up: 80,515 against 18,559
"""


def source_of(chapter: str) -> Source:
    return next(each for each in sources() if each.chapter == chapter)


def run_solved(chapter: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[dict[str, Any], list[Any]]:
    """Run a solved notebook in a folder of its own; return its names, and what each code cell ended with."""
    source = source_of(chapter)
    given = f"given_{source.number}"
    (folder / f"{given}.py").write_text(given_code(source, sources()), encoding="utf-8")
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, given, raising=False)
    names: dict[str, Any] = {"__name__": "__main__"}
    ends: list[Any] = []
    for number, cell in enumerate(each for each in source.notebook.cells if each.cell_type == "code"):
        *body, last = ast.parse(cell.source).body
        ends.append(None)
        if isinstance(last, ast.Expr):
            exec(compile(ast.Module(body, []), f"cell {number}", "exec"), names)
            ends[-1] = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
        else:
            exec(compile(ast.Module([*body, last], []), f"cell {number}", "exec"), names)
    return names, ends


def test_chapter_7_reproduces_the_table_from_the_learners_own_functions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, ends = run_solved("ch07_pipeline", tmp_path, monkeypatch)
    said = capsys.readouterr().out
    assert TABLE in said
    assert "0 of 20 values can still be answered\nthe summariser was called 0 times" in said
    assert "21 requests, 0 refused; the longest had 1116 tokens" in said
    assert "messages in the last request: 12 and in the store: 43" in said
    assert [each for each in ends if type(each) is int] == [12, 25, 30, 13, 31, 13, 19, 12]


def test_chapter_7_says_what_is_missing_where_there_is_no_openai(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    run_solved("ch07_pipeline", tmp_path, monkeypatch)
    said = capsys.readouterr().out
    assert "The package openai is not installed, so the next cell has nothing to run." in said
    assert "the last reply" not in said


def test_the_loop_of_chapter_7_runs_against_autograder_serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import openai

    names, _ = run_solved("ch07_pipeline", tmp_path, monkeypatch)
    program = [str(Path(sys.executable).parent / "autograder"), "serve", "--port", "0", "--window", "8192"]
    with subprocess.Popen([*program, "--script", "read-files"], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://\S+/v1", server.stdout.readline())
        assert found is not None
        store = Store()
        with openai.OpenAI(base_url=found.group(), api_key="none") as client:
            send = names["openai_send"](client)
            opening = names["reading"].opening
            history = names["work"](store, "reading", opening, send, names["read_file"], Summarizer())
            with pytest.raises(names["PromptTooLong"]):
                send(names["reading"].history(18))
        assert history[-1]["content"] == "All 20 files are read."
        assert names["recall"](store, "reading") == history
        store.close()
        server.send_signal(signal.SIGINT)


def test_a_session_of_chapter_7_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop that is stopped in round 7 finds its history in the store, and reads on."""
    from autograder.lab import FileReader, LabError, Provider

    names, _ = run_solved("ch07_pipeline", tmp_path, monkeypatch)
    provider, store = Provider(window=8192, script=FileReader(20)), Store()

    def send_seven_times(messages: list[Any]) -> Any:
        if len(provider.requests) == 7:
            raise LabError("the machine was switched off")
        return provider.complete(messages).message

    def go_on(send: Any) -> Any:
        return names["work"](store, "reading", names["reading"].opening, send, names["read_file"], Summarizer())

    with pytest.raises(LabError, match="switched off"):
        go_on(send_seven_times)
    assert len(names["recall"](store, "reading")) == 2 + 7 * 2
    assert go_on(lambda messages: provider.complete(messages).message)[-1]["content"] == "All 20 files are read."
    assert len(provider.requests) == 21
    store.close()
