"""Archives made to escape, to collide or to burst are refused whole, before anything is written (OS-17, CO-22)."""

from __future__ import annotations

import gzip
import io
import os
import stat
import struct
import tarfile
import time
import tracemalloc
import warnings
import zipfile
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import IO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.apps.core.calls import Calls, calls
from tests.security.trees import tree_hash

from aule.contracts.access.approval import Table
from aule.contracts.errors import AuleError, Conflict
from aule.sdk import archives as unpacking
from aule.sdk.archives import unpack

pytestmark = pytest.mark.anyio


@pytest.fixture
async def core(tmp_path: Path) -> AsyncGenerator[Calls]:
    """A system with something worth reaching beside its workspace."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret.txt").write_text("outside")
    async with calls(tmp_path / "home") as running:
        yield running


def tar(*entries: tarfile.TarInfo | tuple[str, bytes], mode: str = "w") -> bytes:
    """A tar with these entries, whatever they are."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:  # pyright: ignore - the mode is one of them
        for entry in entries:
            info, data = (entry, b"") if isinstance(entry, tarfile.TarInfo) else (tarfile.TarInfo(entry[0]), entry[1])
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def posix(*entries: tuple[str, bytes]) -> bytes:
    """A packed tar in which each entry is told about by one before it."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz", format=tarfile.PAX_FORMAT, pax_headers={"comment": "é"}) as archive:
        for name, data in entries:
            info = tarfile.TarInfo(name)
            info.size, info.mtime, info.pax_headers = (
                len(data),
                1_700_000_000.123456,
                {"SCHILY.xattr.user.a": "é" * 500},
            )
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def zipped(*entries: tuple[str | zipfile.ZipInfo, bytes], packed: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip with these entries, whatever they are."""
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w", packed) as archive:
        warnings.simplefilter("ignore")  # it warns of names that come twice, which is what we want
        for name, data in entries:
            archive.writestr(name, data)
    return out.getvalue()


def entry(name: str, kind: bytes, target: str = "") -> tarfile.TarInfo:
    """An entry of a tar that is no file."""
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def link(name: str, mode: int = stat.S_IFLNK | 0o777) -> zipfile.ZipInfo:
    """An entry of a zip that is no file."""
    info = zipfile.ZipInfo(name)
    info.external_attr = mode << 16
    return info


def locked() -> bytes:
    """A zip that says its entry is locked with a password."""
    content = bytearray(zipped(("a.txt", b"x")))
    content[6] |= 1
    content[content.index(b"PK\x01\x02") + 8] |= 1
    return bytes(content)


NAMES = [
    *("../evil", "a/../../evil", "/etc/evil", "//evil", "..\\evil", "C:\\evil", "a\nb", "~/.ssh/x"),
    *(".git/hooks/post-checkout", ".GIT/config", "x/.aule/y", ".env", "x/id_rsa", "x/.ssh/authorized_keys", "x" * 300),
]
HOSTILE: dict[str, Callable[[], bytes]] = {
    **{
        f"tar {name!r:.30}": lambda name=name: tar(("ok.txt", b"ok"), (name, b"evil"))
        for name in NAMES
        if "\0" not in name
    },
    **{f"gz {name!r:.30}": lambda name=name: tar((name, b"evil"), mode="w:gz") for name in NAMES[:3]},
    **{f"zip {name!r:.30}": lambda name=name: zipped(("ok.txt", b"ok"), (name, b"evil")) for name in NAMES},
    "tar with a link": lambda: tar(entry("l", tarfile.SYMTYPE, "/etc"), ("l/evil", b"x")),
    "tar with a link inside": lambda: tar(("a", b"x"), entry("l", tarfile.SYMTYPE, "a")),
    "tar with a hard link": lambda: tar(entry("l", tarfile.LNKTYPE, "../../outside/secret.txt")),
    "tar with a device": lambda: tar(entry("d", tarfile.CHRTYPE)),
    "tar with a block device": lambda: tar(entry("d", tarfile.BLKTYPE)),
    "tar with a pipe": lambda: tar(entry("p", tarfile.FIFOTYPE)),
    "zip with a NUL in a name": lambda: zipped(("a_b", b"x")).replace(b"a_b", b"a\0b"),
    "zip with a link": lambda: zipped((link("l"), b"/etc"), ("l/evil", b"x")),
    "zip with a device": lambda: zipped((link("d", stat.S_IFCHR | 0o666), b"")),
    "zip with a password": locked,
    "zip packed strangely": lambda: zipped(("a", b"x" * 100), packed=zipfile.ZIP_BZIP2),
    "a name twice": lambda: zipped(("a", b"1"), ("a", b"2")),
    "a name twice in a tar": lambda: tar(("a", b"1"), ("./a", b"2")),
    "names alike but for case": lambda: zipped(("README", b"1"), ("readme", b"2")),
    "names alike but for form": lambda: tar(("caf\u00e9", b"1"), ("cafe\u0301", b"2")),
    "names alike but for dots": lambda: tar(("a", b"1"), ("a.", b"2")),
    "a file in a file": lambda: tar(("a", b"1"), ("a/b", b"2")),
    "a file in a file, by another case": lambda: tar(("A", b"1"), ("a/b", b"2")),
    "no archive": lambda: b"just text",
    "nothing": lambda: b"",
    "half a zip": lambda: zipped(("a", os.urandom(1000)))[:600],
    "half a tar.gz": lambda: tar(("a", os.urandom(5000)), mode="w:gz")[:3000],
    "half a tar": lambda: tar(("a", os.urandom(5000)))[:3000],
    "a wrong checksum": lambda: zipped(("a", b"x" * 50), packed=zipfile.ZIP_STORED).replace(b"x" * 50, b"y" * 50),
    "too many files": lambda: zipped(*((f"f{n}", b"") for n in range(1_001))),
    "too many folders": lambda: tar(*(entry(f"d{n}", tarfile.DIRTYPE) for n in range(5_001)), mode="w:gz"),
}


