"""Cards of MCP: what a person sees before something of a server is started or used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from aule.apps.mcp.client.launches import unseen_files
from aule.apps.mcp.records import Descriptor, Server
from aule.apps.mcp.words import say
from aule.sdk import Table
from aule.text.words import headline

if TYPE_CHECKING:  # the sandbox is loaded by who needs it
    from aule.sdk.boxes import Level


Fact = tuple[str, str]
"""What something is called, and its value."""


def approval_card(server: Server, level: Level, files: Mapping[str, str], locale: str) -> Table:
    """Return everything that a server is started with, or reached by."""
    is_remote = server.url is not None
    facts: list[Fact] = [
        (say("row_server", locale), f"{server.id} ({say(f'origin_{server.origin}', locale)})"),
        *(_address_facts(server, locale) if is_remote else _program_facts(server, level, files, locale)),
        (say("row_hash", locale), server.launch_hash),
    ]
    return _table(facts, locale)


def use_card(what: Fact, server: Server, pinned: Descriptor, arguments: Mapping[str, Any] | None, locale: str) -> Table:
    """Return what is used of a server, where it is, what the server says of it, and each argument."""
    facts: list[Fact] = [
        what,
        (say("row_where", locale), server.url or " ".join(server.command)),
        (say("row_said", locale), headline(pinned.description, 200)),
        *((say("row_argument", locale), f"{name} = {value!r}") for name, value in (arguments or {}).items()),
    ]
    return _table(facts, locale)


def _address_facts(server: Server, locale: str) -> Iterator[Fact]:
    yield say("row_url", locale), server.url or ""
    yield say("row_local", locale), say("yes" if server.local else "no", locale)
    if server.token:
        yield say("row_token", locale), server.token
    if server.sign_in:
        yield say("row_sign_in", locale), say("sign_in_yes", locale)
    if server.client_id:
        yield say("row_client", locale), server.client_id
    if server.client_secret:
        yield say("row_client_secret", locale), server.client_secret


def _program_facts(server: Server, level: Level, files: Mapping[str, str], locale: str) -> Iterator[Fact]:
    for number, word in enumerate(server.command):
        yield say("row_word", locale, number=number), word
    for name, value in sorted(server.env.items()):
        yield say("row_env", locale), f"{name}={value}"
    for name, secret in sorted(server.secrets.items()):
        yield say("row_secret", locale), f"{name} ← {secret}"
    for folder in server.folders:
        yield say("row_folder", locale), folder
    for path in unseen_files(server):
        yield say("row_unseen", locale), path
    yield say("row_network", locale), say("network_yes" if server.network else "no", locale)
    yield say("row_keeps", locale), say("keeps_yes" if server.keeps else "no", locale)
    yield say("row_box", locale), level.value
    for path, hashed in sorted(files.items()):
        yield say("row_file", locale), f"{path} sha256:{hashed}"


def _table(facts: Sequence[Fact], locale: str) -> Table:
    rows = [[what, value] for what, value in facts]
    return Table(columns=[say("column_what", locale), say("column_value", locale)], rows=rows, total=len(rows))
