"""Secrets: API keys and the like, encrypted on disk, masked on screen, and struck out of every text."""

from __future__ import annotations

import base64
import binascii
import codecs
import contextlib
import json
import os
import re
import urllib.parse
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import ValidationError

from aule.contracts.errors import Corrupt, Invalid, NotFound, Unavailable
from aule.contracts.model import Stored
from aule.contracts.views import SecretInfo
from aule.stores.home.atomic import Fingerprint, Glance, write_atomic
from aule.stores.home.directory import Home
from aule.stores.home.folder import folder_lock
from aule.stores.home.keys import KeyFile, KeyPlace, KeyRing

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

STRUCK = "•••"
LONGEST = 16_384
SHORTEST_STRUCK = 6
"""A shorter value would be struck out of ordinary words."""
SHORTEST_ENCODED = 8
"""Characters of an encoded value that are struck out."""
SHORTEST_JOINED = 14
"""Letters and digits of a spelling that is struck out also where it is cut up; a shorter one might be by chance."""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,99}")
_READABLE = re.compile(r"[A-Z][A-Z0-9_]*_(API_KEY|TOKEN)")
_SECRET_LOOKING = re.compile(r"(^|.*_)(API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD)(_.*|$)", re.IGNORECASE)
_VENDOR_PREFIX = re.compile(r"[a-z]{2,4}[-_]")
_BLANK = re.compile(r"[\s\"]")
_BETWEEN = re.compile(r"(?:\\[nrt]|[^A-Za-z0-9])+")
_PREFIXES = ("0x", "0X", "\\x", "&#", "\\u00", "U+00", "u+00")
_BETWEEN_PREFIXED = re.compile(r"(?:\\[nrt]|0[xX]|\\+x|&#x?|\\+u00|[uU]\+00|[^A-Za-z0-9])+")
_SMALL = bytes(range(256)).lower()
_NO_LETTER = bytes(each for each in range(256) if not (each < 128 and chr(each).isalnum()))
_URL_SAFE = str.maketrans("+/", "-_")
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
        self._struck: tuple[Fingerprint | None, _Forms] | None = None

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
        with folder_lock(self._home.path):  # the vault, and its key, are read, changed and written by one at a time
            vault = self._newest()
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
        with folder_lock(self._home.path):
            vault = self._newest()
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
        """The text with every known secret struck out, also where it stands escaped or in a simple encoding."""
        vault_seen = self._glance.fingerprint()
        if self._struck is None or self._struck[0] != vault_seen:
            self._struck = (vault_seen, _Forms.of(self._known()))
        return self._struck[1].strike(text)

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

    def _newest(self) -> Vault:
        """The vault as the file holds it now, however lately another process wrote it."""
        self._glance.again()
        self._vault, self._seen = Vault(), None
        return self._load()

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


@dataclass(frozen=True, slots=True)
class _Forms:
    """All spellings of the known secrets that are struck out of texts."""

    plain: re.Pattern[str] | None
    encoded: tuple[str, ...]
    """Spellings without blanks and quotes, the longest first."""
    shortest: int
    joined: tuple[bytes, ...] = ()
    """Spellings of which only letters and digits are left, in small letters: they are found however they are cut up."""

    @classmethod
    def of(cls, values: Iterable[str]) -> _Forms:
        """Prepare the spellings of some secrets; a short one would be struck out of ordinary words."""
        known = {value for value in values if len(value) >= SHORTEST_STRUCK}
        plain = {form for value in known for form in _spellings(value)}
        encoded = {form for value in known for form in _encodings(value) if len(form) >= SHORTEST_ENCODED} - plain
        dense = {form for form in encoded if not _BLANK.search(form)}
        read = sorted(plain | (encoded - dense), key=len, reverse=True)
        pattern = re.compile("|".join(map(re.escape, read))) if read else None
        joined = {_joined(form) for value in known for form in _cut_up(value)}
        kept = sorted((form for form in joined if len(form) >= SHORTEST_JOINED), key=len, reverse=True)
        words = tuple(sorted(dense, key=len, reverse=True))
        return cls(pattern, words, min(map(len, dense), default=0), tuple(kept))

    def strike(self, text: str) -> str:
        """Strike every spelling out of a text."""
        if self.plain is None:
            return text
        text = self.plain.sub(STRUCK, text)
        # An encoded secret has no blanks, so only long words are looked at: most texts have few of them.
        words = [word for word in text.replace('"', " ").split() if len(word) >= self.shortest]
        looked_at = " ".join(words)
        for form in self.encoded if words else ():
            if form in looked_at:
                text = text.replace(form, STRUCK)
        return self._strike_joined(text)

    def _strike_joined(self, text: str) -> str:
        """Strike spellings out that are cut up: by blanks, line breaks, separators, prefixes, or partly escaped."""
        if not self.joined or len(text) < SHORTEST_JOINED:
            return text
        text = self._strike_between(text, _joined(text), _BETWEEN)
        if any(mark in text for mark in _PREFIXES):
            text = self._strike_between(text, _joined(_BETWEEN_PREFIXED.sub("", text)), _BETWEEN_PREFIXED)
        if "%" in text:
            plain = urllib.parse.unquote(text, errors="replace")
            if (struck := self._strike_between(plain, _joined(plain), _BETWEEN)) != plain:
                return struck  # what else was escaped in it is readable now, too
        return text

    def _strike_between(self, text: str, looked_at: bytes, between: re.Pattern[str]) -> str:
        for form in self.joined:
            if form not in looked_at:
                continue
            places = _places(text, between)
            letters = "".join([text[place] for place in places]).lower()
            kept: list[str] = []
            last = 0
            for at in _starts(letters, form.decode()):
                kept += [text[last : places[at]], STRUCK]
                last = places[at + len(form) - 1] + 1
            text = "".join([*kept, text[last:]])
        return text


