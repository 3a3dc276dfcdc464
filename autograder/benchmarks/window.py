"""How smooth the window is: a session of 500 messages played in Chromium, every round drawn and laid out.

Run `python -m autograder.benchmarks.window`; it takes about a minute, and needs the extra `test` and Chromium.
The browser's own clock is around each step of the slider: drawing, style and layout. The ratio is to 16.7 ms, one frame
of a screen that shows 60 in a second. Half of the session is a row of its own, to show how drawing grows.
"""

import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Page

from autograder import watch
from autograder.benchmarks.lab_session import newest, session_of
from autograder.lab import long_history
from autograder.tests.browsers import chromium_page

FRAME = 1000 / 60  # ms
SIZES = (250, 500)  # messages
_STEPS = """() => {
  const slider = document.querySelector(".cw-round");
  const stage = document.querySelector(".cw-stage");
  const times = [];
  for (let round = 0; round <= Number(slider.max); round += 1) {
    const begin = performance.now();
    slider.value = round;
    slider.dispatchEvent(new Event("input"));
    stage.getBoundingClientRect(); // style and layout are done now, not later
    times.push(performance.now() - begin);
  }
  return times;
}"""


def step_times(page: Page, count: int, folder: Path) -> list[float]:
    """Return the milliseconds of every round of a session of `count` messages, two lanes side by side."""
    window = watch(newest, session=session_of(long_history(count)), window=10**6)
    if window is None:
        raise RuntimeError("the session was not played")
    page.goto(window.save(folder / "window.html").as_uri())
    page.wait_for_selector(".cw-lane")
    found: list[float] = page.evaluate(_STEPS)
    return found


def main() -> None:
    """Print a row a size: milliseconds of a round, and as a part of a frame."""
    print(f"{'messages':>8}{'rounds':>8}{'median':>12}{'slowest':>12}{'of a frame':>12}")
    with tempfile.TemporaryDirectory() as folder, chromium_page(1280, 800) as page:
        for count in SIZES:
            times = step_times(page, count, Path(folder))
            middle, slowest = median(times), max(times)
            print(f"{count:>8}{len(times):>8}{middle:>9.1f} ms{slowest:>9.1f} ms{middle / FRAME:>11.2f}x", flush=True)


if __name__ == "__main__":
    main()
