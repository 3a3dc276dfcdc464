"""Every widget in the real JupyterLab: it appears, plays, plays again on a slider, and says when its kernel is gone."""

from collections.abc import Iterator

import nbformat
import pytest
from playwright.sync_api import Locator, Page, expect

from autograder.tests.browsers import chromium_page
from autograder.tests.livelab import LiveNotebook, jupyterlab
from autograder.tests.saved_pages import in_chromium, serious

PATIENCE = 30_000  # ms; only a machine that is stuck meets it
LOST = "The kernel was restarted or has ended. What is drawn stays; run the cell again to change it."
CELLS = {
    "mine": """
from autograder import watch
from autograder.lab import Summarizer
from autograder.lab import system, user
from autograder.widgets import try_cut, try_estimate, watch_decay, watch_prefix

def last_messages(messages, count=4):
    return messages[-count:] if len(messages) > 8 else messages

def careful(messages, keep=9):
    if keep == 3:
        while True:
            pass
    return messages[:2] + messages[2:][-keep:]

def start(messages, desired):
    return max(0, len(messages) - desired)

def fourth(text):
    return len(text) // 4

def stores(messages):
    \"\"\"As `tool_result_budget` does: all but the front of a long result is on disk.\"\"\"
    last = messages[-1]
    if last["role"] != "tool" or len(last["content"]) < 1000:
        return messages
    handle = '<persisted-output path=".task_outputs/1.txt" chars="9">' + last["content"][:40] + "</persisted-output>"
    return [*messages[:-1], {**last, "content": handle}]

def compact(messages, summarize, keep=2):
    while keep == 0:
        pass
    if len(messages) < 5:
        return messages
    return [messages[0], user("[Compacted]\\n\\n" + summarize(messages[1:-keep])), *messages[-keep:]]

def with_state(messages, state):
    done = ", ".join(todo["text"] for todo in state["todos"])
    return [*messages, user("[Task state]\\n" + done)]

def clock_in_front(now):
    return f"It is {now:%H:%M:%S}. " + "Read first, then write. " * 300

class Once:
    def __init__(self, build):
        self.build, self.kept = build, None

    def text(self):
        self.kept = self.kept or self.build()
        return self.kept
""",
    "window": "watch(careful, last_messages)",
    "estimator": "try_estimate(fourth, len)",
    "cutter": "try_cut(start)",
    "decay": "watch_decay(compact, with_state=with_state)",
    "prefix": "watch_prefix(clock_in_front, once=Once)",
    "stored": "watch(stores, rounds=8)",
}
WIDGETS = [id for id in CELLS if id != "mine"]
pytestmark = in_chromium


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveNotebook]:
    """One notebook with every widget, run."""
    folder, home = tmp_path_factory.mktemp("folder"), tmp_path_factory.mktemp("home")
    cells = [nbformat.v4.new_code_cell(source, id=id) for id, source in CELLS.items()]
    python = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=python), folder / "widgets.ipynb")
    with jupyterlab(folder, home) as address, chromium_page(1400, 1000) as page:
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        notebook = LiveNotebook(page, address, folder, "widgets.ipynb")
        notebook.run_all()
        yield notebook
        expect.set_options(timeout=5_000)


def widget(lab: LiveNotebook, id: str) -> Locator:
    found = lab.cell(id).locator(".cw")
    expect(found).to_be_visible()
    return found


def knob(window: Locator, key: str, presses: str, times: int = 1) -> None:
    slider = window.locator(f'[data-key="{key}"]')
    slider.focus()
    for _ in range(times):
        window.page.keyboard.press(presses)


def test_the_window_plays(lab: LiveNotebook) -> None:
    window = widget(lab, "window")
    window.locator(".cw-speed").select_option("0.5")
    window.locator(".cw-play").click()
    for number in range(3):
        expect(window.locator(".cw-where")).to_have_text(f"round {number} of 20")
    window.locator(".cw-speed").select_option("8")
    expect(window.locator(".cw-where")).to_have_text("round 20 of 20")
    expect(window.get_by_role("button", name="Play")).to_be_visible()