async def test_every_hostile_archive_is_refused_and_nothing_is_written(core: Calls, tmp_path: Path) -> None:
    outside = tree_hash(tmp_path / "outside")
    archive = core.workspace / "a.bin"
    for name, made in HOSTILE.items():
        archive.write_bytes(made())
        before = tree_hash(core.workspace)
        problem = await core.problem("extract_archive", path="a.bin", into="out")
        assert problem.code in (
            *("outside_scope", "invalid_path", "secret_file", "unsafe_archive", "too_large", "not_an_archive"),
            "broken_archive",
        ), (name, problem)
        assert (tree_hash(core.workspace), tree_hash(tmp_path / "outside")) == (before, outside), name


class _Zeros(io.RawIOBase):
    """As many zeros as somebody reads."""

    def __init__(self, size: int) -> None:
        self.left = size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview[int], /) -> int:
        size = min(len(buffer), self.left)
        buffer[:size] = bytes(size)
        self.left -= size
        return size


def _tar_bomb(size: int) -> bytes:
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode="wb") as packed, tarfile.open(fileobj=packed, mode="w|") as archive:
        info = tarfile.TarInfo("big")
        info.size = size
        zeros: IO[bytes] = io.BufferedReader(_Zeros(size))
        archive.addfile(info, zeros)
    return out.getvalue()


def _lying_zip() -> bytes:
    """Says its entry has 10 bytes; it would become a hundred million."""
    content = bytearray(zipped(("a", bytes(2_000_000))))
    for start, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = content.index(start) + place
        content[at : at + 4] = (10).to_bytes(4, "little")
    return bytes(content)


def about(kind: bytes, text: bytes) -> bytes:
    """A tar whose first entry says this about the one behind it."""
    info = tarfile.TarInfo("about")
    info.type, info.size = kind, len(text)
    padding = bytes(-len(text) % tarfile.BLOCKSIZE)
    return info.tobuf(tarfile.USTAR_FORMAT) + text + padding + tar(("a.txt", b"a"))


def listing(count: int, *, is_long: bool = False) -> bytes:
    """A zip that lists so many empty files, all of them one and the same; a long one says so in its newer form."""
    first = struct.pack("<4s5H3L2H", b"PK\x03\x04", 20, 0, 0, 0, 33, 0, 0, 0, 1, 0) + b"a"
    each = struct.pack("<4s6H3L5H2L", b"PK\x01\x02", 20, 20, 0, 0, 0, 33, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0) + b"a"
    size, start = len(each) * count, len(first)
    newer = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, count, count, size, start)
    newer += struct.pack("<4sLQL", b"PK\x06\x07", 0, start + size, 1)
    short = min(count, 0xFFFF), min(count, 0xFFFF), 0 if is_long else size, start
    return first + each * count + (newer if is_long else b"") + struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, *short, 0)


