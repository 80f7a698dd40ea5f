"""Questions of servers as questions to the person: who asks is said by us, and what they say is quoted."""

from __future__ import annotations

from typing import Any

import mcp_types as types

from aule.apps.mcp.client.connection import Round
from aule.apps.mcp.client.descriptors import clean
from aule.apps.mcp.client.forms import FormField, Unfit, Value, asks_for_secret, read_form, value_of
from aule.apps.mcp.records import Server
from aule.apps.mcp.words import say
from aule.contracts.errors import AuleError
from aule.sdk import Context
from aule.sdk.services import read_target

LONGEST_MESSAGE = 1_000
MOST_ATTEMPTS = 3
"""Times a person is asked for one value that is not of the kind the server wants."""
_DECLINED = types.ElicitResult(action="decline")


class _Left(Exception):
    """Raised when the person does not answer this server."""


async def answers_to(context: Context, server: Server, round: Round) -> dict[str, types.ElicitResult]:
    """Ask the person what a server wants to know, field by field; the call begins anew with each answer."""
    asker = _Asker(context, server, round.number)
    return {key: await asker.answer(request.params) for key, request in round.requests.items()}


class _Asker:
    """Asks the questions of one server in one round of a call."""

    def __init__(self, context: Context, server: Server, number: int) -> None:
        self._context = context
        self._server = server
        self._number = number

    async def answer(self, asked: types.ElicitRequestParams) -> types.ElicitResult:
        """Return what the person says to one request; what may not be asked is declined, and told."""
        try:
            if isinstance(asked, types.ElicitRequestFormParams):
                return await self._form(asked)
            return await self._page(asked)
        except _Left:
            return _DECLINED
        except Unfit as why:
            locale = self._context.locale
            told = say("not_asked", locale, server=self._server.id, why=say(str(why), locale))
            self._context.warn("mcp_not_asked", told)
            return _DECLINED

    async def _form(self, asked: types.ElicitRequestFormParams) -> types.ElicitResult:
        fields = read_form(asked.requested_schema)
        if asks_for_secret(asked.message, fields):
            raise Unfit("wants_secret")
        if not fields:
            await self._choose(asked.message, [say("agree", self._context.locale)])
            return types.ElicitResult(action="accept", content={})
        content: dict[str, Any] = {}
        for field in fields:
            value = await self._value(asked.message, field)
            if value is not None:
                content[field.name] = value
        return types.ElicitResult(action="accept", content=content)

    async def _page(self, asked: types.ElicitRequestURLParams) -> types.ElicitResult:
        """Show an address that the person may open by themselves; it is never opened for a server."""
        locale = self._context.locale
        try:
            target = read_target(asked.url, is_own=self._server.local)
        except AuleError as error:
            raise Unfit("page_refused") from error
        if target.scheme != "https" and not self._server.local:
            raise Unfit("page_unsafe")
        shown = target.url.replace("`", "%60")
        detail = f"{say('page', locale, host=target.host)}\n\n```\n{shown}\n```"
        await self._choose(asked.message, [say("opened", locale)], detail=detail)
        return types.ElicitResult(action="accept")

    async def _value(self, message: str, field: FormField) -> Value | None:
        """Return what the person says to one field; None where it may be left empty, and is."""
        locale = self._context.locale
        about = ": ".join(each for each in (_quoted(field.title), _plain(field.description)) if each)
        if field.kind == "choices":
            about += "\n\n" + say("choose_some", locale, choices=", ".join(_labels(field)))
        values, labels = _offered(field, locale)
        is_free = field.kind in ("text", "whole", "number", "choices")
        for attempt in range(MOST_ATTEMPTS):
            again = say("asks_again", locale, number=attempt + 1) if attempt else ""
            place, said = await self._choose(message, labels, about=about, detail=again, is_free=is_free)
            value = None if place is None else values[place]
            if place is not None and (value is None or not is_free):
                return value
            try:
                return value_of(field, str(value) if place is not None else said)
            except Unfit:
                continue
        raise Unfit("no_value")

    async def _choose(
        self, message: str, labels: list[str], *, about: str = "", detail: str = "", is_free: bool = False
    ) -> tuple[int | None, str]:
        """Return the place of the label that was chosen, or the words that were written; raise when neither was."""
        locale, server = self._context.locale, self._server.id
        question = say("asks", locale, server=server, message=clean(_plain(message), LONGEST_MESSAGE))
        question = f"{question}\n\n{about}" if about else question
        count = say("asks_count", locale, number=self._number) if self._number > 1 else ""
        told = "\n\n".join(each for each in (say("asks_who", locale, server=server), count, detail) if each)
        options = [*labels, say("decline", locale)]
        answer = await self._context.ask_person(question, options, free_text=is_free, detail=told)
        if answer.option == "answer":
            return None, answer.text or ""
        place = int(answer.option.removeprefix("option_")) - 1
        if place >= len(labels):
            raise _Left
        return place, ""


def _offered(field: FormField, locale: str) -> tuple[list[Value | None], list[str]]:
    """Return what may be chosen instead of written, and how it is shown; None stands for nothing."""
    values: list[Value | None] = []
    labels: list[str] = []
    match field.kind:
        case "truth":
            values, labels = [True, False], [say("yes", locale), say("no", locale)]
        case "choice":
            values, labels = [value for value, _ in field.choices], _labels(field)
        case _ if field.default:
            values, labels = [field.default], [_quoted(field.default)]
        case _:
            pass
    return (values, labels) if field.is_required else ([*values, None], [*labels, say("leave_empty", locale)])


def _labels(field: FormField) -> list[str]:
    return [_quoted(label) for _, label in field.choices]


def _quoted(text: str) -> str:
    """Return a stranger's words in quotation marks which they cannot close, as plain text also in Markdown."""
    return f"“{_plain(text)}”" if text else ""


def _plain(text: str) -> str:
    return text.replace("“", '"').replace("”", '"').replace("\n", " ")