def test_the_window_plays_again_when_a_slider_moves(lab: LiveNotebook) -> None:
    window = widget(lab, "window")
    window.locator("summary", has_text="change what is played").click()
    knob(window, "window", "ArrowLeft", times=24)
    expect(window.locator(".cw-lane").first).to_contain_text("window 2,048")
    expect(window.locator(".cw-refused").first).to_contain_text("> max 2048 tokens")
    before = window.locator("figcaption span").nth(1).inner_text()
    knob(window, "growth", "ArrowLeft", times=2)
    expect(window.locator("figcaption span").nth(1)).not_to_have_text(before)


def test_a_function_that_hangs_says_so_at_its_round_and_the_kernel_lives_on(lab: LiveNotebook) -> None:
    window = widget(lab, "window")
    knob(window, "careful.keep", "Home")
    knob(window, "careful.keep", "ArrowRight", times=3)
    expect(window.locator(".cw-error")).to_contain_text("careful(keep=3) did not come back within")
    knob(window, "careful.keep", "ArrowRight", times=3)
    expect(window.locator(".cw-error")).to_have_count(0)
    expect(window.locator("figcaption strong").nth(1)).to_have_text("careful(keep=6)")


def test_typed_text_is_cut_and_estimated(lab: LiveNotebook) -> None:
    estimator = widget(lab, "estimator")
    estimator.locator("textarea").fill("Hello, 天气 🦜")
    expect(estimator.locator(".ce-token")).to_have_text(["Hello", ",", "·天", "气", "·🦜\u20603"])
    expect(estimator.locator(".ce-meters li")).to_have_text(
        ["exact7 tokens · 11 characters", "fourth2, −71 % too low", "len11, +57 % too high"]
    )
    estimator.locator("select").select_option(label="base64")
    expect(estimator.locator(".ce-meters li").first).to_contain_text("60 tokens")
    estimator.locator("textarea").fill("x" * 30_000)
    expect(lab.cell("estimator").locator(".cw-kernel")).to_contain_text("text has 30,000 characters")


def test_the_cut_moves_with_the_arrow_keys(lab: LiveNotebook) -> None:
    cutter = widget(lab, "cutter")
    cutter.locator(".cc-cut").focus()
    lab.page.keyboard.press("Home")
    expect(cutter.locator(".cc-verdict")).to_contain_text("The tail begins at 0")
    for _ in range(3):
        lab.page.keyboard.press("ArrowRight")
    expect(cutter.locator(".cc-verdict")).to_contain_text("✗ 400 message 0 is a result")
    expect(cutter.locator(".cc-choice")).to_contain_text("begins its tail at 3: ✗ refused")


def test_facts_fade_and_a_chosen_helper_is_asked_at_once(lab: LiveNotebook) -> None:
    decay = widget(lab, "decay")
    plain, state = decay.locator(".cw-lane").all()
    decay.locator(".cw-speed").select_option("8")
    decay.locator(".cw-play").click()
    expect(decay.locator(".cw-where")).to_have_text("round 10 of 10")
    expect(plain.locator("figcaption span")).to_contain_text("8 of 20 facts still said")
    expect(state.locator("figcaption span")).to_contain_text("14 of 20 facts still said")
    decay.locator(".cw-bars").first.focus()
    expect(decay.locator(".cw-why").first).to_contain_text("file_1.md · lost in round")
    decay.locator("summary", has_text="change what is played").click()
    decay.get_by_label("helper model").select_option("faithful")
    expect(plain.locator("figcaption span")).to_contain_text("20 of 20 facts still said")
    knob(decay, "compact.keep", "Home")
    expect(plain.locator(".cw-error")).to_contain_text("compact(keep=0) did not come back within")
    expect(decay.locator(".cw-where")).to_contain_text("of 0")
    knob(decay, "compact.keep", "ArrowRight", times=2)
    expect(decay.locator(".cw-error")).to_have_count(0)


def test_a_prefix_plays_and_a_longer_pause_is_played_at_once(lab: LiveNotebook) -> None:
    prefix = widget(lab, "prefix")
    ticking, kept = prefix.locator(".cw-lane").all()
    prefix.locator(".cw-speed").select_option("8")
    prefix.locator(".cw-play").click()
    expect(prefix.locator(".cw-where")).to_have_text("round 20 of 20")
    expect(ticking.locator(".cp-part code").last).to_contain_text("system:It is 09:06:│40.")
    expect(kept.locator(".cw-done")).to_contain_text("tokens from the cache")
    prefix.locator("summary", has_text="change what is played").click()
    knob(prefix, "pause", "End")
    expect(kept.locator(".cw-done")).to_contain_text(", 0 tokens from the cache")
    knob(prefix, "pause", "Home")
    expect(kept.locator(".cw-done")).not_to_contain_text(", 0 tokens from the cache")


