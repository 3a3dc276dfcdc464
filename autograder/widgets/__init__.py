"""The window and its friends: context made visible, driven by the learner's own functions.

A widget is plain data from Python, and one plain ES module that draws it: in JupyterLab, in a page with no kernel,
and in a file of its own.
"""

from autograder.widgets.cabinet import draw_cabinet
from autograder.widgets.code_points import draw_code_points
from autograder.widgets.cuts import draw_cuts
from autograder.widgets.cutter import try_cut
from autograder.widgets.decay import watch_decay
from autograder.widgets.estimates import draw_estimates
from autograder.widgets.estimator import try_estimate
from autograder.widgets.pipeline import draw_pipeline
from autograder.widgets.prefix import watch_prefix
from autograder.widgets.tour import draw_bill, predict

__all__ = [
    "draw_bill",
    "draw_cabinet",
    "draw_code_points",
    "draw_cuts",
    "draw_estimates",
    "draw_pipeline",
    "predict",
    "try_cut",
    "try_estimate",
    "watch_decay",
    "watch_prefix",
]
