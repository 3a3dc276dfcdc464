"""See it die: a tour."""

LESSONS: tuple[str, ...] = ()
