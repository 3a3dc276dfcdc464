"""What all tests share."""

import os
import signal

import pytest

from autograder.tests import books


@pytest.fixture(scope="session", autouse=True)
def _place_of_the_book(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Let the book be built where every process of this run of tests finds it."""
    base = tmp_path_factory.getbasetemp()
    books.place = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "book"


@pytest.fixture(scope="session", autouse=True)
def _processes_start_sooner(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Leave out an addition of jsonschema's that is four seconds of each nbgrader or JupyterLab a test starts.

    As `autograder`'s own commands do; see `autograder.cli`.
    """
    folder = tmp_path_factory.mktemp("left_out")
    (folder / "rfc3987_syntax.py").write_text("raise ImportError('left out')\n", encoding="utf-8")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))


@pytest.fixture(scope="session", autouse=True)
def _ctrl_c_reaches_what_is_started() -> None:
    """A run of tests in a shell's background has Ctrl-C turned off, and would hand that on to all it starts."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
