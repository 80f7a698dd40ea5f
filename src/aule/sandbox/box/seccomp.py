"""A filter of system calls, built as the BPF program the kernel takes, without a library.

Each check loads one 32-bit word, compares and jumps. Only the lower half of an argument is compared, which is the half
the kernel itself uses: a filter that compared all 64 bits could be bypassed with garbage in the upper one.
"""

from __future__ import annotations

import errno
import platform
import struct
from collections.abc import Iterable

from aule.sandbox.box import syscalls

ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
"""Machines with their column in the tables, and the kernel's number for them."""

AF_UNIX, AF_INET, AF_INET6 = 1, 2, 10
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C
_SET_FLAGS, _SET_FLAGS_32, _SET_ATTRIBUTES, _SET_VERSION = 0x40086602, 0x40046602, 0x401C5820, 0x40087602
_ENABLE_VERITY, _SET_ENCRYPTION = 0x40806685, 0x800C6613
_CLOSED_CONTROLS = (
    *(_TIOCSTI, _TIOCLINUX),
    *(_SET_FLAGS, _SET_FLAGS_32, _SET_ATTRIBUTES, _SET_VERSION, _ENABLE_VERITY, _SET_ENCRYPTION),
)
"""Controls that type into a terminal, or set file flags that no record holds."""
_NAMESPACES = 0x7E020080
"""CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET, NEWTIME."""

_RIGHTS = 0o6000
"""The permission bits that run a file with its owner's or group's rights."""
_MAKES = 0o100 | 0o20000000
"""O_CREAT, and the bit of O_TMPFILE: only then do permissions count."""
_LARGEST_SEGMENT = 1024 * 1024
"""Bytes of a shared memory segment, so that all possible ones fit into a command's memory."""

_LOAD, _EQUAL, _GREATER, _ANY, _RETURN = 0x20, 0x15, 0x25, 0x45, 0x06
_ALLOW, _KILL, _ERROR = 0x7FFF0000, 0x80000000, 0x00050000
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16

Instruction = tuple[int, int, int, int]


def supported() -> bool:
    """Return whether a filter can be made for this machine."""
    return platform.machine() in ARCHITECTURES


def program(
    *, sockets: Iterable[int], is_shared: bool, has_our_rights: bool = False, machine: str | None = None
) -> bytes:
    """Return the filter as bytes: it allows these socket families and no others.

    `is_shared` is for a box without namespaces: calls that reach other processes of the same user are closed too. With
    `has_our_rights`, changes of permissions and times are ignored and reported as done.
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
    controls = [step for number in _CLOSED_CONTROLS for step in ((_EQUAL, 0, 1, number), _refuse(errno.EPERM))]
    steps += _checked(syscalls.IOCTL[column], 1, [*controls, _allow()])
    attributes = syscalls.ATTRIBUTES | (syscalls.READ_ATTRIBUTES if is_shared else {})
    for numbers in attributes.values():
        steps += [(_EQUAL, 0, 1, numbers[column] or 0), _refuse(errno.EOPNOTSUPP)]
    pairs: list[Instruction] = [(_EQUAL, 0, 1, AF_UNIX), _allow(), _refuse(errno.EAFNOSUPPORT)]
    steps += _checked(syscalls.SOCKETPAIR[column], 0, pairs)
    families = [step for family in sockets for step in ((_EQUAL, 0, 1, family), _allow())]
    steps += _checked(syscalls.SOCKET[column], 0, [*families, _refuse(errno.EAFNOSUPPORT)])
    steps += _checked(syscalls.PRLIMIT[column], 0, [(_EQUAL, 0, 1, 0), _allow(), _refuse(errno.EPERM)])
    for numbers in syscalls.UNSEEN.values():
        steps += [(_EQUAL, 0, 1, numbers[column] or 0), _refuse(errno.ENOSYS)]
    if is_shared:
        steps += _only_itself(column)
    else:
        too_large: list[Instruction] = [(_GREATER, 0, 1, _LARGEST_SEGMENT), _refuse(errno.ENOMEM)]
        upper: list[Instruction] = [(_LOAD, 0, 0, _ARGUMENTS + 8 + 4), (_EQUAL, 1, 0, 0), _refuse(errno.ENOMEM)]
        steps += _checked(syscalls.SHMGET[column], 1, [*too_large, *upper, _allow()])
    if has_our_rights:
        steps += _pretending(column)
    steps += _keeping_rights(column)
    steps.append(_allow())
    return b"".join(struct.pack("<HBBI", *step) for step in steps)


def _keeping_rights(column: int) -> list[Instruction]:
    """Refuse permissions that run a file with its owner's or group's rights."""
    steps: list[Instruction] = []
    for x86, arm, argument, flags in syscalls.MODES.values():
        number = (x86, arm)[column]
        if number is None:
            continue
        checks: list[Instruction] = [(_ANY, 0, 1, _RIGHTS), _refuse(errno.EPERM), _allow()]
        if flags is not None:
            checks = [(_ANY, 1, 0, _MAKES), _allow(), (_LOAD, 0, 0, _ARGUMENTS + 8 * argument), *checks]
        steps += _checked(number, argument if flags is None else flags, checks)
    return steps


def _only_itself(column: int) -> list[Instruction]:
    """Allow a process to set only its own priority and processors: others of the user are outside the box."""
    itself: list[Instruction] = [(_EQUAL, 0, 1, 0), _allow(), _refuse(errno.EPERM)]
    steps = [step for each in syscalls.ABOUT_PROCESS.values() for step in _checked(each[column] or 0, 0, itself)]
    of_a_process: list[Instruction] = [(_EQUAL, 1, 0, 0), _refuse(errno.EPERM), (_LOAD, 0, 0, _ARGUMENTS + 8)]
    return steps + _checked(syscalls.SETPRIORITY[column], 0, [*of_a_process, *itself])


def _pretending(column: int) -> list[Instruction]:
    steps: list[Instruction] = []
    for numbers in syscalls.PRETENDED.values():
        if (number := numbers[column]) is not None:
            steps += [(_EQUAL, 0, 1, number), _refuse(0)]
    checks: list[Instruction] = []
    for half in (8, 12, 16, 20):  # neither a path nor times
        checks += [(_LOAD, 0, 0, _ARGUMENTS + half), (_EQUAL, 1, 0, 0), _refuse(0)]
    return steps + _checked(syscalls.UTIMENSAT[column], 1, [*checks, _allow()])


def _checked(number: int, argument: int, checks: list[Instruction]) -> list[Instruction]:
    """Return checks on one argument of one call; each ends in a verdict, so nothing is loaded back."""
    return [(_EQUAL, 0, len(checks) + 1, number), (_LOAD, 0, 0, _ARGUMENTS + 8 * argument), *checks]


def _refuse(code: int) -> Instruction:
    return (_RETURN, 0, 0, _ERROR | code)


def _allow() -> Instruction:
    return (_RETURN, 0, 0, _ALLOW)
