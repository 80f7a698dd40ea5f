"""Repositories as sources of the catalogue: one commit over HTTP, its files by hash, nothing is run (TL-31)."""

from __future__ import annotations

import base64
import hashlib
import io
import subprocess
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.apps.additions.git_server import GitServer, Repository, git, git_server
from tests.apps.additions.shops import Shop, Signer, add, add_source, refresh, states, tool_file
from tests.apps.skills.folders import FORMS
from tests.server.conftest import System

from aule.apps.additions.git.pack import tell
from aule.apps.additions.git.protocol import line


@pytest.fixture
def server(tmp_path: Path) -> Iterator[GitServer]:
    """A Git server."""
    (tmp_path / "served").mkdir()
    with git_server(tmp_path / "served") as made:
        yield made


@pytest.fixture
def repository(tmp_path: Path, server: GitServer) -> Repository:
    """A repository it serves, as `tools.git`."""
    return Repository(tmp_path / "served" / "tools")


async def opened(system: System, server: GitServer, place: str = "", id: str = "git", **more: Any) -> Any:
    """Add the repository as a source and ask it."""
    made = await add_source(system, id, f"{server.url}/tools.git{place}", local=True, **more)
    assert made.status_code == 201, made.json()
    return (await refresh(system, id)).json()


async def source_of(system: System, id: str = "git") -> dict[str, Any]:
    """Return a source as it is told."""
    items = (await system.client.get("/v1/catalogue/sources")).json()["items"]
    return next(each for each in items if each["id"] == id)


async def test_entries_of_a_repository_are_those_of_one_commit(
    system: System, server: GitServer, repository: Repository
) -> None:
    """TL-31: one commit without history in three requests; a new one is an update; signed is checked as anywhere."""
    shop, signer = Shop(repository.folder), Signer()
    for number in range(30):
        (repository.folder / f"more{number}.txt").write_text("A line that is like others.\n" * (number + 5))
    shop.tool("ours")
    shop.folder_of("skill", "paper-forms", FORMS)
    shop.sign(signer)
    first = repository.commit()
    assert (await opened(system, server, key=signer.public))["new"] == ["skill/paper-forms", "tool/ours"]
    assert server.asked == [
        "GET /tools.git/info/refs?service=git-upload-pack",
        "POST /tools.git/git-upload-pack",
        "POST /tools.git/git-upload-pack",
    ]
    told = await source_of(system)
    assert (told["commit"], told["address"], told["signature"]) == (
        first,
        f"{server.url}/tools.git#:catalogue.json",
        "signed",
    )
    for id in ("tool/ours", "skill/paper-forms"):
        assert (await add(system, f"git/{id}"))["entry"]["state"] == "added"
    shop.tool("ours", tool_file("ours", "def run():\n    return 2 - 1\n"), version="2.0.0")
    shop.sign(signer)
    second = repository.commit()
    assert (await refresh(system, "git")).json()["changed"] == ["tool/ours"]
    assert ((await source_of(system))["commit"], await states(system, "git")) == (
        second,
        {"skill/paper-forms": "added", "tool/ours": "update"},
    )


async def test_a_branch_a_tag_a_commit_and_a_folder_are_named(
    system: System, server: GitServer, repository: Repository
) -> None:
    """TL-31: a name that stands for two is asked about; a commit stays the same whatever the branch does."""
    Shop(repository.folder / "sub" / "deep").tool("old")
    first = repository.commit()
    git(repository.folder, "tag", "-a", "v1", "-m", "One")
    Shop(repository.folder / "sub" / "deep").tool("new")
    second = repository.commit()
    git(repository.folder, "branch", "next")
    git(repository.folder, "tag", "next", first)
    cases = {
        "#v1:sub/deep": ("tool/old", first),
        f"#{first}:sub/deep/catalogue.json": ("tool/old", first),
        "#main:sub/deep": ("tool/new", second),
        "#heads/next:sub/deep": ("tool/new", second),
        "#tags/next:sub/deep": ("tool/old", first),
        "#:sub/deep": ("tool/new", second),
    }
    for number, (place, (entry, commit)) in enumerate(cases.items()):
        assert (await opened(system, server, place, f"s{number}"))["new"] == [entry], place
        assert (await source_of(system, f"s{number}"))["commit"] == commit
    refused = {
        "#next:sub/deep": "git_two_refs",
        "#none:sub/deep": "git_no_ref",
        "#main:sub/none": "git_broken",
        f"#{'1' * 40}": "git_said",
        "#main:sub": "no_file",
    }
    for number, (place, code) in enumerate(refused.items()):
        told = await opened(system, server, place, f"bad{number}")
        assert told["code"] == code, (place, told)


async def test_what_a_commit_may_hold_beside_files_leads_nowhere(
    system: System, server: GitServer, repository: Repository, tmp_path: Path
) -> None:
    """TL-31: links, parts of other repositories, hooks, filters: no files, and nothing of them is run or fetched."""
    shop, ran = Shop(repository.folder), tmp_path / "ran"
    good = shop.tool("good")
    linked = shop.tool("linked")
    (repository.folder / linked["file"]).unlink()
    (repository.folder / linked["file"]).symlink_to("/etc/passwd")
    (repository.folder / ".gitattributes").write_text("* filter=evil\n")
    (repository.folder / ".gitmodules").write_text(
        f'[submodule "x"]\n\tpath = x\n\turl = {server.url}/other.git\n\tupdate = !touch {ran}\n'
    )
    hook = repository.folder / ".git/hooks/post-checkout"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\ntouch {ran}\n")
    hook.chmod(0o755)
    commit = repository.commit()
    git(repository.folder, "update-index", "--add", "--cacheinfo", f"160000,{commit},x")
    shop.entries = [
        good,
        linked,
        {**shop.tool("part"), "file": "x/part.json"},
        {**good, "name": "h", "file": ".git/config"},
    ]
    shop.write()
    repository.commit()
    await opened(system, server)
    told = await states(system, "git")
    assert told == {"tool/good": "available", "tool/linked": "refused", "tool/part": "refused", "tool/h": "refused"}
    assert not ran.exists()
    assert not [each for each in server.asked if "other" in each]


