"""The stronger box: bubblewrap, which gives a command its own files, processes, network and users."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import tempfile
from collections.abc import Generator, Iterable
from functools import cache
from pathlib import Path

from aule.sandbox.box import seccomp
from aule.sandbox.box.limits import BoxLimits, limiter, script, shell
from aule.sandbox.box.spaces import (
    CERTIFICATES,
    NETWORK_SETTINGS,
    NOBODY,
    SETTINGS,
    SYSTEM,
    Space,
    environment,
    tools,
)

HOME = "/tmp"
_DEVICES = ("null", "zero", "full", "random", "urandom", "tty")
_INSIDE = 1000
"""The user a command sees itself as when we are root: it has no root rights, and its files belong to root."""


@cache
def program() -> str | None:
    """Return the path of bubblewrap, if it is installed for everybody."""
    return shutil.which("bwrap", path="/usr/local/bin:/usr/bin:/bin")


def syscall_filter(*, has_network: bool = False) -> bytes:
    """Return the filter of system calls; sockets are allowed, since the command's network is its own.

    On the network of this machine, sockets by name are not: programs of the machine listen at some.
    """
    named = () if has_network else (seccomp.AF_UNIX,)
    return seccomp.program(sockets=(*named, seccomp.AF_INET, seccomp.AF_INET6), is_shared=False)


@contextlib.contextmanager
def own_devices(space: Space) -> Generator[Path | None]:
    """Make device nodes for one command that runs with root's rights; None for others.

    The machine's nodes belong to root, so that the command could change their permissions for everybody.
    """
    made = next(filter(None, map(_made_devices, _places())), None) if _is_root(space) else None
    try:
        yield made
    finally:
        if made is not None:
            shutil.rmtree(made, ignore_errors=True)


def arguments(space: Space, folder: str, limits: BoxLimits, devices: Path | None = None) -> list[str]:
    """Return the arguments of bubblewrap, except the command and the handles."""
    here = space.seen
    words = ["--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv", "--hostname", "box"]
    own = ("user", "ipc", "pid", *(() if space.has_network else ("net",)), "uts", "cgroup-try")
    words += [f"--unshare-{what}" for what in own]
    if _is_root(space):
        words += ["--uid", str(_INSIDE), "--gid", str(_INSIDE)]
    for name, value in environment(space, HOME, {}).items():
        words += ["--setenv", name, value]
    words += system()
    for name in NETWORK_SETTINGS if space.has_network else CERTIFICATES if space.has_certificates else ():
        words += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
    readable = space.readable
    for place in tools():
        words += ["--ro-bind", str(place), str(place)] if place in readable else []
    # Under root, switches of the kernel would be its own to write: some of them run programs outside.
    words += [
        "--proc",
        "/proc",
        "--remount-ro",
        "/proc",
        "--dev",
        "/dev",
        "--size",
        str(limits.temporary),
        "--tmpfs",
        "/dev/shm",
    ]
    for device in _DEVICES if devices is not None else ():
        words += ["--dev-bind", f"{devices}/{device}", f"/dev/{device}"]
    words += ["--remount-ro", "/dev", "--size", str(limits.temporary), "--tmpfs", HOME]
    for place in space.read_only:
        words += ["--ro-bind", str(place), str(place)] if place in readable else []
    words += ["--bind" if space.is_writable else "--ro-bind", str(space.root), here]
    for lent in space.lent:
        words += ["--ro-bind", str(lent.source), f"{here}/{lent.path}"] if lent.source in readable else []
    for path in _there(space, space.protected):
        words += ["--ro-bind", f"{space.root}/{path}", f"{here}/{path}"]
    for path in _there(space, space.hidden):
        words += _covered(space.root / path, f"{here}/{path}")
    return [*words, "--remount-ro", "/", "--chdir", here if folder == "." else f"{here}/{folder}"]


def as_user(command: list[str], user: int) -> list[str]:
    """Return the same command with another user's rights."""
    return ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", *command]


def command(words: str, limits: BoxLimits, seconds: float, env: dict[str, str]) -> list[str]:
    """Return the command inside a shell that sets the limits: outside, they would count all of the user's processes.

    Variables are set after the limits: some of them make a shell run something first.
    """
    given = ["/usr/bin/env", *(f"{name}={value}" for name, value in env.items())] if env else []
    return [limiter(), "-c", script(limits, seconds, limiter()), "box", *given, shell(), "-c", words]


def _is_root(space: Space) -> bool:
    return os.geteuid() == 0 and space.user is None


def _places() -> list[str]:
    return [tempfile.gettempdir(), "/var/tmp", "/dev"]


def _made_devices(place: str) -> Path | None:
    """Make device nodes in a new folder; None where the disk allows none. Its name is swept like copies."""
    folder = None
    try:
        folder = Path(tempfile.mkdtemp(prefix=f"aule-box-{os.getpid()}-", dir=place))
        for name in _DEVICES:
            os.mknod(folder / name, 0o666 | stat.S_IFCHR, os.stat(f"/dev/{name}").st_rdev)
            os.chmod(folder / name, 0o666)
            os.chown(folder / name, NOBODY, NOBODY)
        os.close(os.open(folder / "null", os.O_RDWR))
    except OSError:
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
        return None
    return folder


def system() -> list[str]:
    """Return the arguments that show a command the system's programs and libraries, read-only."""
    words: list[str] = []
    for place in map(Path, SYSTEM):
        if place.is_symlink():
            words += ["--symlink", str(place.readlink()), str(place)]
        elif place.is_dir():
            words += ["--ro-bind", str(place), str(place)]
    for name in SETTINGS:
        words += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
    return words


def _there(space: Space, paths: Iterable[str]) -> list[str]:
    """Return the paths that exist and are no links."""
    return [path for path in paths if os.path.lexists(space.root / path) and not (space.root / path).is_symlink()]


def _covered(real: Path, seen: str) -> list[str]:
    """Return arguments that hide a path: a folder becomes empty, a file cannot be opened."""
    return ["--tmpfs", seen, "--remount-ro", seen] if real.is_dir() else ["--ro-bind", "/dev/null", seen]
