"""What a module may ask for while it runs: words for its log, measures, named secrets, declared sites, its own values.

The module asks over a pipe from a child that has none of this. What it asks for is the word of a stranger: it is held
against what was approved, here, each time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from aule.apps.plugins import queries
from aule.apps.plugins import tables as t
from aule.apps.plugins.logs import PluginLog
from aule.apps.plugins.records import PluginDescriptor
from aule.apps.plugins.words import say
from aule.contracts.model import JsonObject
from aule.sdk import Context, Row, RowWrite, errors

if TYPE_CHECKING:
    from aule.sdk.services import Sending

MOST_MESSAGE = 500
MOST_LOGGED = 200
MOST_FETCHES = 20
MOST_FETCHED = 500_000
MOST_SENT = 500_000
MOST_HEADERS = 20
_SENDING = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_LEVELS = frozenset({"debug", "info", "warning", "error"})
_HEADER = re.compile(r"[A-Za-z0-9-]{1,60}")
_HEADER_VALUE = re.compile(r"[\x20-\x7e]{0,2000}")
_OURS = frozenset(
    {"host", "content-length", "transfer-encoding", "connection", "accept-encoding", "cookie", "te", "trailer"}
    | {"upgrade", "user-agent", "expect", "keep-alive", "proxy-authorization", "proxy-connection"}
)
_KEY = re.compile(r"[^\x00-\x1f\x7f]{1,200}")
Secret = Callable[[str], str | None]
Redact = Callable[[str], str]


class HostCalls:
    """One call of a plugin, as it asks its host."""

    def __init__(
        self, context: Context, plugin: PluginDescriptor, log: PluginLog, *, secret: Secret, redact: Redact
    ) -> None:
        self._context, self._plugin, self._log = context, plugin, log
        self._secret, self._redact = secret, redact
        self._sends = plugin.sends_of(context.capability.name)
        self._has_secret = False
        self._logged = self._fetched = 0
        self._values: dict[str, tuple[Row | None, str | None]] = {}
        """Values as they were and as they are to be, by key."""
        self._size: int | None = None

    async def answer(self, name: str, asked: Any) -> Any:
        """Answer one request, or raise why it is refused."""
        known = {
            "log": self._write_log,
            "metric": self._record_metric,
            "secret_get": self._tell_secret,
            "http_fetch": self._fetch,
            "kv_get": self._get_value,
            "kv_set": self._set_value,
            "kv_delete": self._delete_value,
        }.get(name)
        if known is None or not isinstance(asked, dict):
            raise self._refused("bad_request", name=name[:60])
        return await known(cast("JsonObject", asked))

    async def record(self, title: str) -> None:
        """Write the values of a call that came to its end."""
        writes = [RowWrite(t.values, before, self._row(key, after)) for key, before, after in self._changes()]
        if writes:
            name = self._plugin.name
            await self._context.change_rows(writes, entity=f"plugins:{name}", op="update", title=title)

    def _changes(self) -> list[tuple[str, Row | None, str | None]]:
        return [
            (key, before, after)
            for key, (before, after) in self._values.items()
            if (None if before is None else before["value"]) != after
        ]

    def _row(self, key: str, value: str | None) -> Row | None:
        return None if value is None else {"plugin": self._plugin.name, "key": key, "value": value}

    async def _write_log(self, asked: JsonObject) -> None:
        level, message = asked.get("level", "info"), asked.get("message")
        if level not in _LEVELS or not isinstance(message, str):
            raise self._refused("bad_log")
        self._logged += 1
        if self._logged == MOST_LOGGED + 1:
            self._log.add("warning", say("log_flood", self._context.locale, most=MOST_LOGGED))
        if self._logged <= MOST_LOGGED:
            self._log.add(level, self._redact(message)[:MOST_MESSAGE])

    async def _record_metric(self, asked: JsonObject) -> None:
        name, value, unit = asked.get("name"), asked.get("value"), asked.get("unit", "")
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            raise self._refused("bad_metric")
        if not isinstance(name, str) or not isinstance(unit, str):
            raise self._refused("bad_metric")
        if self._redact(f"{name} {unit}") != f"{name} {unit}":
            raise self._refused("secret_elsewhere")
        try:
            number = float(value)
        except OverflowError:
            raise self._refused("bad_metric") from None
        # The name of the plugin stands before it, so that no plugin speaks for another one.
        self._context.metric(f"{self._plugin.name}.{name}", number, unit)

    async def _tell_secret(self, asked: JsonObject) -> str:
        name = asked.get("name")
        if not isinstance(name, str) or name not in self._plugin.secrets:
            raise self._refused("undeclared_secret", name=str(name)[:60])
        value = self._secret(name)
        if value is None:
            raise self._refused("secret_not_set", name=name)
        self._has_secret = True
        return value

    async def _fetch(self, asked: JsonObject) -> JsonObject:
        url, headers = asked.get("url"), asked.get("headers", {})
        if not isinstance(url, str) or not isinstance(headers, dict):
            raise self._refused("bad_fetch")
        sent = self._sending({key: asked[key] for key in asked if key not in ("url", "headers")})
        self._fetched += 1
        if self._fetched > MOST_FETCHES:
            raise self._refused("too_many_fetches", most=MOST_FETCHES)
        target = self._context.web_target(url)
        if target.host not in self._plugin.domains:
            raise self._refused("undeclared_domain", domain=target.host[:120])
        if sent is not None and target.host not in self._sends:
            raise self._refused("undeclared_sending", domain=target.host[:120])
        if self._has_secret and target.scheme != "https":
            raise self._refused("secret_in_the_open")
        lines = self._headers(cast("dict[str, Any]", headers))
        hosts = self._plugin.domains
        found = await self._context.download(url, MOST_FETCHED, headers=lines, hosts=hosts, sent=sent)
        from aule.sdk.services import codec_of  # loads the HTTP client, which the download has done

        if sent is not None:
            told = {"method": sent.method, "domain": target.host, "size": len(sent.body), "status": found.status}
            self._log.add("info", say("log_sent", self._context.locale, **told))
        return {
            "status": found.status,
            "type": found.type,
            "url": found.url,
            "text": found.content.decode(codec_of(found.charset or "") or "utf-8", "replace"),
        }

    def _sending(self, asked: JsonObject) -> Sending | None:
        """Return what a fetch sends, or None where it only reads."""
        method, body = asked.get("method", "GET"), asked.get("body", "")
        if set(asked) - {"method", "body"} or not isinstance(body, str) or not _is_text(body):
            raise self._refused("bad_fetch")
        if method == "GET" and "body" not in asked:
            return None
        if method not in _SENDING:
            raise self._refused("bad_fetch")
        content = body.encode()
        if len(content) > MOST_SENT:
            raise self._refused("large_body", most=MOST_SENT)
        from aule.sdk.services import Sending  # loads the HTTP client

        return Sending(method, content)

    def _headers(self, given: dict[str, Any]) -> tuple[tuple[str, str], ...]:
        for name, value in given.items():
            is_sound = isinstance(value, str) and _HEADER.fullmatch(name) and _HEADER_VALUE.fullmatch(value)
            if not is_sound or name.lower() in _OURS or len(given) > MOST_HEADERS:
                raise self._refused("bad_header", name=ascii(name)[1:-1][:60])
        return tuple(given.items())

    async def _get_value(self, asked: JsonObject) -> Any:
        _, value = await self._value(asked)
        return None if value is None else json.loads(value)

    async def _set_value(self, asked: JsonObject) -> None:
        key, before = await self._value(asked)
        value = _json(asked.get("value"))
        if value is None:
            raise self._refused("bad_value")
        if self._redact(key + value) != key + value:
            raise self._refused("secret_elsewhere")
        if self._size is None:
            self._size = await queries.kept_size(self._context.reading, self._plugin.name)
        size = self._size + len(value) + (len(key) if before is None else -len(before))
        if size > self._plugin.limits.kv_kb * 1024:
            raise self._refused("kv_full", most=self._plugin.limits.kv_kb)
        self._size = size
        self._values[key] = (self._values[key][0], value)

    async def _delete_value(self, asked: JsonObject) -> None:
        key, before = await self._value(asked)
        if before is not None and self._size is not None:
            self._size -= len(before) + len(key)
        self._values[key] = (self._values[key][0], None)

    async def _value(self, asked: JsonObject) -> tuple[str, str | None]:
        """Return a key and its value as it is in this call."""
        if not self._plugin.kv:
            raise self._refused("undeclared_kv")
        key = asked.get("key")
        if not isinstance(key, str) or _KEY.fullmatch(key) is None or not _is_text(key):
            raise self._refused("bad_key")
        if key not in self._values:
            row = await queries.value_row(self._context.reading, self._plugin.name, key)
            self._values[key] = (row, None if row is None else str(row["value"]))
        return key, self._values[key][1]

    def _refused(self, key: str, **values: Any) -> errors.Refused:
        return errors.Refused(say(key, self._context.locale, **values), code=key)


def _json(value: Any) -> str | None:
    """Return a value as JSON that every program reads, or None where there is none."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except ValueError:
        return None
    return text if _is_text(text) else None


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:  # half a character is none
        return False
    return True
