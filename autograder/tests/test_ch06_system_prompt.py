"""Chapter 6 where the general invariants do not look: what its notebook claims."""

from pathlib import Path
from typing import Any

import pytest

from autograder.tests.test_ch07_notebook import run_solved
from autograder.widgets import watch_prefix
from autograder.widgets.prefix import Prefix


def hit_rate(view: Any, lane: int) -> float:
    frames = view.picture["lanes"][lane]["frames"]
    return sum(each["read"] for each in frames) / sum(each["tokens"] for each in frames)


def cost(view: Any, lane: int) -> float:
    return float(view.picture["lanes"][lane]["frames"][-1]["cost"])


def test_the_notebook_runs_and_says_what_is_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names, ends = run_solved("ch06_system_prompt", tmp_path, monkeypatch)
    still, ticking = names["still"], names["ticking"]
    assert (still.error, ticking.error, len(still.lines)) == (None, None, 21)
    assert (still.tokens.hit_rate > 0.8, ticking.tokens.hit_rate) == (True, 0)
    assert ticking.cost > 5 * still.cost
    both, kept = (each for each in ends if isinstance(each, Prefix))
    assert (hit_rate(both, 0), hit_rate(both, 1) > 0.8) == (0, True)
    assert cost(both, 0) > 5 * cost(both, 1)
    assert (hit_rate(kept, 0), hit_rate(kept, 1)) == (0, pytest.approx(hit_rate(both, 1), abs=0.01))
    assert cost(kept, 1) == pytest.approx(cost(both, 1), rel=0.01)
    kept.widget.asked = {"pause": 1820, "serial": 1}
    assert hit_rate(kept.widget, 1) == 0


def test_a_clock_anywhere_in_the_system_prompt_costs_the_whole_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the last question of the notebook is answered with."""
    names, _ = run_solved("ch06_system_prompt", tmp_path, monkeypatch)

    def time_in_the_last_layer(now: Any) -> Any:
        return names["build_system_prompt"]([*names["layers"], {"name": "runtime", "content": f"It is {now}."}])

    view = watch_prefix(time_in_the_last_layer, measure=names["shared_prefix"])
    assert view is not None
    last = view.picture["lanes"][0]["frames"][-1]
    assert (hit_rate(view, 0), last["same"][0]) == (0, 0)
    assert last["same"][1] > 0.99
