"""What nbgrader is told of a lesson's cells: their ids, the form of their metadata, and what a stub says."""

SCHEMA = 3  # of nbgrader's cell metadata
STUB = "raise NotImplementedError"


def check_id(lesson: str) -> str:
    """Return the grade id of the cell that carries a lesson's points; its solution cell has the lesson's own name."""
    return f"check_{lesson}"
