"""Files of MCP servers, as other programs keep them: `mcp.json`. Reading one starts nothing and takes no key over."""

from __future__ import annotations

import re
from typing import Any, cast

from pydantic import ValidationError

from aule.apps.mcp.client.descriptors import clean
from aule.apps.mcp.records import RefusedServer, ServerDraft
from aule.sdk import Model, errors
from aule.text.strict_json import read_json
from aule.text.words import fold

MOST_SERVERS = 50
_REFERENCE = re.compile(r"\$\{(?:env:|input:)?([A-Za-z_][A-Za-z0-9_-]*)(?::-[^}]*)?\}")
_SECRET = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|AUTH", re.IGNORECASE)
_KEY = re.compile(
    r"\b(?:sk-|gh[pousr]_|github_pat_|glpat-|xox[abprs]-|AKIA|AIza|eyJ)[A-Za-z0-9_.-]{12,}|://[^/\s:@]+:[^/\s@]+@"
)
"""What a key looks like, or an address with a password in it."""
_FETCHERS = frozenset({"npx", "bunx", "pnpx", "uvx", "pipx", "docker", "podman"})
"""Programs that fetch another one whenever they are started."""
_ASIDE = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_LAST_COMMA = re.compile(r'"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])')
_KNOWN = frozenset({"command", "args", "env", "url", "serverUrl", "headers", "type", "transport", "cwd", "disabled"})


class ReadServer(Model):
    """A server that a file describes."""

    id: str
    server: ServerDraft


class ReadFile(Model):
    """What a file describes, and what of it was not taken over."""

    servers: list[ReadServer]
    notes: list[str] = []
    refused: list[RefusedServer] = []


def read_server_file(content: str) -> ReadFile:
    """Return the servers of an `mcp.json`; values that look like keys are left out and told."""
    try:
        told = read_json(_without_asides(content))
    except ValueError as error:
        raise errors.Invalid(f"This is not a JSON document: {error}.", field="content") from None
    document = _object(told)
    listed = document.get("mcpServers", document.get("servers", document))
    entries = _object(listed)
    if not entries or len(entries) > MOST_SERVERS:
        raise errors.Invalid(
            "No servers are described here, or too many.", field="content", hint='Expected {"mcpServers": {…}}.'
        )
    servers: list[ReadServer] = []
    notes: list[str] = []
    refused: list[RefusedServer] = []
    if not any(isinstance(entry, dict) for entry in entries.values()):
        _object(next(iter(entries.values())))
    for name, entry in entries.items():
        id = re.sub(r"[^a-z0-9_-]+", "-", fold(name)).strip("-_")[:40]
        id = id if id[:1].isalpha() else f"s-{id}"[:40].rstrip("-")
        try:
            servers.append(ReadServer(id=id, server=_server(id, name, _object(entry), notes)))
        except (ValidationError, ValueError, errors.Invalid) as error:
            why = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
            refused.append(RefusedServer(name=clean(name, 80), why=clean(why, 300)))
    return ReadFile(servers=servers, notes=notes, refused=refused)


def _server(id: str, name: str, entry: dict[str, Any], notes: list[str]) -> ServerDraft:
    notes += [f"{id}: {key!r} was not taken over" for key in entry if key not in _KNOWN]
    if "cwd" in entry:
        notes.append(f"{id}: 'cwd' was not taken over; a server starts in an empty folder of its own")
    if entry.get("type", entry.get("transport")) == "sse":
        notes.append(f"{id}: the transport 'sse' is not spoken; its server may have an address for streamable HTTP")
    url = entry.get("url", entry.get("serverUrl"))
    if url is not None:
        return ServerDraft(title=name[:120], url=str(url), token=_token(id, entry, notes))
    env, secrets = _variables(id, entry, notes)
    return ServerDraft(title=name[:120], command=_words(id, entry, notes), env=env, secrets=secrets)


def _token(id: str, entry: dict[str, Any], notes: list[str]) -> str | None:
    """Return the secret that takes the place of a token in the headers; no value of a header is taken over."""
    token = None
    for header, value in _object(entry.get("headers", {})).items():
        is_token = header.lower() == "authorization"
        token = _secret_name(id, "TOKEN", str(value)) if is_token else token
        more = f"; set the secret {token} to its token" if is_token else ""
        notes.append(f"{id}: the header {header[:60]!r} was not taken over{more}")
    return token


def _variables(id: str, entry: dict[str, Any], notes: list[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the variables that are taken over, and those whose values the owner sets as secrets."""
    env: dict[str, str] = {}
    secrets: dict[str, str] = {}
    for variable, value in _object(entry.get("env", {})).items():
        said = str(value)
        if _REFERENCE.search(said) or _SECRET.search(variable) or _KEY.search(said):
            secrets[variable] = _secret_name(id, variable, said)
            notes.append(f"{id}: set the secret {secrets[variable]} to the value of {variable[:60]}")
        else:
            env[variable] = said
    return env, secrets


def _words(id: str, entry: dict[str, Any], notes: list[str]) -> list[str]:
    """Return the program and its words; raise where one of them looks like a key."""
    args = entry.get("args", [])
    if not isinstance(args, list):
        raise ValueError("its args are no list")
    words = [str(entry.get("command", "")), *(str(each) for each in cast("list[Any]", args))]
    if words[0].rpartition("/")[2] in _FETCHERS:
        notes.append(
            f"{id}: {words[0][:80]!r} fetches its program from the network, which the sandbox does not let it:"
            " install the program, and name it and its folder instead"
        )
    if any(word.startswith("/") for word in words[1:]):
        notes.append(f"{id}: its command names files; it sees those only in folders that you name for it")
    for place, word in enumerate(words):
        if _KEY.search(word):
            raise ValueError(f"word {place} of its command looks like a key; give it as a variable instead")
        if _REFERENCE.search(word):
            notes.append(f"{id}: {word[:80]!r} is kept as it is written; nothing is put in its place")
    return words


def _without_asides(content: str) -> str:
    """Return JSON as some programs keep it, with comments and commas at the end, as plain JSON; texts stay."""
    told = _ASIDE.sub(lambda found: found[0] if found[0][0] == '"' else " ", content)
    return _LAST_COMMA.sub(lambda found: found[0] if found[0][0] == '"' else " ", told)


def _secret_name(id: str, variable: str, said: str) -> str:
    found = _REFERENCE.search(said)
    name = found[1] if found else f"MCP_{id}_{variable}"
    name = re.sub(r"[^A-Z0-9_]", "_", name.upper())
    return (name if name[:1].isalpha() else f"MCP_{name}")[:100]


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise errors.Invalid(
            "This is not the form of an mcp.json.", field="content", hint='Expected {"mcpServers": {…}}.'
        )
    return cast("dict[str, Any]", value)
