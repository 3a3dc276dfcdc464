"""JupyterLab in a learner's folder, quiet, on this machine, with a browser or without one."""

import os
import sys
import urllib.request
import webbrowser
from pathlib import Path

CONFIG = Path(__file__).parent / "jupyter"  # no news, no look for updates; nbgrader's panels are for instructors
_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME", "BROWSER")


def open_again(folder: Path, page: str, *, browser: bool) -> str | None:
    """Return the address of a page in a JupyterLab that runs in this folder already; `None` where none does.

    A second one on the same files would let two of them save over each other.

    Args:
        folder: what the learner sees.
        page: the file of it to open.
        browser: whether to open one, where there is one.
    """
    from jupyter_server.serverapp import list_running_servers

    for server in list_running_servers():
        if Path(server["root_dir"]).resolve() == folder.resolve() and _answers(server["url"]):
            address = f"{server['url']}lab/tree/{page}?token={server['token']}"
            if browser and browser_is_there():
                webbrowser.open(address)
            return address
    return None


def _answers(url: str) -> bool:
    """Say whether a server is there: its number may long be that of another process."""
    try:
        with urllib.request.urlopen(f"{url}api", timeout=5) as reply:
            return bool(reply.status == 200)
    except OSError:
        return False


def open_lab(folder: Path, page: str, *, browser: bool, port: int | None, ip: str | None) -> None:
    """Run JupyterLab until it is stopped.

    It prints its address, with the token that opens it.

    Args:
        folder: what the learner sees.
        page: the file of it to open first.
        browser: whether to open one, where there is one.
        port: where to listen; the next free one where it is taken.
        ip: the address to listen on; `None` is this machine only.
    """
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(
        filter(None, [str(CONFIG), os.environ.get("JUPYTER_CONFIG_PATH")])
    )
    import zmq
    from jupyterlab.labapp import LabApp

    options = {
        "ServerApp.root_dir": folder,
        "ServerApp.open_browser": browser and browser_is_there(),
        "ServerApp.allow_root": _is_root(),
        "ServerApp.answer_yes": True,  # Ctrl-C stops it, as `study` says, without a question that is hard to see
        "ServerApp.port": port,
        "ServerApp.ip": ip,
        "ServerApp.log_level": "ERROR",
        "LabApp.log_level": "ERROR",
        "KernelManager.transport_encryption": "auto" if zmq.has("curve") else None,
        "LabApp.default_url": f"/lab/tree/{page}",
    }
    LabApp.launch_instance(argv=[f"--{name}={value}" for name, value in options.items() if value is not None])


def browser_is_there() -> bool:
    """Say whether a browser with a window can be opened; one in the terminal would take it over."""
    if sys.platform.startswith(("linux", "freebsd")) and not any(map(os.environ.get, _SCREENS)):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