def test_a_result_that_was_moved_to_disk_is_shown_as_such(lab: LiveNotebook) -> None:
    stored = widget(lab, "stored")
    mine = stored.locator(".cw-lane").last
    expect(stored.locator(".cw-legend")).to_contain_text("d moved to disk")
    expect(mine.locator(".cw-mark")).to_have_text(["d"] * 4)
    expect(mine.locator(".cw-done")).to_have_text("this round: 1 moved to disk")
    mine.locator(".cw-bars").focus()
    expect(mine.locator(".cw-why")).to_contain_text("moved to disk in round 8 · it had")
    stored.locator(".cw-round").focus()
    for _ in range(4):
        lab.page.keyboard.press("ArrowLeft")
    expect(mine.locator(".cw-mark")).to_have_count(0)
    lab.page.keyboard.press("End")


@pytest.mark.parametrize("width", [380, 1600])
def test_no_widget_is_wider_than_its_cell(lab: LiveNotebook, width: int) -> None:
    for id in WIDGETS:
        shown = widget(lab, id)
        shown.evaluate("(each, width) => { each.style.width = `${width - 40}px`; }", width)
        lab.page.wait_for_timeout(100)  # it is drawn anew
        assert shown.evaluate("each => each.scrollWidth") <= width - 40, id
        shown.evaluate("each => { each.style.width = ''; }")


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
@pytest.mark.parametrize("id", WIDGETS)
def test_axe_finds_nothing_serious_in_jupyterlab(lab: LiveNotebook, id: str, theme: str) -> None:
    wear(lab.page, theme)
    shown = widget(lab, id)
    shown.evaluate("(each, id) => { each.id = `shown-${id}`; }", id)
    assert serious(lab.page, f"#shown-{id}", only=None if theme.endswith("Light") else "color-contrast") == []
    dark = shown.evaluate("each => getComputedStyle(each).getPropertyValue('--cw-text')")
    assert (dark == "#e6edf3") is theme.endswith("Dark")


def test_after_a_restart_every_widget_says_what_it_can_and_what_it_cannot(lab: LiveNotebook) -> None:
    """This one comes last: it ends the kernel."""
    restart(lab.page)
    for id in ("window", "estimator", "decay", "prefix"):
        expect(lab.cell(id).locator(".cw-kernel")).to_have_text(LOST)
        for each in lab.cell(id).locator("[data-asks]").all():
            expect(each).to_be_disabled()
    for id, last in (("window", 20), ("decay", 10), ("prefix", 20)):
        played = widget(lab, id)
        played.locator(".cw-back").click()
        expect(played.locator(".cw-where")).to_have_text(f"round {last - 1} of {last}")
    cutter = widget(lab, "cutter")
    cutter.locator(".cc-cut").focus()
    lab.page.keyboard.press("Home")
    expect(cutter.locator(".cc-verdict")).to_contain_text("The tail begins at 0")
    lab.cell("mine").locator(".cm-content").click()
    for _ in range(2):  # the new kernel counts from 1; a number that was there before would not be seen to change
        lab.page.keyboard.press("Control+Enter")
    lab.run("window")
    expect(lab.cell("window").locator(".cw-kernel")).to_have_text("")
    expect(lab.cell("window").locator('[data-key="window"]')).to_be_enabled()


def wear(page: Page, theme: str) -> None:
    """Choose a theme as a learner does, in the menu; nothing where it is on already."""
    if page.evaluate("document.body.dataset.jpThemeName") == theme:
        return
    page.click(".lm-MenuBar-itemLabel >> text=/^Settings$/")
    page.hover(".lm-Menu-itemLabel >> text=/^Theme$/")
    page.click(f".lm-Menu-itemLabel >> text=/^{theme}$/")
    page.wait_for_function("theme => document.body.dataset.jpThemeName === theme", arg=theme)


def restart(page: Page) -> None:
    page.click(".lm-MenuBar-itemLabel >> text=/^Kernel$/")
    page.click(".lm-Menu-itemLabel >> text=/^Restart Kernel…$/")
    page.click(".jp-Dialog button >> text=/^Restart$/")
