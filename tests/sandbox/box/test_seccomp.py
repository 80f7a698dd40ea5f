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
    calls = (syscalls.CLONE, syscalls.UNSHARE, syscalls.IOCTL, syscalls.SOCKET, syscalls.SOCKETPAIR)
    asked = {call[column] for call in calls}
    attributes = {numbers[column] for numbers in syscalls.ATTRIBUTES.values()}
    shared = {numbers[column] for numbers in syscalls.SHARED.values()}
    unseen = {numbers[column] for numbers in syscalls.UNSEEN.values()}
    for number in range(syscalls.NEWEST + 1):
        if number in denied:
            assert inside(number) == ERROR | errno.EPERM, number
        elif number == syscalls.CLONE3[column] or number in unseen:
            assert inside(number) == among(number) == ERROR | errno.ENOSYS
        elif number in attributes:
            assert inside(number) == among(number) == ERROR | errno.EOPNOTSUPP
        elif number in {numbers[column] for numbers in syscalls.READ_ATTRIBUTES.values()}:
            assert (inside(number), among(number)) == (ALLOW, ERROR | errno.EOPNOTSUPP)
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
def test_pairs_of_sockets_are_those_of_this_machine_only(name: str) -> None:
    for answer in filters(name)[:2]:
        for family in range(50):
            expected = ALLOW if family == seccomp.AF_UNIX else ERROR | errno.EAFNOSUPPORT
            assert answer(syscalls.SOCKETPAIR[MACHINES.index(name)], family) == expected


@pytest.mark.parametrize("name", MACHINES)
def test_marks_of_files_that_no_record_holds_are_not_set(name: str) -> None:
    """By `chattr` and its like a handle for reading is enough."""
    inside, among, column = filters(name)
    for request in (0x40086602, 0x401C5820, 0x40806685, 0x40086602 | 0xDEAD << 32):
        assert [each(syscalls.IOCTL[column], 3, request) for each in (inside, among)] == [ERROR | errno.EPERM] * 2


@pytest.mark.parametrize("name", MACHINES)
def test_among_others_of_the_same_user_a_process_only_slows_itself_down(name: str) -> None:
    inside, among, column = filters(name)
    for numbers in syscalls.ABOUT_PROCESS.values():
        number = numbers[column] or 0
        assert [among(number, pid) for pid in (0, 4711)] == [ALLOW, ERROR | errno.EPERM]
        assert inside(number, 4711) == ALLOW, "it sees no others"
    priority = syscalls.SETPRIORITY[column]
    refused = [among(priority, 0, 4711), among(priority, 2, 0), among(priority, 1, 0)]
    assert among(priority, 0, 0) == ALLOW and refused == [ERROR | errno.EPERM] * 3


@pytest.mark.parametrize("name", MACHINES)
def test_limits_are_set_for_oneself_only(name: str) -> None:
    inside, _, column = filters(name)
    assert inside(syscalls.PRLIMIT[column], 0) == ALLOW
    assert inside(syscalls.PRLIMIT[column], 4711) == ERROR | errno.EPERM


@pytest.mark.parametrize("name", MACHINES)
def test_no_file_gets_permissions_that_give_rights_to_whoever_runs_it(name: str) -> None:
    """By every call that sets permissions; where flags say that they do not count, they may be anything."""
    for answer in filters(name)[:2]:
        for x86, arm, argument, flags in syscalls.MODES.values():
            number = (x86, arm)[MACHINES.index(name)]
            if number is None:
                continue
            for mode, refused in ((0o4755, True), (0o2755, True), (0o6000, True), (0o1777, False), (0o755, False)):
                given = [0] * 6
                given[argument] = mode | 0xDEAD << 32
                if flags is not None:
                    assert answer(number, *given) == ALLOW
                    given[flags] = 0o101
                assert answer(number, *given) == (ERROR | errno.EPERM if refused else ALLOW), (number, mode)
                if flags is not None:
                    given[flags] = 0o20200001
                    assert (answer(number, *given) == ALLOW) is not refused


@pytest.mark.parametrize("name", MACHINES)
def test_a_segment_that_outlives_its_processes_is_small(name: str) -> None:
    inside, among, column = filters(name)
    shmget = syscalls.SHMGET[column]
    assert [inside(shmget, 0, size) for size in (56, 2**20)] == [ALLOW, ALLOW], "a database takes a small one as a lock"
    assert [inside(shmget, 0, size) for size in (2**20 + 1, 2**32, 2**63)] == [ERROR | errno.ENOMEM] * 3
    assert among(shmget, 0, 56) == ERROR | errno.EPERM


@pytest.mark.parametrize("name", MACHINES)
def test_with_our_own_rights_no_permissions_and_no_times_but_now_are_set(name: str) -> None:
    """Landlock does not hold them: all that we own and the command may read could be changed."""
    column, audit = seccomp.ARCHITECTURES[name]
    answer = machine(seccomp.program(sockets=(), is_shared=True, has_our_rights=True, machine=name), audit)
    for numbers in syscalls.PRETENDED.values():
        assert numbers[column] is None or answer(numbers[column], 0) == ERROR, "it seems to have been done"
    times = syscalls.UTIMENSAT[column]
    assert answer(times, 3, 0) == ALLOW
    assert [answer(times, 3, path) for path in (1, 0x7FFF12345678, 1 << 32)] == [ERROR, ERROR, ERROR]
    assert [answer(times, 3, 0, when) for when in (1, 0x7FFF12345678, 1 << 32)] == [ERROR, ERROR, ERROR]


def test_this_machine_is_known() -> None:
    assert seccomp.supported() == (platform.machine() in MACHINES)
