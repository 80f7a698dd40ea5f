"""The files of a project over HTTP: seen folder by folder, never outside it, never a secret, never acting (OS-17)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import System

from aule.contracts.settings import Settings
from aule.server.content import NOTHING, STYLED
from aule.text.hashing import bytes_hash

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(200))
CANARY = "the-canary"
HOME = "/v1/projects/home"


@pytest.fixture
def root(system: System, tmp_path: Path) -> Path:
    """The project's folder with some of everything in it, and a secret beside it."""
    root = tmp_path / "home" / "projects" / "home"
    for path, content in {
        "src/app.py": b"print('hi')\n",
        "Readme.md": b"# Hi\r\n",
        "a.txt": "ação".encode("cp1252"),
        "zebra": b"\x00\x01\xff",
        "picture.png": PNG,
        "page.html": b"<!doctype html><script>alert(1)</script>",
        "drawing.svg": b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        "paper.pdf": b"%PDF-1.7\n",
        ".env": CANARY.encode(),
        ".git/config": b"[core]\n",
        "node_modules/x/y.js": b"1",
        "long.txt": b"x" * (1024 * 1024 + 1),
    }.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content)
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret.txt").write_text(CANARY)
    (root / "away").symlink_to(tmp_path / "outside")
    (root / "near").symlink_to("src/app.py")
    (root / "innocent.txt").symlink_to(".env")
    os.mkfifo(root / "pipe")
    return root


async def get(system: System, door: str, path: str | None, **more: str) -> Any:
    """What a door says about a path."""
    answer = await system.client.get(f"{HOME}/{door}", params={**({} if path is None else {"path": path}), **more})
    return answer.json() if answer.status_code == 200 else (answer.status_code, answer.json().get("code"))


async def test_a_folder_is_seen_with_what_each_thing_in_it_is(system: System, root: Path) -> None:
    seen = await get(system, "tree", None)
    assert (seen["path"], seen["truncated"], seen["total"]) == ("", False, 16)
    assert [(entry["name"], entry["kind"]) for entry in seen["entries"]] == [
        *((".git", "folder"), ("node_modules", "folder"), ("src", "folder"), (".env", "file"), ("a.txt", "file")),
        *(("away", "link"), ("drawing.svg", "file"), ("innocent.txt", "link"), ("long.txt", "file"), ("near", "link")),
        *(("page.html", "file"), ("paper.pdf", "file"), ("picture.png", "file"), ("pipe", "other")),
        *(("Readme.md", "file"), ("zebra", "file")),
    ]
    of = {entry["name"]: entry for entry in seen["entries"]}
    assert [name for name, entry in of.items() if entry["secret"]] == [".env"]
    assert [name for name, entry in of.items() if entry["protected"]] == [".git"]
    assert [name for name, entry in of.items() if entry["derived"]] == [".git", "node_modules"]
    assert (of["a.txt"]["size"], of["src"]["size"], of["a.txt"]["changed"]) == (4, None, None)
    assert of["a.txt"]["modified_at"].endswith("Z")
    inner = await get(system, "tree", "src/")
    assert (inner["path"], [entry["path"] for entry in inner["entries"]]) == ("src", ["src/app.py"])


async def test_who_changed_a_file_last_stands_beside_it(system: System, root: Path) -> None:
    await system.kernel.save_settings(Settings.model_validate({"policy": {"allow": ["core.*"]}}), expected=None)
    await system.kernel.call("core.append_file", {"path": "src/app.py", "content": "one\n"}, locale="en")
    called = await system.kernel.call("core.append_file", {"path": "src/app.py", "content": "two\n"}, locale="en")
    entry = (await get(system, "tree", "src"))["entries"][0]
    assert entry["changed"] | {"ts": ""} == {
        "change": called.result.changes[0],
        "title": "Append to src/app.py",
        "ts": "",
        "actor": {"type": "user", "id": "owner"},
    }
    assert (await get(system, "file", "src/app.py"))["changed"] == entry["changed"]


