"""The window: what is sent, round by round."""

from autograder.widgets.view import View
from autograder.widgets.words import picture_table, picture_text


class Window(View):
    """A picture of what is sent, round by round.

    Attributes:
        name: of its module and its style.
        picture: plain data, as `frames` describes it.
    """

    name = "window"

    @property
    def last(self) -> int:
        """The number of the last round that can be shown."""
        return max(len(lane["frames"]) for lane in self.picture["lanes"]) - 1

    def words(self) -> str:
        """Return each lane's last request, one line a lane, then one line a message."""
        return picture_text(self.picture)

    def table(self) -> str:
        """Return each lane's last request as a table that needs no script and no style."""
        return picture_table(self.picture)