BOMBS: dict[str, Callable[[], bytes]] = {
    "a tar that tells a number of many digits": lambda: about(tarfile.XHDTYPE, b"1" * 200_000),
    "a tar.gz that tells a number of many digits": lambda: gzip.compress(about(tarfile.XGLTYPE, b"1" * 200_000), 1),
    "a tar that tells a long number behind a short one": lambda: about(
        tarfile.SOLARIS_XHDTYPE, b"12 path=a.b\n" + b"1" * 200_000
    ),
    "a tar with a name of a megabyte": lambda: about(tarfile.GNUTYPE_LONGNAME, b"a" * 1_000_000),
    "a zip that lists half a million files": lambda: listing(500_000),
    "a zip that lists them in the newer form": lambda: listing(500_000, is_long=True),
    "a zip of zeros": lambda: zipped(("a", bytes(15_000_000))),
    "a zip of many zeros": lambda: zipped(*((f"f{n}", os.urandom(8_000) * 1_000) for n in range(9))),
    "a tar.gz of zeros": lambda: _tar_bomb(80_000_000),
    "a tar.gz of one huge file": lambda: _tar_bomb(20_000_000),
    "gzip in which nothing ends": lambda: gzip.compress(bytes(120_000_000)),
    "a zip that lies": _lying_zip,
    "a tar that lies": lambda: tar(("a", b"x")).replace(b"00000000001\0", b"77777777777\0"),
}


@pytest.mark.parametrize("made", BOMBS.values(), ids=BOMBS.keys())
def test_a_bomb_is_refused_in_good_time_and_with_little_memory(made: Callable[[], bytes]) -> None:
    content = made()
    tracemalloc.start()
    before = time.monotonic()
    with pytest.raises(AuleError) as caught:
        unpack(content, "bomb")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert caught.value.problem.code in ("too_large", "unsafe_archive", "broken_archive", "not_an_archive")
    assert time.monotonic() - before < 10
    assert peak < 3 * unpacking.MOST_BYTES


@given(st.binary(max_size=400), st.sampled_from([b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b\x08", b""]))
def test_no_bytes_are_a_surprise(content: bytes, start: bytes) -> None:
    for archive in (start + content, zipped(("a", b"x"))[: len(content)] + content, b"\0" * 257 + b"ustar" + content):
        try:
            unpack(archive, "a")
        except AuleError as error:
            assert error.problem.hint


@pytest.mark.parametrize(
    "made",
    [
        lambda: tar(("./a.txt", b"a"), ("d/e/b.bin", b"\0\xff")),
        lambda: tar(("a.txt", b"a"), entry("d", tarfile.DIRTYPE), ("d/e/b.bin", b"\0\xff"), mode="w:gz"),
        lambda: zipped(("a.txt", b"a"), ("d/", b""), ("d/e/b.bin", b"\0\xff")),
        lambda: posix(("a.txt", b"a"), ("d/e/b.bin", b"\0\xff")),
    ],
    ids=["tar", "tar.gz", "zip", "tar that tells about its files"],
)
async def test_an_archive_is_shown_unpacked_and_taken_back_as_one(core: Calls, made: Callable[[], bytes]) -> None:
    (core.workspace / "in").mkdir(parents=True)
    (core.workspace / "in" / "archive").write_bytes(made())
    before = tree_hash(core.workspace)
    approval = await core.ask("extract_archive", path="in/archive", into="out")
    assert isinstance(approval.preview, Table)
    assert [row[:2] for row in approval.preview.rows] == [["out/a.txt", 1], ["out/d/e/b.bin", 2]]
    assert tree_hash(core.workspace) == before
    result = await core.approve(approval)
    assert (result.data["files"], result.data["size"]) == (["out/a.txt", "out/d/e/b.bin"], 3)
    assert core.files()["out/d/e/b.bin"] == b"\0\xff"
    problem = await core.problem("extract_archive", path="in/archive", into="out")
    assert (problem.code, problem.field) == ("already_exists", "into")
    await core.system.kernel.undo(f"run:{approval.run}")
    assert tree_hash(core.workspace) == before


async def test_an_archive_swapped_after_the_approval_is_asked_about_again(core: Calls) -> None:
    archive = core.workspace / "a.tar"
    archive.parent.mkdir(parents=True, exist_ok=True)
    archive.write_bytes(tar(("a.txt", b"fine")))
    approval = await core.ask("extract_archive", path="a.tar", into="out")
    archive.write_bytes(tar(("a.txt", b"evil")))
    with pytest.raises(Conflict) as stale:
        await core.system.kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash)
    assert stale.value.problem.code == "approval_stale"
    assert not (core.workspace / "out").exists()
    now = await core.system.pending()
    assert (now.id, now.version) == (approval.id, approval.version + 1), "it shows what would happen now"


async def test_a_tool_in_an_archive_stays_one_and_gets_no_other_rights(core: Calls) -> None:
    tool = tarfile.TarInfo("tool.sh")
    tool.mode = 0o6777
    archive = core.workspace / "a.tar"
    archive.parent.mkdir(parents=True, exist_ok=True)
    archive.write_bytes(tar(tool, ("plain.txt", b"x")))
    await core.write("extract_archive", path="a.tar", into=".")
    modes = {name: stat.S_IMODE((core.workspace / name).stat().st_mode) for name in ("tool.sh", "plain.txt")}
    assert (modes["tool.sh"], modes["plain.txt"] & 0o111) == (0o755, 0)
