"""What all tests share."""

import os

import pytest

from autograder.tests import books


@pytest.fixture(scope="session", autouse=True)
def _place_of_the_book(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Let the book be built where every process of this run of tests finds it."""
    base = tmp_path_factory.getbasetemp()
    books.place = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "book"
