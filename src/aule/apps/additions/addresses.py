"""Addresses of sources: folders of this machine, and HTTPS addresses of an index or of the folder it stands in."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import urlsplit

from aule.apps.additions.words import hint, say
from aule.sdk import errors
from aule.sdk.files import allowed_root
from aule.text.foreign_text import PieceKind, Place, pieces_of

INDEX = "catalogue.json"
LONGEST = 500
_WEB = ("https://", "http://")
_REPOSITORIES = ("git@", "git://", "ssh://", "git+", "file://", "ftp://")


def is_web(address: str) -> bool:
    """Return whether an address is one of the web, and no folder."""
    return address.startswith(_WEB)


def read_address(text: str, home: Path, *, is_local: bool, locale: str) -> str:
    """Return an address as it is kept: that of an index; raise why none can be taken from there."""
    told = text.strip()
    is_hidden = any(piece.kind is not PieceKind.PLAIN for piece in pieces_of(told, Place.NAME))
    if not told or len(told) > LONGEST or is_hidden:
        raise _bad("address_hidden", locale)
    if told.startswith(_REPOSITORIES) or (is_web(told) and told.removesuffix("/").endswith(".git")):
        raise _bad("address_git", locale)
    return _web(told, is_local=is_local, locale=locale) if is_web(told) else _folder(told, home, locale)


def folder_of(address: str) -> tuple[str, str]:
    """Return the folder or address that the files of an index are relative to, and the name of the index."""
    folder, _, name = address.rpartition("/")
    return folder, name


def _web(told: str, *, is_local: bool, locale: str) -> str:
    from aule.sdk.services import read_target  # loads the HTTP client, which a folder has no use for

    try:
        parts = urlsplit(told)
    except ValueError:
        raise _bad("address_web", locale) from None
    if parts.query or parts.fragment or parts.username is not None or parts.password is not None:
        raise _bad("address_web", locale)
    if parts.scheme == "http" and not is_local:
        raise _bad("address_plain", locale)
    address = told if parts.path.endswith(".json") else f"{told.rstrip('/')}/{INDEX}"
    if any(part in (".", "..") for part in parts.path.split("/")):
        raise _bad("address_web", locale)
    return read_target(address, is_own=is_local).url


def _folder(told: str, home: Path, locale: str) -> str:
    path = Path(os.path.expanduser(told))
    if not path.is_absolute():
        raise _bad("address_relative", locale)
    name = path.name if path.suffix == ".json" else INDEX
    folder = path.parent if path.suffix == ".json" else path
    return str(allowed_root(folder, home) / name)


def _bad(key: str, locale: str) -> errors.Invalid:
    return errors.Invalid(say(key, locale), code="bad_address", field="address", hint=hint(key, locale))
