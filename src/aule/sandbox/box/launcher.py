"""The program that runs a command under Landlock: `python -I -S launcher.py REQUEST STATUS [FILE]`, open handles.

A file that is given is the command's standard input, which is empty otherwise.

It stays outside as the parent of all processes of the command, and ends them with it, or when its own caller goes away.
It starts for every command, so it imports as little as it can.
"""

from __future__ import annotations

import ctypes
import os
import resource
import select
import signal
import struct
import sys

Request = dict[str, list[str]]
"""The request of `landlock.request`: lists of words by name."""

_NO_NEW_PRIVILEGES, _DEATH_SIGNAL, _SUBREAPER, _SECCOMP = 38, 1, 36, 22
_CREATE, _ADD, _RESTRICT = 444, 445, 446
_READ = 0b1101  # execute, read files, list folders
_ON_FILES = 1 | 2 | 4 | 1 << 14 | 1 << 15  # execute, write, read, truncate, control devices
_DEVICE_NODES = 1 << 6 | 1 << 11
_LETTERS = {
    "d": resource.RLIMIT_DATA,
    "f": resource.RLIMIT_FSIZE,
    "n": resource.RLIMIT_NOFILE,
    "t": resource.RLIMIT_CPU,
    "c": resource.RLIMIT_CORE,
}


def main() -> int:
    """Run one command and return its exit code, 128 and more for a signal."""
    request_handle, status = int(sys.argv[1]), int(sys.argv[2])
    with os.fdopen(request_handle, "rb") as file:
        request = read_request(file.read())
    libc = ctypes.CDLL(None, use_errno=True)
    _check(libc.prctl(_SUBREAPER, 1, 0, 0, 0), "becoming the parent of all")
    stopping, stopped = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
    signal.set_wakeup_fd(stopped, warn_on_full_buffer=False)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD):
        signal.signal(number, _heard)
    waiting, began = os.pipe2(os.O_CLOEXEC)
    child = os.fork()
    if child == 0:
        os.close(status)
        _become(request, libc, began)
    os.close(began)
    problem = os.read(waiting, 4096)
    if problem:
        os.waitpid(child, 0)
        os.write(2, problem)
        return 126
    code = _wait(child, stopping)
    _end_all()
    os.write(status, b'{"exit-code": %d}' % code)
    return code


def read_request(content: bytes) -> Request:
    """Return words by name, each ended by NUL and counted; importing `json` would slow the start by half."""
    words = content.decode("utf-8", "surrogateescape").split("\0")
    found: Request = {}
    place = 0
    while place + 1 < len(words):
        name, count = words[place], int(words[place + 1])
        found[name] = words[place + 2 : place + 2 + count]
        place += 2 + count
    return found


def _heard(number: int, frame: object) -> None:
    """Do nothing on a signal: its number was written where `_wait` listens."""


def _wait(child: int, stopping: int) -> int:
    """Wait until the command ends, somebody ends it, or the caller is gone."""
    while True:
        heard, _, _ = select.select([stopping, 0], [], [])
        if 0 in heard and not os.read(0, 1):
            return 128 + signal.SIGKILL
        if stopping in heard:
            if set(os.read(stopping, 512)) & {signal.SIGTERM, signal.SIGINT}:
                return 128 + signal.SIGKILL
            code = _reaped(child)
            if code is not None:
                return code


def _reaped(child: int) -> int | None:
    """Reap all ended processes; return the command's exit code if it ended."""
    code = None
    try:
        while ended := os.waitpid(-1, os.WNOHANG):
            if ended[0] == 0:
                break
            if ended[0] == child:
                given = os.waitstatus_to_exitcode(ended[1])
                code = given if given >= 0 else 128 - given
    except ChildProcessError:
        pass
    return code


def _end_all() -> None:
    """Kill all remaining processes of any group; they are stopped first, so that none starts another."""
    held: set[int] = set()
    while fresh := set(_descendants(os.getpid())) - held:
        _send(fresh, signal.SIGSTOP)
        held |= fresh
    _send(held, signal.SIGKILL)
    try:
        while os.waitpid(-1, 0):
            pass
    except ChildProcessError:
        return


