"""The filter of system calls, run by a small machine of our own: what it says on both architectures (S13)."""

from __future__ import annotations

import errno
import platform
import struct
from collections.abc import Callable

import pytest

from aule.sandbox.box import seccomp, syscalls

ALLOW, KILL, ERROR = 0x7FFF0000, 0x80000000, 0x00050000
MACHINES = ["x86_64", "aarch64"]
Filter = Callable[..., int]


def machine(program: bytes, audit: int) -> Filter:
    """A filter as a function of a call's number and arguments."""
    steps = list(struct.iter_unpack("<HBBI", program))

    def answer(number: int, *arguments: int, audit: int = audit) -> int:
        given = [argument & 2**64 - 1 for argument in (*arguments, *[0] * (6 - len(arguments)))]
        data = struct.pack("<IIQ6Q", number, audit, 0, *given)
        place, value = 0, 0
        while True:
            code, yes, no, k = steps[place]
            place += 1
            match code:
                case 0x20:
                    (value,) = struct.unpack_from("<I", data, k)
                case 0x06:
                    return k
                case 0x15:
                    place += yes if value == k else no
                case 0x25:
                    place += yes if value > k else no
                case 0x45:
                    place += yes if value & k else no
                case _:
                    raise AssertionError(f"unknown instruction {code:#x}")

    return answer


def filters(name: str) -> tuple[Filter, Filter, int]:
    """The filters of both boxes, and the column of the tables."""
    column, audit = seccomp.ARCHITECTURES[name]
    own = (seccomp.AF_UNIX, seccomp.AF_INET, seccomp.AF_INET6)
    inside = seccomp.program(sockets=own, is_shared=False, machine=name)
    among = seccomp.program(sockets=(), is_shared=True, machine=name)
    return machine(inside, audit), machine(among, audit), column


@pytest.mark.parametrize("name", MACHINES)
def test_what_has_no_business_in_a_box_is_refused_and_the_rest_is_let_through(name: str) -> None:
    inside, among, column = filters(name)
    denied = {numbers[column] for numbers in syscalls.FORBIDDEN.values() if numbers[column] is not None}
    asked = {call[column] for call in (syscalls.CLONE, syscalls.UNSHARE, syscalls.IOCTL, syscalls.SOCKET)}
    shared = {numbers[column] for numbers in syscalls.SHARED.values()}
    for number in range(syscalls.NEWEST + 1):
        if number in denied:
            assert inside(number) == ERROR | errno.EPERM, number
        elif number == syscalls.CLONE3[column]:
            assert inside(number) == ERROR | errno.ENOSYS
        elif number not in asked:
            assert inside(number) == ALLOW, number
            assert among(number) == (ERROR | errno.EPERM if number in shared else ALLOW), number


@pytest.mark.parametrize("name", MACHINES)
def test_other_machines_other_numbers_and_calls_from_the_future_are_refused(name: str) -> None:
    inside, _, _ = filters(name)
    assert inside(0, audit=0x40000003) == KILL
    for number in (syscalls.NEWEST + 1, 0x40000000, 0x40000000 | 41, 2**32 - 1):
        assert inside(number) == ERROR | errno.ENOSYS


@pytest.mark.parametrize("name", MACHINES)
def test_nothing_is_typed_into_a_terminal_whatever_stands_in_the_upper_half(name: str) -> None:
    inside, _, column = filters(name)
    for request in (0x5412, 0x541C, 0x5412 | 0xDEAD << 32):
        assert inside(syscalls.IOCTL[column], 0, request) == ERROR | errno.EPERM
    assert inside(syscalls.IOCTL[column], 0, 0x5401) == ALLOW


@pytest.mark.parametrize("name", MACHINES)
def test_no_namespace_is_made_and_threads_are(name: str) -> None:
    inside, _, column = filters(name)
    for flag in (0x80, 0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000):
        for call in (syscalls.CLONE, syscalls.UNSHARE):
            assert inside(call[column], flag | 17) == ERROR | errno.EPERM
    assert inside(syscalls.CLONE[column], 0x3D0F00) == ALLOW


@pytest.mark.parametrize("name", MACHINES)
def test_sockets_are_those_of_its_own_network_or_none(name: str) -> None:
    inside, among, column = filters(name)
    for family in range(50):
        answer = ALLOW if family in (1, 2, 10) else ERROR | errno.EAFNOSUPPORT
        assert inside(syscalls.SOCKET[column], family) == answer
        assert among(syscalls.SOCKET[column], family) == ERROR | errno.EAFNOSUPPORT


@pytest.mark.parametrize("name", MACHINES)
def test_limits_are_set_for_oneself_only(name: str) -> None:
    inside, _, column = filters(name)
    assert inside(syscalls.PRLIMIT[column], 0) == ALLOW
    assert inside(syscalls.PRLIMIT[column], 4711) == ERROR | errno.EPERM


@pytest.mark.parametrize("name", MACHINES)
def test_with_our_own_rights_permissions_and_times_are_changed_by_handle_only(name: str) -> None:
    """Landlock does not hold them: by path, all that we own could be changed."""
    column, audit = seccomp.ARCHITECTURES[name]
    answer = machine(seccomp.program(sockets=(), is_shared=True, has_our_rights=True, machine=name), audit)
    for numbers in syscalls.PRETENDED.values():
        assert numbers[column] is None or answer(numbers[column], 0) == ERROR, "it seems to have been done"
    times = syscalls.UTIMENSAT[column]
    assert answer(times, 3, 0) == ALLOW
    assert [answer(times, 3, path) for path in (1, 0x7FFF12345678, 1 << 32)] == [ERROR, ERROR, ERROR]


def test_this_machine_is_known() -> None:
    assert seccomp.supported() == (platform.machine() in MACHINES)
