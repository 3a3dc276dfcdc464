"""Which cells of a notebook a function is made of."""

from autograder.grading.extraction import Cell, needed_pieces
from autograder.grading.statements import statements_of

SOLUTION = """def double(number):
    return twice(number)


def twice(number):
    return factor * number
"""


def made_of(*cells: str) -> str:
    """Return the source of `double`, whose solution cell is the one that defines it."""
    answers = ["double" if "def double" in cell else "" for cell in cells]
    pieces = needed_pieces([Cell(f"cell {n}", each, answers[n]) for n, each in enumerate(cells)], "double")
    return "\n".join(piece.source for piece in pieces)


def result_of(source: str, number: int) -> object:
    namespace: dict[str, object] = {}
    exec(source, namespace)
    return namespace["double"](number)  # type: ignore[operator]


def test_a_function_brings_what_it_leans_on_from_other_cells() -> None:
    assert result_of(made_of("factor = 2", SOLUTION, "other = 3"), 4) == 8
    assert "other" not in made_of("factor = 2", SOLUTION, "other = 3")


def test_a_helper_of_the_solution_cell_is_not_replaced_by_another_cells_variable_of_its_name() -> None:
    """A notebook goes on after the solution, and may use the name for a result of its own."""
    for later in ("twice = double(3)", "twice = 7", "for twice in range(3):\n    pass"):
        assert result_of(made_of("factor = 2", SOLUTION, later), 4) == 8
        assert result_of(made_of(later.replace("double(3)", "6"), "factor = 2", SOLUTION), 4) == 8


def test_an_import_of_several_names_stays_where_the_solution_imports_one_of_them_again() -> None:
    cells = (
        "from math import floor, ceil",
        "from math import floor\n\n\ndef double(number):\n    return ceil(floor(number) * 2)",
    )
    assert result_of(made_of(*cells), 4) == 8


def test_a_helper_of_another_cell_is_not_replaced_by_a_demonstrations_variable_of_its_name() -> None:
    """What a notebook goes on to try out is not run, let alone with what it leans on in turn."""
    helper = "def factor_of(number):\n    return 2"
    solution = "def double(number):\n    return factor_of(number) * number"
    for later in (
        "factor_of = double(3)",
        "for factor_of in stub():\n    pass",
        "with stub() as factor_of:\n    pass",
        "for n in range(9):\n    factor_of = stub(n)",
    ):
        assert result_of(made_of(helper, solution, later), 4) == 8
        if later.startswith(("for", "with")):
            assert result_of(made_of(later, helper, solution), 4) == 8


def test_a_value_that_takes_the_place_of_an_import_before_the_solution_does_so_here_too() -> None:
    assert result_of(made_of("from math import pi as factor", "factor = 2", SOLUTION), 4) == 8


def test_a_loop_is_taken_where_nothing_else_binds_the_name() -> None:
    assert result_of(made_of("for factor in (1, 2):\n    pass", SOLUTION), 4) == 8


def test_a_definition_that_depends_on_what_is_installed_is_one() -> None:
    maybe = "try:\n    from nowhere_at_all import factor\nexcept ImportError:\n    factor = 2"
    assert result_of(made_of(maybe, SOLUTION, "factor = 'for a picture'"), 4) == 8


def test_each_cell_is_read_once_for_all_functions_however_many_there_are() -> None:
    cells = [Cell(f"cell {n}", f"value_{n} = {n}") for n in range(600)]
    cells.append(Cell("last", "def one():\n    return value_3\n\ndef two():\n    return one() + value_599"))
    statements_of.cache_clear()
    assert [len(needed_pieces(cells, name)) for name in ("one", "two")] == [2, 3]
    assert statements_of.cache_info().misses == len(cells)
