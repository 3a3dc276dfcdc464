"""What a process holds before a function runs, kept out of the garbage collector's sight.

A pass over a kernel full of data would be charged to a function that makes many objects.
"""

import contextlib
import gc
from collections.abc import Iterator

_for_good = False


def set_aside_for_good() -> None:
    """Set aside all there is now, for this process and its children, which then copy none of it in passing."""
    global _for_good
    gc.collect()
    gc.freeze()
    _for_good = True


@contextlib.contextmanager
def set_aside() -> Iterator[None]:
    """Set aside all there is now, for a while; where it was done for good, leave that as it is."""
    if _for_good:
        yield
        return
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
