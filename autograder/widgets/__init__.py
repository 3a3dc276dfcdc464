"""The window and its friends: context made visible, driven by the learner's own functions.

A widget is plain data from Python, and one plain ES module that draws it: in JupyterLab, in a page with no kernel,
and in a file of its own.
"""

from autograder.widgets.estimates import draw_estimates

__all__ = ["draw_estimates"]