async def test_addresses_that_are_no_repository_of_the_web_are_refused(system: System, server: GitServer) -> None:
    """TL-31: other ways in, options in the clothes of names, and places that lead out."""
    bad = (
        "ssh://git@example.org/a.git",
        "git@example.org:a/b.git",
        "git://example.org/a.git",
        "file:///srv/a.git",
        "ext::sh -c touch% /tmp/x.git",
        "https://user:secret@example.org/a.git",
        "https://example.org/a.git?x=1",
        "https://example.org/../a.git",
        "https://127.0.0.1/a.git",
        "http://example.org/a.git",
        "https://example.org/a.git#--upload-pack=touch",
        "https://example.org/a.git#-c",
        "https://example.org/a.git#main..other",
        "https://example.org/a.git#@{1}",
        "https://example.org/a.git#a b",
        "https://example.org/a.git#refs/\n0000",
        "https://example.org/a.git#main:../x",
        "https://example.org/a.git#main:/etc",
        "https://example.org/a.git#main:.git",
        "https://example.org/a.git#main:a:b",
    )
    for address in bad:
        made = await add_source(system, "bad", address)
        assert 400 <= made.status_code < 500, (address, made.json())
    assert server.asked == []


async def test_a_git_server_that_attacks_costs_one_refresh(
    system: System, server: GitServer, repository: Repository
) -> None:
    """TL-31: redirects, floods, bombs, other objects than were asked for: refused, and what was known stays."""
    Shop(repository.folder).tool("ours")
    commit = repository.commit()
    await opened(system, server)
    before = await states(system, "git")
    attacks = {
        b"": "git_garbled",
        b"0009ERR x0000": "git_said",
        b"zzzz": "git_garbled",
        b"ffff": "git_garbled",
        b"0" * 40_000_000: "git_large",
        _answer(b"PACK" + b"\0" * 8): "git_broken",
        _answer(_pack([(3, b"x" * 30)])): "git_broken",
        _answer(b"PACK\0\0\0\2\xff\xff\xff\xff"): "git_broken",
        _answer(_pack([(3, zlib.compress(b"\0" * 200_000_000), 30)], packed=True)): "git_broken",
        _answer(_pack([(1, b"tree " + b"1" * 40 + b"\n")])): "git_broken",
    }
    for answer, code in attacks.items():
        server.answer = answer
        told = (await refresh(system, "git")).json()
        assert told["code"] == code, (answer[:60], told)
    server.answer, server.moves_to = None, f"{server.url}/tools.git/x"
    assert (await refresh(system, "git")).json()["code"] == "moved_elsewhere"
    server.moves_to = ""
    assert await states(system, "git") == before
    assert (await source_of(system))["commit"] == commit


def test_packed_objects_give_what_git_itself_gives(repository: Repository) -> None:
    """TL-31: differences, large and small, of objects before and after; every file as it was committed."""
    text = "".join(f"line {number} of a file that changes a little\n" for number in range(3_000))
    for number in range(12):
        (repository.folder / f"f{number}.txt").write_text(text.replace(f"line {number * 7} ", f"other {number} "))
    (repository.folder / "deep" / "er").mkdir(parents=True)
    (repository.folder / "deep" / "er" / "é ü.bin").write_bytes(bytes(range(256)) * 300)
    (repository.folder / "empty").write_bytes(b"")
    commit = repository.commit()
    names = git(repository.folder, "rev-list", "--objects", "HEAD").encode()
    for words in (["--delta-base-offset"], [], ["--window=0"]):
        raw = _packed_by_git(repository.folder, names, words)
        told = list(tell(io.BytesIO(raw), {"commit": commit, "folder": "", "largest": 4_000_000}))
        found = {each["path"]: each["content"] for each in told}
        assert len(found) == 14, told[:2]
        for path, content in found.items():
            assert base64.b64decode(content) == (repository.folder / path).read_bytes(), path


def _packed_by_git(folder: Path, names: bytes, words: list[str]) -> bytes:
    made = subprocess.run(
        ["git", "pack-objects", "--stdout", "-q", *words], cwd=folder, input=names + b"\n", capture_output=True
    )
    return made.stdout


def _pack(objects: list[tuple[Any, ...]], *, packed: bool = False) -> bytes:
    """Return packed objects; of packed ones, what they say of their size."""
    made = b"PACK" + (2).to_bytes(4, "big") + len(objects).to_bytes(4, "big")
    for kind, data, *size in objects:
        length = size[0] if size else len(data)
        head = bytes([kind << 4 | length & 15 | 128, length >> 4]) if length > 15 else bytes([kind << 4 | length])
        made += head + (data if packed else zlib.compress(data))
    return made + hashlib.sha1(made, usedforsecurity=False).digest()


def _answer(pack: bytes) -> bytes:
    """Return packed objects as a server sends them."""
    pieces = [pack[at : at + 60_000] for at in range(0, len(pack), 60_000)]
    return line("packfile") + b"".join(b"%04x\1" % (len(each) + 5) + each for each in pieces) + b"0000"
