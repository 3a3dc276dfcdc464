"""The live window: its state, and the module that draws it."""

import anywidget
import traitlets

from autograder.widgets.window import asset


class LiveWindow(anywidget.AnyWidget):
    """The widget.

    Attributes:
        picture: plain data, as `frames` describes it.
        round: the number of the frame that is shown, from 0; follows the slider both ways.
    """

    _esm = asset("window.js")
    _css = asset("window.css")
    picture = traitlets.Dict().tag(sync=True)
    round = traitlets.Int(0).tag(sync=True)