def _joined(text: str) -> bytes:
    """Only the letters and digits of a text, in small letters."""
    raw = text.encode(errors="replace")
    for escaped in (b"\\n", b"\\r", b"\\t"):
        raw = raw.replace(escaped, b"")
    return raw.translate(_SMALL, _NO_LETTER)


def _places(text: str, between: re.Pattern[str]) -> list[int]:
    """Where the letters and digits stand that are left of a text."""
    found: list[int] = []
    last = 0
    for gap in between.finditer(text):
        found.extend(range(last, gap.start()))
        last = gap.end()
    return [*found, *range(last, len(text))]


def _starts(text: str, part: str) -> list[int]:
    """Where a part stands in a text, without overlaps."""
    found: list[int] = []
    at = text.find(part)
    while at >= 0:
        found.append(at)
        at = text.find(part, at + len(part))
    return found


def _cut_up(value: str) -> Iterator[str]:
    """A secret in the encodings that are looked for also where something stands between their letters."""
    raw = value.encode()
    yield from (value, value[::-1], codecs.encode(value, "rot13"), raw.hex(), "".join(map(str, raw)))
    yield from (base64.b85encode(raw).decode(), base64.a85encode(raw).decode())
    once = base64.b64encode(raw).rstrip(b"=")
    for content in (raw, raw[::-1], value.encode("utf-16-le"), once[: len(once) // 4 * 4]):
        yield from _within_longer(content, base64.b64encode, bits=6)
    yield from _within_longer(raw, base64.b32encode, bits=5)


def _spellings(value: str) -> Iterator[str]:
    """A secret as it is, and as JSON and URLs escape it."""
    yield value
    yield json.dumps(value)[1:-1]
    yield json.dumps(value, ensure_ascii=False)[1:-1]
    yield urllib.parse.quote(value, safe="")


def _encodings(value: str) -> Iterator[str]:
    """A secret in encodings that anybody can take off."""
    raw = value.encode()
    yield from _within_longer(raw, base64.b64encode, bits=6)
    yield from (form.translate(_URL_SAFE) for form in _within_longer(raw, base64.b64encode, bits=6))
    for form in _within_longer(raw, base64.b32encode, bits=5):
        yield from (form, form.lower())
    yield from _within_longer(value[::-1].encode(), base64.b64encode, bits=6)
    yield from (raw.hex(), raw.hex().upper(), raw.hex(":"))
    yield from (value[::-1], codecs.encode(value, "rot13"))
    yield from ("".join(f"%{byte:02X}" for byte in raw), "".join(f"%{byte:02x}" for byte in raw))
    yield from ("".join(f"&#{ord(letter)};" for letter in value), "".join(f"&#x{ord(letter):x};" for letter in value))
    for escaped in ("".join(f"\\u{ord(letter):04x}" for letter in value), "".join(f"\\x{byte:02x}" for byte in raw)):
        yield from (escaped, escaped.replace("\\", "\\\\"))  # as it is, and inside JSON


def _within_longer(raw: bytes, encode: Callable[[bytes], bytes], *, bits: int) -> Iterator[str]:
    """What an encoding makes of some bytes wherever they begin in a longer text: the letters that depend on them alone.

    Each letter stands for so many bits.
    """
    for before in range(3 if bits == 6 else 5):
        letters = encode(bytes(before) + raw).decode()
        yield letters[-(-before * 8 // bits) : (before + len(raw)) * 8 // bits]


def _cipher(key: bytes) -> AESGCM:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # 30 ms of start-up

    return AESGCM(key)


def _bound_to(name: str) -> bytes:
    # A value moved under another name does not open.
    return b"aule:secret:1:" + name.encode()