async def test_a_file_is_shown_as_what_it_is(system: System, root: Path) -> None:
    text = await get(system, "file", "Readme.md")
    assert text | {"modified_at": None} == {
        "path": "Readme.md",
        "kind": "text",
        "size": 6,
        "modified_at": None,
        "mime": "text/markdown",
        "text": "# Hi\n",
        "encoding": "utf-8",
        "newline": "crlf",
        "sha256": bytes_hash(b"# Hi\r\n"),
        "protected": False,
        "changed": None,
    }
    older = await get(system, "file", "a.txt")
    assert (older["text"], older["encoding"]) == ("ação", "cp1252")
    kinds = {"picture.png": "image", "zebra": "binary", "long.txt": "large", "paper.pdf": "binary", "page.html": "text"}
    assert {path: (await get(system, "file", path))["kind"] for path in kinds} == kinds
    assert (await get(system, "file", "near"))["text"] == "print('hi')\n"
    assert (await get(system, "file", ".git/config"))["protected"] is True


async def test_nothing_of_a_secret_file_is_told_but_its_name_and_size(system: System, root: Path) -> None:
    for path in (".env", "innocent.txt"):
        told = await get(system, "file", path)
        assert (told["kind"], told["text"], told["sha256"], told["mime"]) == ("secret", None, None, None)
        assert CANARY not in str(told)
        assert await get(system, "raw", path) == (403, "secret_file")


HOSTILE: list[tuple[str, tuple[int, str]]] = [
    ("../outside/secret.txt", (403, "outside_scope")),
    ("src/../../x", (403, "outside_scope")),
    ("/etc/passwd", (403, "outside_scope")),
    ("~/.ssh/id_rsa", (403, "outside_scope")),
    ("away/secret.txt", (403, "outside_scope")),
    ("away", (403, "outside_scope")),
    ("a\0b", (422, "invalid_path")),
    ("a\nb", (422, "invalid_path")),
    ("..\\x", (422, "invalid_path")),
    ("\u202egnp.exe", (422, "invalid_path")),
    ("x" * 300, (422, "invalid_path")),
    ("x" * 2000, (422, "invalid")),
    ("nothing.txt", (404, "not_found")),
]


@pytest.mark.parametrize("door", ["tree", "file", "raw"])
async def test_no_door_leads_outside(system: System, root: Path, door: str) -> None:
    for path, refused in HOSTILE:
        assert await get(system, door, path) == refused, path
    assert (await system.client.get("/v1/projects/none/" + door, params={"path": "a"})).status_code == 404
    if door != "tree":
        assert (await get(system, door, "pipe"))[1] == (await get(system, door, "src"))[1] == "not_a_file"
        assert (await get(system, door, None))[0] == 422


@pytest.mark.parametrize(
    ("path", "shown", "mime", "policy"),
    [
        ("picture.png", "inline", "image/png", NOTHING),
        ("drawing.svg", "attachment", "image/svg+xml", STYLED),
        ("page.html", "attachment", "application/octet-stream", NOTHING),
        ("Readme.md", "attachment", "application/octet-stream", NOTHING),
        ("paper.pdf", "attachment", "application/octet-stream", NOTHING),
        ("zebra", "attachment", "application/octet-stream", NOTHING),
    ],
)
async def test_bytes_never_act_in_our_name(
    system: System, root: Path, path: str, shown: str, mime: str, policy: str
) -> None:
    answer = await system.client.get(f"{HOME}/raw", params={"path": path})
    assert answer.content == (root / path).read_bytes()
    assert answer.headers["content-disposition"] == f"{shown}; filename*=UTF-8''{path}"
    assert answer.headers["content-type"] == mime
    assert answer.headers["content-security-policy"] == policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    saved = await system.client.get(f"{HOME}/raw", params={"path": path, "download": "true"})
    assert saved.headers["content-disposition"].startswith("attachment")


async def test_a_full_folder_says_that_there_is_more(system: System, root: Path) -> None:
    (root / "many").mkdir()
    for number in range(1_001):
        (root / "many" / f"{number:04}").touch()
    seen = await get(system, "tree", "many")
    assert (len(seen["entries"]), seen["total"], seen["truncated"]) == (1_000, 1_001, True)
