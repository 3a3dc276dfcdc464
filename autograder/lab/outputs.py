"""Task outputs: results that are too large for the window, kept as files and never overwritten."""

import re
from pathlib import Path

FOLDER = ".task_outputs"
LONGEST_LABEL = 40  # characters of the call id that a name shows


class TaskOutputs:
    """A folder of outputs, one numbered file each.

    The number makes a name new, so that neither a repeated call id nor a disk that ignores case
    can make two outputs meet; what the file shows of the id is only a label.

    Examples:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     outputs = TaskOutputs(folder)
        ...     path = outputs.save("call/../7", "a long listing")
        ...     Path(path).name, outputs.load(path)
        ('00001-call-7.txt', 'a long listing')
    """

    def __init__(self, folder: str | Path = FOLDER) -> None:
        """Use a folder; it is made at the first output.

        Args:
            folder: where the files go.
        """
        self.folder = Path(folder)
        self._number = 0  # of the newest output; the first save looks what is there already

    def save(self, tool_call_id: str, text: str) -> str:
        """Write one output to a file of its own.

        Args:
            tool_call_id: which call it answers; only a label of the file.
            text: the whole output, written as it is.

        Returns:
            The file's path, with forward slashes, for a handle.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        label = re.sub(r"[^a-z0-9]+", "-", tool_call_id.lower()).strip("-")[:LONGEST_LABEL] or "output"
        self._number = self._number or max(map(_number_of, self.folder.iterdir()), default=0)
        while True:
            self._number += 1
            path = self.folder / f"{self._number:05}-{label}.txt"
            try:
                with path.open("x", encoding="utf-8", errors="surrogatepass", newline="") as file:
                    file.write(text)
                return path.as_posix()
            except FileExistsError:
                continue  # another process was quicker

    def load(self, path: str) -> str:
        """Read an output back.

        Args:
            path: what `save` returned.

        Raises:
            ValueError: the path leads out of the folder.
            FileNotFoundError: there is no such output.
        """
        found = Path(path).resolve()
        if self.folder.resolve() not in found.parents:
            raise ValueError(f"path is {path!r}: outputs are read from {self.folder.as_posix()} only.")
        with found.open(encoding="utf-8", errors="surrogatepass", newline="") as file:
            return file.read()


def _number_of(path: Path) -> int:
    number = path.name.partition("-")[0]
    return int(number) if number.isascii() and number.isdecimal() else 0
