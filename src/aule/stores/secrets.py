"""Secrets: API keys and the like, encrypted on disk, masked on screen, and struck out of every text."""

from __future__ import annotations

import base64
import binascii
import contextlib
import json
import os
import re
import urllib.parse
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pydantic import ValidationError

from aule.contracts.errors import Corrupt, Invalid, NotFound, Unavailable
from aule.contracts.model import Stored
from aule.contracts.views import SecretInfo
from aule.stores.atomic import Fingerprint, Glance, write_atomic
from aule.stores.home import Home
from aule.stores.keys import KeyFile, KeyPlace, KeyRing

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

STRUCK = "•••"
LONGEST = 16_384
SHORTEST_STRUCK = 6
"""A shorter value would be struck out of ordinary words."""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,99}")
_READABLE = re.compile(r"[A-Z][A-Z0-9_]*_(API_KEY|TOKEN)")
_SECRET_LOOKING = re.compile(r"(^|.*_)(API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD)(_.*|$)", re.IGNORECASE)
_VENDOR_PREFIX = re.compile(r"[a-z]{2,4}[-_]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


class Sealed(Stored):
    """One encrypted value."""

    nonce: str
    data: str


class Vault(Stored):
    """The file of encrypted values, and where their key is."""

    version: int = 1
    key: str = "file"
    secrets: dict[str, Sealed] = {}


class Secrets:
    """The secrets of one data directory. What the environment holds can be read here, never changed."""

    def __init__(self, home: Home, *, use_keyring: bool = True, environment: Mapping[str, str] | None = None) -> None:
        self._home = home
        self._file = home.secrets
        self._glance = Glance(self._file)
        self._use_keyring = use_keyring
        self._environment = os.environ if environment is None else environment
        self._key: bytes | None = None
        self._seen: Fingerprint | None = None
        self._vault = Vault()
        self._guarded: set[str] = set()
        self._struck: tuple[Fingerprint | None, re.Pattern[str] | None] | None = None

    def get(self, name: str) -> str | None:
        """A secret's value: the stored one, else the environment's."""
        sealed = self._load().secrets.get(name)
        if sealed is not None:
            return self._open(name, sealed)
        return (self._environment.get(name) or None) if _READABLE.fullmatch(name) else None

    def set(self, name: str, value: str) -> SecretInfo:
        """Encrypt and keep a secret."""
        value = value.strip()
        if _NAME.fullmatch(name) is None:
            raise Invalid(f"{name!r} cannot name a secret.", field="name", hint="Use a name such as OPENAI_API_KEY.")
        if not value or len(value) > LONGEST or _CONTROL.search(value):
            raise Invalid(
                f"The value for {name!r} is empty, too long, or contains control characters.",
                field="value",
                hint="Paste the key as the provider shows it, on one line.",
            )
        self._glance.again()
        vault = self._load()
        for other, sealed in vault.secrets.items():
            self._open(other, sealed)  # a wrong key must not join the right one in this file
        key, kind = self._key_for(vault)
        nonce = os.urandom(12)
        data = _cipher(key).encrypt(nonce, value.encode(), _bound_to(name))
        sealed = Sealed(nonce=base64.b64encode(nonce).decode(), data=base64.b64encode(data).decode())
        self._save(Vault(key=kind, secrets={**vault.secrets, name: sealed}))
        return SecretInfo(name=name, masked=mask(value), source="stored")

    def delete(self, name: str) -> None:
        """Forget a stored secret."""
        self._glance.again()
        vault = self._load()
        if name not in vault.secrets:
            if self.get(name) is not None:
                raise Invalid(f"The secret {name!r} comes from the environment.", hint="Unset it where it is set.")
            raise NotFound(f"There is no secret {name!r}.", candidates=sorted(vault.secrets)[:5])
        self._save(Vault(key=vault.key, secrets={k: v for k, v in vault.secrets.items() if k != name}))

    def list(self) -> list[SecretInfo]:
        """Every secret, masked: the stored ones, and API keys found in the environment."""
        vault = self._load()
        found: dict[str, SecretInfo] = {}
        for name, sealed in vault.secrets.items():
            found[name] = SecretInfo(name=name, masked=mask(self._open(name, sealed)), source="stored")
        for name, value in self._environment.items():
            if name.endswith("_API_KEY") and value and name not in found:
                found[name] = SecretInfo(name=name, masked=mask(value), source="environment")
        return [found[name] for name in sorted(found)]

    def guard(self, value: str) -> None:
        """Strike this value out of texts too, although it is not stored here (the access token)."""
        self._guarded.add(value)
        self._struck = None

    def redact(self, text: str) -> str:
        """The text with every known secret struck out, also where it stands escaped in JSON or a URL."""
        vault_seen = self._glance.fingerprint()
        if self._struck is None or self._struck[0] != vault_seen:
            values = sorted({form for value in self._known() for form in _forms(value)}, key=len, reverse=True)
            self._struck = (vault_seen, re.compile("|".join(map(re.escape, values))) if values else None)
        pattern = self._struck[1]
        return text if pattern is None else pattern.sub(STRUCK, text)

    def _known(self) -> Iterator[str]:
        yield from self._guarded
        for name, value in self._environment.items():
            if _SECRET_LOOKING.fullmatch(name) and len(value) >= 8 and not value.startswith("/"):
                yield value
        # A value that does not open cannot have reached any text of this process.
        with contextlib.suppress(Corrupt, Unavailable):
            yield from (self._open(name, sealed) for name, sealed in self._load().secrets.items())

    def _load(self) -> Vault:
        seen = self._glance.fingerprint()
        if seen != self._seen:
            self._vault = Vault() if seen is None else self._parse()
            self._seen = seen
        return self._vault

    def _parse(self) -> Vault:
        try:
            vault = Vault.model_validate(json.loads(self._file.read_bytes()))
        except (ValueError, ValidationError) as error:
            raise self._corrupt("cannot be read") from error
        if vault.version != 1:
            raise self._corrupt(f"has version {vault.version}, which this auleOS does not know")
        return vault

    def _save(self, vault: Vault) -> None:
        write_atomic(self._file, vault.model_dump_json(indent=1).encode())
        self._glance.again()
        self._vault, self._seen, self._struck = vault, self._glance.fingerprint(), None

    def _open(self, name: str, sealed: Sealed) -> str:
        from cryptography.exceptions import InvalidTag  # 30 ms of start-up, only needed when a secret is used

        try:
            nonce, data = (base64.b64decode(part, validate=True) for part in (sealed.nonce, sealed.data))
            return _cipher(self._key_for(self._vault)[0]).decrypt(nonce, data, _bound_to(name)).decode()
        except (InvalidTag, binascii.Error, ValueError) as error:
            raise self._corrupt(f"was changed from outside, or its key was: {name!r} does not open") from error

    def _key_for(self, vault: Vault) -> tuple[bytes, str]:
        """The key and its place; made on first use, never again while something is encrypted with it."""
        places: list[KeyPlace] = [KeyFile(self._home.key)]
        if vault.secrets:
            if self._key is not None:
                return self._key, vault.key
            if vault.key == "keyring":
                places = self._keyring()
        elif self._use_keyring and not self._home.key.exists():
            places = [*self._keyring(), *places]
        if not places:
            raise Unavailable(
                "The key to the secrets is in the system keyring, which cannot be reached.",
                hint="Unlock the keyring and install the extra `keyring`.",
            )
        place = places[0]
        self._key = place.load()
        if self._key is None:
            if vault.secrets:
                raise self._corrupt("has no key: it was removed")
            self._key = place.create()
        return self._key, place.kind

    def _keyring(self) -> list[KeyPlace]:
        ring = KeyRing.find(self._home.path)
        return [] if ring is None else [ring]

    def _corrupt(self, why: str) -> Corrupt:
        return Corrupt(
            f"The file of secrets {str(self._file)!r} {why}.",
            hint="Restore it and its key from a backup, or move it away and enter the secrets again.",
        )


def mask(value: str) -> str:
    """A secret as it may be shown: at most its last four characters, and a vendor's prefix."""
    if len(value) < 12:
        return STRUCK
    prefix = _VENDOR_PREFIX.match(value) if len(value) >= 20 else None
    return f"{prefix[0] if prefix else ''}…{value[-4:]}"


def _forms(value: str) -> Iterator[str]:
    if len(value) >= SHORTEST_STRUCK:
        yield value
        yield json.dumps(value)[1:-1]
        yield json.dumps(value, ensure_ascii=False)[1:-1]
        yield urllib.parse.quote(value, safe="")


def _cipher(key: bytes) -> AESGCM:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # 30 ms of start-up

    return AESGCM(key)


def _bound_to(name: str) -> bytes:
    # A value moved under another name does not open.
    return b"aule:secret:1:" + name.encode()
