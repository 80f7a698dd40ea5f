"""The wire to a platform: asks, asks again where that helps, and tells honestly when it does not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, cast
from urllib.parse import parse_qsl, quote, urlsplit

from aule.apps.school.api_wrapper import refusals
from aule.apps.school.api_wrapper.fonte import USUARIO, paths_of
from aule.apps.school.words import say
from aule.sdk import errors

if TYPE_CHECKING:
    from aule.apps.school.connection import Fonte
    from aule.sdk import Answered, Context

Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
WAITS = (1.0, 4.0)
"""Seconds before it is asked again."""
MOST_PAGES = 500
MOST_ITEMS = 100_000
_AGAIN = frozenset({429, 500, 502, 503, 504})
_NOT_DONE = frozenset({429, 502, 503, 504})
"""What says that nothing was done: then also what must not be done twice is asked again."""
_LACKING = frozenset({405, 501})


class Wire:
    """Asks one platform, as the owner set it up."""

    def __init__(self, context: Context, fonte: Fonte) -> None:
        self._context = context
        self._line = context.service(
            fonte.base_url, secret="SOURCE_TOKEN", headers=fonte.headers, timeout_s=fonte.timeout_s
        )
        self._paths = paths_of(fonte)
        self._user = str(fonte.extra.get(USUARIO, ""))
        self.perfil = fonte.perfil
        self.host = self._line.host
        self.locale = context.locale

    def has(self, name: str) -> bool:
        """Tell whether the platform has this, as far as is known."""
        return self._paths.get(name) is not None

    def path(self, name: str, id: str = "") -> str:
        """Return the path at which the platform has a resource."""
        path = self._paths.get(name)
        if path is None:
            raise refusals.lacking(self.host, name, self.locale)
        if id in (".", ".."):
            raise errors.NotFound(f"There is no {name} {id!r}.", field="id")
        return path.replace("{id}", quote(id, safe="")).replace("{usuario}", quote(self._user, safe=""))

    async def every(self, name: str, id: str = "", query: Mapping[str, str] | None = None) -> list[Any]:
        """Return all items of a list, page by page."""
        path, asked = self.path(name, id), dict(query or {})
        found: list[Any] = []
        for _ in range(MOST_PAGES):
            page = await self.ask("GET", path, name=name, query=asked)
            items, after = self._page(page.body, name)
            found += items
            if after is None:
                return found
            if len(found) > MOST_ITEMS or after.items() <= asked.items():
                break  # too many, or in a circle
            asked = {**asked, **after}
        raise refusals.wrong(self.host, f"{name} (next)", self.locale)

    async def one(self, name: str, id: str) -> Answered | None:
        """Return one thing by its id; none where there is none."""
        try:
            return await self.ask("GET", self.path(name, id), name=name)
        except errors.NotFound:
            return None

    async def ask(
        self,
        method: Method,
        path: str,
        *,
        name: str,
        query: Mapping[str, str] | None = None,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answered:
        """Ask, at most three times; what comes is a success, everything else is an error."""
        failed = ""
        for wait in (*WAITS, None):
            answer, failed = await self._try(method, path, query, body, headers)
            if answer is not None:
                return self._checked(answer, name, path)
            if wait is None:
                break
            self._tell(failed, wait)
            await self._context.ambient.clock.sleep(wait)
        raise refusals.unavailable(self.host, failed, len(WAITS) + 1, self.locale)

    async def _try(
        self,
        method: Method,
        path: str,
        query: Mapping[str, str] | None,
        body: Any,
        headers: Mapping[str, str] | None,
    ) -> tuple[Answered | None, str]:
        """Return what came; or none, and why it is worth asking again."""
        is_once = method == "POST"
        try:
            answer = await self._line.ask(method, path, query=query, body=body, headers=headers)
        except errors.TimedOut as error:
            if is_once:  # it may have been done: nobody knows
                raise refusals.unavailable(self.host, "timeout", 1, self.locale) from error
            return None, "timeout"
        except errors.Unavailable as error:
            if is_once and error.problem.code != "unreachable":
                raise refusals.unavailable(self.host, error.problem.code, 1, self.locale) from error
            return None, error.problem.code
        except errors.TooLarge as error:
            raise refusals.wrong(self.host, "page of at most 16 MB", self.locale) from error
        again = _NOT_DONE if is_once else _AGAIN
        return (None, str(answer.status)) if answer.status in again else (answer, "")

    def _checked(self, answer: Answered, name: str, path: str) -> Answered:
        status = answer.status
        if 200 <= status < 300:
            return answer
        if status in (401, 403):
            raise refusals.locked(self.host, status, self.locale)
        if status in (404, 410):
            words = say("source_has_no_path", self.locale, host=self.host, path=path)
            raise errors.NotFound(words)
        if status in _LACKING:
            raise refusals.lacking(self.host, name, self.locale)
        if status in (409, 412, 428):
            words = say("source_has_another_version", self.locale, host=self.host)
            raise errors.Conflict(words, code="stale", hint=_told(answer.body))
        if status >= 500:
            raise refusals.unavailable(self.host, str(status), 1, self.locale)
        words = say("source_refused", self.locale, host=self.host, status=status)
        raise errors.Invalid(words, hint=_told(answer.body))

    def _page(self, body: Any, name: str) -> tuple[list[Any], dict[str, str] | None]:
        """Return the items of a page, and what is asked for next; a bare list is a whole answer."""
        page = cast(dict[str, Any], body) if isinstance(body, dict) else {"items": body}
        items, after = page.get("items"), page.get("next")
        if not isinstance(items, list) or not isinstance(after, str | None):
            raise refusals.wrong(self.host, f"{name} (items)", self.locale)
        return cast(list[Any], items), _after(after) if after else None

    def _tell(self, why: str, wait: float) -> None:
        words = say("source_asked_again", self.locale, host=self.host, why=why, wait=wait)
        self._context.warn("fonte_repetida", words)
        self._context.progress(words)


def _after(after: str) -> dict[str, str]:
    """Return what is asked for next: a cursor, or the query of an address; only ever at the same place."""
    if after.startswith(("http://", "https://", "/", "?")):
        return dict(parse_qsl(urlsplit(after).query)[:20])
    return {"cursor": after[:1_000]}


def _told(body: Any) -> str | None:
    match body:
        case {"error": {"message": str(message)}}:
            return message[:300]
        case {"message": str(message)} | {"detail": str(message)}:
            return message[:300]
        case _:
            return None