def _send(pids: set[int], number: int) -> None:
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            continue


def _descendants(top: int) -> list[int]:
    parents: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                parent = int(file.read().rpartition(b")")[2].split()[1])
        except (OSError, ValueError):
            continue
        parents.setdefault(parent, []).append(int(name))
    found: list[int] = []
    todo = [top]
    while todo:
        below = parents.get(todo.pop(), [])
        found += below
        todo += below
    return found


def _become(request: Request, libc: ctypes.CDLL, began: int) -> None:
    """Apply all restrictions in the child, then execute the command. Never returns."""
    problem = "something unforeseen"
    try:
        _shut(request, libc)
        os.closerange(3, began)
        os.closerange(began + 1, 65536)
        command, env = request["command"], dict(zip(request["names"], request["values"], strict=True))
        os.execve(command[0], command, env)
    except OSError as error:
        problem = str(error)
    finally:
        os.write(began, f"the box could not be made: {problem}".encode())
        os._exit(126)


def _shut(request: Request, libc: ctypes.CDLL) -> None:
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)
    os.setsid()
    os.dup2(int(sys.argv[3]) if len(sys.argv) > 3 else os.open("/dev/null", os.O_RDWR), 0)
    rules = _rules(request, libc)
    _limit(request)
    os.chdir(request["folder"][0])
    for user in map(int, request["user"]):
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    _check(libc.prctl(_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0), "dying with the parent")  # changing users forgets it
    _check(libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0), "giving up new rights")
    _check(libc.syscall(_RESTRICT, rules, 0), "shutting the files")
    _filter(request, libc)


def _rules(request: Request, libc: ctypes.CDLL) -> int:
    version = int(request["version"][0])
    rights = (1 << 13) - 1 | (version >= 2) << 13 | (version >= 3) << 14 | (version >= 5) << 15
    network = 0b11 if version >= 4 else 0
    scoped = 0b11 if version >= 6 else 0
    words = struct.pack("<QQQ", rights, network, scoped)
    handled = words[: 24 if version >= 6 else 16 if version >= 4 else 8]
    rules = _check(libc.syscall(_CREATE, handled, ctypes.c_size_t(len(handled)), 0), "making rules")
    allowed = [(path, _READ) for path in request["readable"]]
    allowed += [(path, rights & ~_DEVICE_NODES) for path in request["writable"]]
    allowed += [(path, 0b110) for path in request["devices"]]
    for path, what in allowed:
        try:
            handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            continue  # it is not on this machine
        is_folder = os.path.isdir(path)
        rule = struct.pack("<Qi", what if is_folder else what & _ON_FILES & rights, handle)
        _check(libc.syscall(_ADD, rules, 1, rule, 0), f"allowing {path}")
        os.close(handle)
    return rules


def _limit(request: Request) -> None:
    for letter, value in zip(request["letters"], map(int, request["limits"]), strict=True):
        resource.setrlimit(_LETTERS[letter], (value, value))
    # The system counts all that the user runs, so what runs already is added.
    user = int(request["user"][0]) if request["user"] else os.getuid()
    most = int(request["processes"][0]) + _threads_of(user)
    hard = resource.getrlimit(resource.RLIMIT_NPROC)[1]
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(resource.RLIMIT_NPROC, (most, most))


def _threads_of(user: int) -> int:
    count = 0
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and os.stat(f"/proc/{name}").st_uid == user:
                count += len(os.listdir(f"/proc/{name}/task"))
        except OSError:
            continue
    return count


def _filter(request: Request, libc: ctypes.CDLL) -> None:
    code = bytes.fromhex(request["filter"][0])
    kept = ctypes.create_string_buffer(code, len(code))
    program = struct.pack("@HP", len(code) // 8, ctypes.addressof(kept))
    _check(libc.prctl(_SECCOMP, 2, program, 0, 0), "filtering system calls")


def _check(result: int, what: str) -> int:
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{what}: {os.strerror(code)}")
    return result


if __name__ == "__main__":
    sys.exit(main())
