"""Addresses of sources: folders of this machine, repositories, and HTTPS addresses of an index or its folder."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from aule.apps.additions.git.addresses import is_git, read_git
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
    if told.startswith(_REPOSITORIES):
        raise _bad("address_git", locale)
    if is_web(told) and is_git(told):
        return _git(told, is_local=is_local, locale=locale)
    return _web(told, is_local=is_local, locale=locale) if is_web(told) else _folder(told, home, locale)


def folder_of(address: str) -> tuple[str, str]:
    """Return the folder or address that the files of an index are relative to, and the name of the index."""
    if is_web(address) and is_git(address):
        repository = read_git(address, INDEX)
        assert repository is not None, "it was read when it was kept"
        return repository.folder, repository.index
    folder, _, name = address.rpartition("/")
    return folder, name


def _git(told: str, *, is_local: bool, locale: str) -> str:
    """Return the whole address of a repository, what is meant of it and its index."""
    found = read_git(told, INDEX)
    if found is None:
        raise _bad("address_ref", locale)
    return replace(found, repository=_checked(found.repository, is_local=is_local, locale=locale)).whole


def _web(told: str, *, is_local: bool, locale: str) -> str:
    is_index = told.partition("?")[0].endswith(".json")
    return _checked(told if is_index else f"{told.rstrip('/')}/{INDEX}", is_local=is_local, locale=locale)


def _checked(told: str, *, is_local: bool, locale: str) -> str:
    """Return an address of the web as it is kept; raise why nothing is taken from there."""
    from aule.sdk.services import read_target  # loads the HTTP client, which a folder has no use for

    try:
        parts = urlsplit(told)
    except ValueError:
        raise _bad("address_web", locale) from None
    if parts.query or parts.fragment or parts.username is not None or parts.password is not None:
        raise _bad("address_web", locale)
    if parts.scheme == "http" and not is_local:
        raise _bad("address_plain", locale)
    if any(part in (".", "..") for part in parts.path.split("/")):
        raise _bad("address_web", locale)
    return read_target(told, is_own=is_local).url


def _folder(told: str, home: Path, locale: str) -> str:
    path = Path(os.path.expanduser(told))
    if not path.is_absolute():
        raise _bad("address_relative", locale)
    name = path.name if path.suffix == ".json" else INDEX
    folder = path.parent if path.suffix == ".json" else path
    return str(allowed_root(folder, home) / name)


def _bad(key: str, locale: str) -> errors.Invalid:
    return errors.Invalid(say(key, locale), code="bad_address", field="address", hint=hint(key, locale))
