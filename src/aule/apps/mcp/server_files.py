"""Files of MCP servers, as other programs keep them: `mcp.json`. Reading one starts nothing and takes no key over."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, cast
from urllib.parse import parse_qsl, urlsplit

from pydantic import ValidationError

from aule.apps.mcp.client.descriptors import clean
from aule.apps.mcp.fetchers import fetcher_of, installation_of
from aule.apps.mcp.records import RefusedServer, ServerDraft
from aule.apps.mcp.words import hint, say
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
_KEY_FLAG = re.compile(
    r"--?(?:[a-z0-9]+[-_])*(?:api-?key|key|token|secret|password|passwd|pat)(?:=(.*))?", re.IGNORECASE | re.DOTALL
)
_KEY_FIELD = re.compile(r"(?:.*[_-])?(?:api-?_?key|key|token|secret|password|auth)", re.IGNORECASE)
_ASIDE = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_LAST_COMMA = re.compile(r'"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])')
_REACH = frozenset({"command", "cmd", "args", "env", "environment", "envs", "url", "httpUrl", "serverUrl", "uri"})
_KNOWN = _REACH | {"headers", "type", "transport", "cwd", "disabled", "enabled", "source"}
_LISTS = ("mcpServers", "servers", "context_servers", "mcp_servers", "mcp")
"""Under which name programs keep the servers in their files."""


class ReadServer(Model):
    """A server that a file describes."""

    id: str
    server: ServerDraft


class ReadFile(Model):
    """What a file describes, and what of it was not taken over."""

    servers: list[ReadServer]
    notes: list[str] = []
    refused: list[RefusedServer] = []


class _Unfit(ValueError):
    """An entry that is not taken over, and why, in words for people."""


def read_server_file(content: str, locale: str) -> ReadFile:
    """Return the servers of an `mcp.json`; values that look like keys are left out and told."""
    try:
        told = read_json(_whole(_without_asides(content)))
    except ValueError as error:
        raise errors.Invalid(
            say("file_no_json", locale, problem=clean(str(error), 200)),
            code="mcp_file_unread",
            field="content",
            hint=hint("file_no_json", locale),
        ) from None
    entries = _entries(told)
    if not entries or len(entries) > MOST_SERVERS:
        raise errors.Invalid(
            say("file_no_servers", locale, most=MOST_SERVERS),
            code="mcp_file_unread",
            field="content",
            hint=hint("file_no_servers", locale),
        )
    servers: list[ReadServer] = []
    notes: list[str] = []
    refused: list[RefusedServer] = []
    for name, entry in entries.items():
        id = re.sub(r"[^a-z0-9_-]+", "-", fold(name)).strip("-_")[:40]
        id = id if id[:1].isalpha() else f"s-{id}"[:40].rstrip("-")
        reader = _Entry(id, name, entry, locale)
        try:
            servers.append(ReadServer(id=id, server=reader.draft()))
        except _Unfit as error:
            refused.append(RefusedServer(name=clean(name, 80), why=clean(str(error), 300)))
        except ValidationError as error:
            why = error.errors()[0]["msg"].removeprefix("Value error, ")
            refused.append(RefusedServer(name=clean(name, 80), why=clean(why, 300)))
        else:
            notes += reader.notes
    return ReadFile(servers=servers, notes=notes, refused=refused)


def _entries(told: Any) -> dict[str, Any]:
    """Return the servers by their names, wherever in its file a program keeps them; none where there is none."""
    document = _object(told)
    for name in _LISTS:
        listed = _object(document.get(name))
        if any(isinstance(entry, dict) for entry in listed.values()):
            return _entries(listed) if name == "mcp" and "servers" in listed else listed
    if _is_entry(document):
        return {"server": document}
    return document if any(_is_entry(_object(entry)) for entry in document.values()) else {}


def _is_entry(entry: dict[str, Any]) -> bool:
    return any(isinstance(entry.get(key), (str, list)) for key in ("command", "cmd", "url", "httpUrl", "serverUrl"))


def _object(value: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


class _Entry:
    """One server of a file, in the form of any of the programs that keep such files."""

    def __init__(self, id: str, name: str, entry: Any, locale: str) -> None:
        self.notes: list[str] = []
        self._id, self._name, self._locale = id, name, locale
        self._entry = _object(entry)
        if isinstance(transport := self._entry.get("transport"), dict):
            self._entry = {**self._entry, **cast("dict[str, Any]", transport), "transport": None}
        if isinstance(command := self._entry.get("command"), dict):
            named = cast("dict[str, Any]", command)
            self._entry = {**self._entry, **named, "command": named.get("path")}
            self._entry.pop("path", None)

    def draft(self) -> ServerDraft:
        """Return the server as a draft; raise why it is none."""
        entry = self._entry
        for key in entry:
            if key not in _KNOWN:
                self._note("file_left", key=repr(key)[:80])
        if "cwd" in entry:
            self._note("file_cwd")
        if entry.get("type", entry.get("transport")) == "sse":
            self._note("file_sse")
        if entry.get("disabled") is True or entry.get("enabled") is False:
            self._note("file_disabled")
        title = self._name[:120]
        url = next((entry[key] for key in ("httpUrl", "url", "serverUrl", "uri") if entry.get(key)), None)
        words = self._words()
        if url is not None:
            return ServerDraft(title=title, url=self._address(str(url)), token=self._token())
        if not words:
            raise _Unfit(say("file_nothing", self._locale))
        env, secrets = self._variables()
        return ServerDraft(title=title, command=words, env=env, secrets=secrets)

    def _note(self, name: str, **values: Any) -> None:
        self.notes.append(f"{self._id}: {say(name, self._locale, **values)}")

    def _address(self, url: str) -> str:
        """Return the address; raise where a key is written into it."""
        try:
            fields = parse_qsl(urlsplit(url).query)
        except ValueError:
            raise _Unfit(say("file_address", self._locale)) from None
        if any(_KEY_FIELD.fullmatch(name) and not _REFERENCE.search(value) for name, value in fields):
            raise _Unfit(say("file_key_address", self._locale))
        if _REFERENCE.search(url):
            self._note("file_reference", word=url[:80])
        return url

    def _token(self) -> str | None:
        """Return the secret that takes the place of a token in the headers; no value of a header is taken over."""
        token = None
        for header, value in _object(self._entry.get("headers")).items():
            if header.lower() == "authorization":
                token = self._secret_name("TOKEN", str(value))
                self._note("file_token", header=repr(header[:60]), secret=token)
            else:
                self._note("file_header", header=repr(header[:60]))
        return token

    def _variables(self) -> tuple[dict[str, str], dict[str, str]]:
        """Return the variables that are taken over, and those whose values the owner sets as secrets."""
        env: dict[str, str] = {}
        secrets: dict[str, str] = {}
        named: Any = next((self._entry[key] for key in ("env", "environment", "envs") if self._entry.get(key)), None)
        for variable, value in _object(named).items():
            said = str(value)
            if _REFERENCE.search(said) or _SECRET.search(variable) or _KEY.search(said):
                secrets[variable] = self._secret_name(variable, said)
                self._note("file_secret", secret=secrets[variable], variable=variable[:60])
            else:
                env[variable] = said
        return env, secrets

    def _words(self) -> list[str]:
        """Return the program and its words; raise where one of them looks like a key."""
        said: Any = self._entry.get("command") or self._entry.get("cmd") or []
        first = cast("list[Any]", said) if isinstance(said, list) else [said]
        args = self._entry.get("args", [])
        if not isinstance(args, list):
            raise _Unfit(say("file_args", self._locale))
        words = [str(each) for each in (*first, *cast("list[Any]", args))]
        self._note_fetching(words)
        if any(word.startswith("/") for word in words[1:]):
            self._note("file_names_files")
        for place, word in enumerate(words):
            flag = _KEY_FLAG.fullmatch(word)
            value = "" if flag is None else flag[1] or (words[place + 1] if place + 1 < len(words) else "")
            if _KEY.search(word) or (value and not value.startswith("-") and not _REFERENCE.search(value)):
                raise _Unfit(say("file_key_word", self._locale, place=place))
            if _REFERENCE.search(word):
                self._note("file_reference", word=word[:80])
        return words

    def _note_fetching(self, words: list[str]) -> None:
        """Tell of a program that fetches another one, and how to install that instead, where it is known."""
        if (program := fetcher_of(words)) is None:
            return
        self._note("file_fetches", program=program)
        if (told := installation_of(self._id, words, Path.home())) is not None:
            change = {"server": self._id, "line": told.line, "folder": told.folder, "programs": told.programs}
            self._note("file_install", **change)

    def _secret_name(self, variable: str, said: str) -> str:
        found = _REFERENCE.search(said)
        name = found[1] if found else f"MCP_{self._id}_{variable}"
        name = re.sub(r"[^A-Z0-9_]", "_", name.upper())
        return (name if name[:1].isalpha() else f"MCP_{name}")[:100]


def _whole(content: str) -> str:
    """Return a piece of a file, as descriptions of servers print it, as a whole one."""
    told = content.strip().rstrip(",")
    return f"{{{told}}}" if told.startswith('"') else content


def _without_asides(content: str) -> str:
    """Return JSON as some programs keep it, with comments and commas at the end, as plain JSON; texts stay."""
    told = _ASIDE.sub(lambda found: found[0] if found[0][0] == '"' else " ", content)
    return _LAST_COMMA.sub(lambda found: found[0] if found[0][0] == '"' else " ", told)
