"""Multipart bodies as hostile clients send them: refused in words, and nothing of them is kept (KN-1)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.apps.knowledge.library import RULES, Library
from tests.server.conftest import System

from aule.apps.knowledge.ingestion.originals import MAX_DOCUMENT
from aule.apps.knowledge.wire.multipart import Multipart, boundary_of
from aule.apps.knowledge.wire.uploads import folder_path
from aule.contracts.errors import AuleError

FORM = "multipart/form-data; boundary=edge"


def _part(head: str, content: bytes = b"text") -> bytes:
    return b"--edge\r\n" + head.encode() + b"\r\n\r\n" + content + b"\r\n"


FILE = 'Content-Disposition: form-data; name="file"; filename="a.txt"'
END = b"--edge--\r\n"

HOSTILE = {
    "ends in the middle": _part(FILE),
    "ends in a header": b"--edge\r\nContent-Disposition: form-",
    "is empty": b"",
    "has no boundary": b"just some text",
    "has no part": END,
    "has a part without a name": _part("Content-Disposition: form-data") + END,
    "has a part without a disposition": _part("X-Nothing: 1") + END,
    "has a header without a colon": _part("Content-Disposition form-data") + END,
    "has a header without an end": b"--edge\r\n" + b"X" * 20_000,
    "has endless headers": b"--edge\r\n" + b"X: y\r\n" * 4_000 + b"\r\n\r\n" + END,
    "has too many parts": b"".join(_part(FILE.replace("a.txt", f"{n}.txt")) for n in range(300)) + END,
    "has a field that is too long": _part('Content-Disposition: form-data; name="project"', b"x" * 10_000) + END,
    "has a field nobody knows": _part('Content-Disposition: form-data; name="evil"') + _part(FILE) + END,
    "has a field that is not UTF-8": _part('Content-Disposition: form-data; name="project"', b"\xff") + END,
    "is encoded for mail": _part(FILE + "\r\nContent-Transfer-Encoding: base64") + END,
    "has words behind a boundary": b"--edge nonsense\r\n" + END,
}


@pytest.mark.parametrize("why", HOSTILE)
async def test_a_body_that_breaks_the_rules_is_refused_and_leaves_nothing(
    library: Library, system: System, tmp_path: Path, why: str
) -> None:
    """KN-1: a clear error, no document, no file left behind."""
    answer = await library.client.post("/v1/documents", content=HOSTILE[why], headers={"Content-Type": FORM})
    assert answer.status_code in (400, 413, 422), answer.text
    assert answer.json()["code"] != "internal"
    assert (await library.get("/v1/documents"))["total"] == 0
    kept = [path for path in (tmp_path / "home" / "blobs").rglob("*") if path.is_file()]
    assert kept == []


@pytest.mark.parametrize(
    ("type", "code"),
    [
        ("multipart/form-data", "broken_multipart"),
        ("multipart/mixed; boundary=edge", "broken_multipart"),
        ("application/json", "invalid"),
        ("", "invalid"),
    ],
)
async def test_a_body_of_another_form_is_refused(library: Library, type: str, code: str) -> None:
    """KN-1: a Content-Type without a boundary, and bytes that are no JSON."""
    headers = {"Content-Type": type} if type else {}
    answer = await library.client.post("/v1/documents", content=b"--edge\r\n", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (422, code), answer.text


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("../../etc/passwd.txt", "passwd.txt"),
        ("C:\\\\temp\\\\plano.txt", "plano.txt"),
        ("a\x00b.txt", "ab.txt"),
        ("evil\u202etxt.exe.txt", None),
        ("n" * 400 + ".txt", None),
    ],
)
async def test_names_of_files_are_only_names(library: Library, sent: str, kept: str | None) -> None:
    """KN-1: no path, no control characters, no text that is shown backwards."""
    head = f'Content-Disposition: form-data; name="file"; filename="{sent}"'
    answer = await library.client.post(
        "/v1/documents", content=_part(head, b"Ol\xc3\xa1") + END, headers={"Content-Type": FORM}
    )
    assert answer.status_code == 202, answer.text
    told = answer.json()["documents"][0]
    assert "/" not in told["name"] and "\u202e" not in told["name"] and len(told["name"]) <= 300
    assert kept is None or told["name"] == kept
    await library.done(answer.json()["run"])


async def test_a_file_that_is_too_large_is_refused_and_the_others_are_taken(library: Library) -> None:
    """KN-1: the limit is said by name; what came before and after is read."""
    megabyte = b"x" * 2**20

    async def body() -> AsyncIterator[bytes]:
        yield _part(FILE.replace("a.txt", "a.md"), RULES.encode())
        yield _part(FILE.replace("a.txt", "grande.txt"), b"")[:-2]
        for _ in range(MAX_DOCUMENT // len(megabyte) + 1):
            yield megabyte
        yield b"\r\n" + _part(FILE.replace("a.txt", "b.txt"), b"Fim.") + END

    answer = await library.client.post("/v1/documents", content=body(), headers={"Content-Type": FORM})
    told = answer.json()
    assert [(each["name"], each["problem"]["code"]) for each in told["refused"]] == [
        ("grande.txt", "document_too_large")
    ]
    await library.done(told["run"])
    assert (await library.get("/v1/documents", state="ready"))["total"] == 2


async def test_an_upload_that_breaks_off_leaves_nothing(library: Library, tmp_path: Path) -> None:
    """KN-1: also where the sender leaves after whole files."""

    async def broken() -> AsyncIterator[bytes]:
        yield _part(FILE, b"x" * 100_000)
        yield _part(FILE.replace("a.txt", "b.txt"), b"y" * 1_000)[:-20]
        raise ConnectionError("gone")

    answer = await library.client.post("/v1/documents", content=broken(), headers={"Content-Type": FORM})
    assert answer.status_code >= 400
    assert (await library.get("/v1/documents"))["total"] == 0
    assert [path for path in (tmp_path / "home" / "blobs").rglob("*") if path.is_file()] == []


@settings(max_examples=150)
@given(
    contents=st.lists(
        st.binary(max_size=300) | st.just(b"\r\n--edg") | st.just(b"\r\n--edge"[:-1] + b"\r\n"), max_size=4
    ),
    cut=st.integers(1, 40),
)
async def test_parts_come_out_as_they_went_in_however_the_body_is_cut(contents: list[bytes], cut: int) -> None:
    """KN-1: a mark may be cut in two by the end of a piece."""
    contents = [each for each in contents if b"\r\n--edge" not in b"\r\n" + each]
    body = b"".join(_part(FILE, each) for each in contents) + END

    async def pieces() -> AsyncIterator[bytes]:
        for start in range(0, len(body), cut):
            yield body[start : start + cut]

    reader, found = Multipart(pieces(), b"edge"), list[bytes]()
    async for _ in reader.parts():
        found.append(b"".join([piece async for piece in reader.content()]))
    assert found == contents


@settings(max_examples=200)
@given(body=st.binary(max_size=500) | st.text('-edg\r\n:;= "').map(str.encode), begin=st.booleans())
async def test_no_bytes_make_the_reader_fail_in_another_way(body: bytes, begin: bool) -> None:
    """KN-1: whatever is sent is parts or an error in words."""

    async def pieces() -> AsyncIterator[bytes]:
        yield (b"--edge\r\n" if begin else b"") + body

    reader = Multipart(pieces(), b"edge")
    try:
        async for _ in reader.parts():
            pass
    except AuleError as error:
        assert error.problem.code in ("broken_multipart", "too_large", "too_many_parts")


def test_boundaries_are_read_as_they_are_written() -> None:
    """KN-1: quoted or not, with other parameters before and behind."""
    assert boundary_of('multipart/form-data; boundary="a b"') == b"a b"
    assert boundary_of("Multipart/Form-Data; charset=utf-8; boundary=xyz") == b"xyz"
    assert boundary_of("application/json") is None
    assert boundary_of(None) is None


async def test_files_of_one_name_in_two_folders_are_two_documents(library: Library) -> None:
    """KN-1, KN-3: a file of a folder is known by its path there; sent again, it is the same document."""
    answer = await library.send(("casa/regras.md", "# Casa\n"), ("casa/2025/regras.md", "# De 2025\n"))
    await library.done(answer.json()["run"])
    found = (await library.get("/v1/documents"))["items"]
    told = sorted((each["name"], each["source"]["ref"]) for each in found)
    assert told == [("regras.md", "casa/2025/regras.md"), ("regras.md", "casa/regras.md")]
    again = await library.send(("casa/2025/regras.md", "# De 2025, mudadas\n"))
    await library.done(again.json()["run"])
    assert sorted(each["version"] for each in (await library.get("/v1/documents"))["items"]) == [1, 2]


@pytest.mark.parametrize("name", ["/etc/passwd.md", "../../a.md", "a//b.md", "./a.md", "C:\\docs\\a.md"])
def test_a_path_that_leads_elsewhere_is_not_kept(name: str) -> None:
    """KN-1: only where a file stood in what was sent is told, never where it is on a machine."""
    assert folder_path(name) == ""
