"""Sources for tests: folders with an index and its files, signed where a test wants that."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from tests.server.conftest import System

INDEX = "catalogue.json"
KEY_ID = b"\x01\x02\x03\x04\x05\x06\x07\x08"
Entry = dict[str, Any]


def words(text: str) -> dict[str, str]:
    """Return a text in both languages."""
    return {"en": text, "pt": text}


def tool_file(name: str, source: str = "def run():\n    return 1\n", **more: Any) -> str:
    """Return the text of a tool file, with a test that passes where the source returns 1."""
    tool = {
        "title": words(name),
        "description": words("A tool for a test."),
        "params": {"type": "object", "properties": {}},
        "returns": {},
        "source": source,
        "tests": [{"params": {}, "result": 1}],
        **more,
    }
    return json.dumps({"format": "aule.tool/1", "name": name, "tool": tool})


def entry(kind: str, name: str, **more: Any) -> Entry:
    """Return an entry of an index."""
    return {"kind": kind, "name": name, "version": "1.0.0", "title": words(name), "description": words("-"), **more}


@dataclass
class Shop:
    """A folder that is a source."""

    folder: Path
    entries: list[Any] = field(default_factory=list[Any])
    head: dict[str, Any] = field(default_factory=lambda: {"format": "aule.catalogue/1", "title": "A shop"})

    def file(self, path: str, content: str | bytes) -> Entry:
        """Write a file; return what an entry says of it."""
        raw = content.encode() if isinstance(content, str) else content
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(raw)
        return {"file": path, "sha256": hashlib.sha256(raw).hexdigest()}

    def tool(self, name: str, content: str | None = None, **more: Any) -> Entry:
        """Add an entry for a tool, with its file; one with this name is replaced."""
        file = self.file(f"tools/{name}.tool.json", tool_file(name) if content is None else content)
        made = {**entry("tool", name), **file, **more}
        self.entries = [each for each in self.entries if each.get("name") != name] + [made]
        self.write()
        return made

    def folder_of(self, kind: str, name: str, files: dict[str, str | bytes], **more: Any) -> Entry:
        """Add an entry for a folder of files; one with this name is replaced."""
        folder = f"{kind}s/{name}"
        hashes = {path: self.file(f"{folder}/{path}", content)["sha256"] for path, content in files.items()}
        made = {**entry(kind, name), "folder": folder, "files": hashes, **more}
        self.entries = [each for each in self.entries if each.get("name") != name] + [made]
        self.write()
        return made

    def write(self) -> bytes:
        """Write the index as it is now."""
        self.folder.mkdir(parents=True, exist_ok=True)
        content = json.dumps({**self.head, "entries": self.entries}).encode()
        (self.folder / INDEX).write_bytes(content)
        return content

    def sign(self, key: Signer, *, prehashed: bool = True) -> None:
        """Sign the index as it is now."""
        signature = key.sign((self.folder / INDEX).read_bytes(), prehashed=prehashed)
        (self.folder / f"{INDEX}.minisig").write_text(signature)


@dataclass(frozen=True)
class Signer:
    """Somebody with a key of minisign."""

    key: Ed25519PrivateKey = field(default_factory=Ed25519PrivateKey.generate)
    id: bytes = KEY_ID

    @property
    def public(self) -> str:
        """The public key, as minisign writes it."""
        return base64.b64encode(b"Ed" + self.id + self.key.public_key().public_bytes_raw()).decode()

    def sign(self, content: bytes, *, prehashed: bool = True, comment: str = "timestamp:1") -> str:
        """Return a signature file."""
        signed = hashlib.blake2b(content).digest() if prehashed else content
        raw = self.key.sign(signed)
        line = base64.b64encode((b"ED" if prehashed else b"Ed") + self.id + raw).decode()
        over_all = base64.b64encode(self.key.sign(raw + comment.encode())).decode()
        return f"untrusted comment: signature\n{line}\ntrusted comment: {comment}\n{over_all}\n"


async def add_source(system: System, id: str, address: Path | str, **more: Any) -> Any:
    """Add a source over HTTP; return the answer."""
    return await system.client.post("/v1/catalogue/sources", json={"id": id, "address": str(address), **more})


async def refresh(system: System, id: str) -> Any:
    """Ask a source what it offers; return the answer."""
    return await system.client.post(f"/v1/catalogue/sources/{id}/refresh")


async def opened(system: System, id: str, shop: Shop, **more: Any) -> dict[str, Any]:
    """Add a folder as a source and ask it; return what was told."""
    shop.write()
    made = await add_source(system, id, shop.folder, **more)
    assert made.status_code == 201, made.json()
    told = await refresh(system, id)
    assert told.status_code == 200, told.json()
    return told.json()


async def states(system: System, source: str) -> dict[str, str]:
    """Return the state of each entry of a source, by its kind and name."""
    found = (await system.client.get("/v1/catalogue?locale=en")).json()["items"]
    return {f"{each['kind']}/{each['name']}": each["state"] for each in found if each["source"] == source}


async def detail(system: System, id: str) -> dict[str, Any]:
    """Return an entry with everything that is known of it."""
    found = await system.client.get(f"/v1/catalogue/entries/{id}?locale=en")
    assert found.status_code == 200, found.json()
    return found.json()


async def seen(system: System, call: dict[str, Any]) -> str:
    """Look at the card of a call; return the hash that a yes is bound to."""
    body = {"params": call["params"], "locale": "en"}
    shown = await system.client.post(f"/v1/capabilities/{call['capability']}/preview", json=body)
    assert shown.status_code == 200, shown.json()
    return shown.json()["content_hash"]


async def add(system: System, id: str) -> dict[str, Any]:
    """Add an entry as its card shows it."""
    found = await detail(system, id)
    made = await system.client.post(
        f"/v1/catalogue/entries/{id}/add", json={"seen": await seen(system, found["add"]), "locale": "en"}
    )
    assert made.status_code == 200, made.json()
    return made.json()
