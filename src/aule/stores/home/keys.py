"""The key that secrets are encrypted with: in the system's keyring where there is one, else in a private file."""

from __future__ import annotations

import base64
import binascii
import importlib
import os
from pathlib import Path
from typing import Any, Literal, Protocol

from aule.contracts.errors import Corrupt, Unavailable
from aule.stores.home.atomic import write_atomic
from aule.stores.home.private import read_private
from aule.text.hashing import bytes_hash

KEY_BYTES = 32
SERVICE = "aule"


class KeyPlace(Protocol):
    """Somewhere one key is kept."""

    kind: Literal["keyring", "file"]

    def load(self) -> bytes | None:
        """The key, if there is one."""
        ...

    def create(self) -> bytes:
        """Make a fresh key and keep it."""
        ...


class KeyFile:
    """A key in a file that only its owner may read."""

    kind: Literal["keyring", "file"] = "file"

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self) -> bytes | None:
        """The key in the file; `Corrupt` if the file holds something else."""
        content = read_private(self._path)
        return None if content is None else _decode(content.decode("ascii", "replace"), f"The file {str(self._path)!r}")

    def create(self) -> bytes:
        """A fresh key, written to the file."""
        key = os.urandom(KEY_BYTES)
        write_atomic(self._path, base64.b64encode(key) + b"\n")
        return key


class KeyRing:
    """A key in the keyring of the operating system."""

    kind: Literal["keyring", "file"] = "keyring"

    def __init__(self, keyring: Any, home: Path) -> None:
        self._keyring = keyring
        # One key for each data directory, by its path.
        self._user = f"key-{bytes_hash(os.fsencode(home))[:16]}"

    @classmethod
    def find(cls, home: Path) -> KeyRing | None:
        """The system's keyring, if the `keyring` package is there and has a backend that works."""
        try:
            keyring = importlib.import_module("keyring")  # optional extra, and slow to import
        except ImportError:
            return None
        ring = cls(keyring, home)
        try:
            if keyring.get_keyring().priority <= 0:
                return None
            ring.load()
        except Exception:  # a backend fails in its own ways; each means: not usable here
            return None
        return ring

    def load(self) -> bytes | None:
        """The key in the keyring."""
        text = self._keyring.get_password(SERVICE, self._user)
        return None if text is None else _decode(text, f"The entry {self._user!r} in the system keyring")

    def create(self) -> bytes:
        """A fresh key, kept in the keyring and read back to be sure."""
        key = os.urandom(KEY_BYTES)
        self._keyring.set_password(SERVICE, self._user, base64.b64encode(key).decode())
        if self.load() != key:
            raise Unavailable("The system keyring did not keep the key.", hint="Unlock it, or set use_keyring off.")
        return key


def _decode(text: str, where: str) -> bytes:
    try:
        key = base64.b64decode(text.strip(), validate=True)
    except binascii.Error:
        key = b""
    if len(key) != KEY_BYTES:
        raise Corrupt(f"{where} is not a key.", hint="Restore it from a backup; without it the secrets are lost.")
    return key
