"""A filter of system calls, put together as the program the kernel takes: no library, a few dozen lines.

Each check loads one 32-bit word, compares and jumps. Only the lower half of an argument is looked at, which is the
half the kernel itself looks at: a filter that compared all 64 bits could be walked past with rubbish in the upper one.
"""

from __future__ import annotations

import errno
import platform
import struct
from collections.abc import Iterable

from aule.sandbox.box import syscalls

ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
"""Machine → its column in the tables, and how the kernel calls it."""

AF_UNIX, AF_INET, AF_INET6 = 1, 2, 10
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C
_NAMESPACES = 0x7E020080
"""CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET, NEWTIME."""

_LOAD, _EQUAL, _GREATER, _ANY, _RETURN = 0x20, 0x15, 0x25, 0x45, 0x06
_ALLOW, _KILL, _ERROR = 0x7FFF0000, 0x80000000, 0x00050000
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16

Instruction = tuple[int, int, int, int]


def supported() -> bool:
    """Whether a filter can be made for this machine."""
    return platform.machine() in ARCHITECTURES


def program(
    *, sockets: Iterable[int], is_shared: bool, has_our_rights: bool = False, machine: str | None = None
) -> bytes:
    """The filter as bytes: these families of sockets and no others.

    `is_shared` is for a box without namespaces: what reaches other processes of the same user is closed too. Where
    the command even `has_our_rights`, it only seems to change permissions and times by path.
    """
    column, audit = ARCHITECTURES[machine or platform.machine()]
    forbidden = dict(syscalls.FORBIDDEN) | (syscalls.SHARED if is_shared else {})
    steps: list[Instruction] = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, audit),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        # The numbers of x32, which would pass every check below, are far above.
        (_GREATER, 0, 1, syscalls.NEWEST),
        _refuse(errno.ENOSYS),
    ]
    for numbers in forbidden.values():
        if (number := numbers[column]) is not None:
            steps += [(_EQUAL, 0, 1, number), _refuse(errno.EPERM)]
    # The C library falls back to clone, whose flags can be seen; those of clone3 lie in memory.
    steps += [(_EQUAL, 0, 1, syscalls.CLONE3[column]), _refuse(errno.ENOSYS)]
    for call in (syscalls.CLONE, syscalls.UNSHARE):
        steps += _checked(call[column], 0, [(_ANY, 0, 1, _NAMESPACES), _refuse(errno.EPERM), _allow()])
    typing = [(_EQUAL, 0, 1, _TIOCSTI), _refuse(errno.EPERM), (_EQUAL, 0, 1, _TIOCLINUX), _refuse(errno.EPERM)]
    steps += _checked(syscalls.IOCTL[column], 1, [*typing, _allow()])
    families = [step for family in sockets for step in ((_EQUAL, 0, 1, family), _allow())]
    steps += _checked(syscalls.SOCKET[column], 0, [*families, _refuse(errno.EAFNOSUPPORT)])
    steps += _checked(syscalls.PRLIMIT[column], 0, [(_EQUAL, 0, 1, 0), _allow(), _refuse(errno.EPERM)])
    if has_our_rights:
        steps += _pretending(column)
    steps.append(_allow())
    return b"".join(struct.pack("<HBBI", *step) for step in steps)


def _pretending(column: int) -> list[Instruction]:
    steps: list[Instruction] = []
    for numbers in syscalls.PRETENDED.values():
        if (number := numbers[column]) is not None:
            steps += [(_EQUAL, 0, 1, number), _refuse(0)]
    upper: list[Instruction] = [(_LOAD, 0, 0, _ARGUMENTS + 8 + 4), (_EQUAL, 0, 1, 0), _allow(), _refuse(0)]
    return steps + _checked(syscalls.UTIMENSAT[column], 1, [(_EQUAL, 1, 0, 0), _refuse(0), *upper])


def _checked(number: int, argument: int, checks: list[Instruction]) -> list[Instruction]:
    """Checks on one argument of one call; every one of them ends in an answer, so nothing is loaded back."""
    return [(_EQUAL, 0, len(checks) + 1, number), (_LOAD, 0, 0, _ARGUMENTS + 8 * argument), *checks]


def _refuse(code: int) -> Instruction:
    return (_RETURN, 0, 0, _ERROR | code)


def _allow() -> Instruction:
    return (_RETURN, 0, 0, _ALLOW)
