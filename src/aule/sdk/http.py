"""Addresses of an app's own: what it answers over HTTP beside its capabilities and views, as plain data.

wire = Routes(tags=["reading"])

@wire.get("/api/reading/books")
async def list_books(kernel: Kernel, limit: Annotated[int, Field(ge=1, le=100)] = 20) -> Reply:
    \"\"\"The books on the list.\"\"\"
    return Reply({"items": []})

The server builds its routes from these records by the signature of each function: a parameter whose name stands in the
path is read from there, a model or a JSON object is the body, a dataclass groups parameters of the query, and whatever
else is plain comes from the query. `Kernel` is the running system, which acts as the owner: the server has checked
that it is them, or a token with one of the scopes the route names, which `Access` tells. No app imports the web
framework.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol, TypeVar

from pydantic import Field

from aule.contracts.access.token import Access
from aule.contracts.errors import AuleError, Conflict, Invalid, NotFound, Refused
from aule.contracts.model import JsonObject, Model
from aule.kernel.capabilities.gate.caller import ByHand
from aule.kernel.kernel import Kernel
from aule.kernel.plans.execution import PlanStart
from aule.kernel.plans.refusals import stale as stale_plan

__all__ = [
    "PLAIN",
    "PROBLEM",
    "PROBLEM_TYPE",
    "Access",
    "Address",
    "Answers",
    "BadRequest",
    "ByHand",
    "FileReply",
    "Header",
    "Id",
    "IdempotencyKey",
    "IfMatch",
    "JsonObject",
    "Kernel",
    "Language",
    "Limits",
    "Model",
    "NotFound",
    "Own",
    "PlanStart",
    "Redirect",
    "Refused",
    "Reply",
    "Route",
    "Routes",
    "Scope",
    "Since",
    "Stale",
    "Stream",
    "TextReply",
    "Upload",
    "VersionRequired",
    "Word",
    "expected_version",
    "losing_is_stale",
    "named_version",
    "stale",
    "stale_plan",
    "versioned",
]

Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
Endpoint = Callable[..., Awaitable[Any]]
Frames = AsyncIterator[JsonObject]
Source = Callable[..., Awaitable[Frames]]
"""Reads what a stream is asked for, and returns its frames; raises what is wrong before the first one."""
EndpointT = TypeVar("EndpointT", bound=Endpoint)
SourceT = TypeVar("SourceT", bound=Source)

PREFIXES = ("/v1/", "/api/", "/agent/", "/functions/", "/mcp/")
"""How addresses begin that the server guards by its token; all others are files of the page."""
PLAIN = r"^[^\x00-\x1f]*$"
"""Text without control characters: no store has to cope with NUL in a key."""
PROBLEM = "#/components/schemas/ProblemDetails"
"""Where the API's description says what a problem looks like."""
PROBLEM_TYPE = "application/problem+json"


@dataclass(frozen=True, slots=True)
class Header:
    """Marks a parameter that is read from a header."""

    name: str


@dataclass(frozen=True, slots=True)
class Own:
    """Marks a parameter that is what the app built at the start: `Annotated[Library, Own()]`."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How large the body of a request may be, in bytes, how many seconds it may take to arrive, and what it holds."""

    max_bytes: int
    max_seconds: float
    accepts: JsonObject | None = None
    """What the body may hold, by media type, as OpenAPI describes it; None: any bytes."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What a token may be made for: its name, `reading.delete`, and what it allows, in words for people.

    A token with scopes opens only the addresses that name one of them, and their functions look with `Access` whether
    the scope fits what is asked.
    """

    name: str
    allows: dict[str, str]
    """By language."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A JSON document as an answer."""

    content: Any
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class TextReply:
    """A text to take away as an answer, such as a table."""

    text: str
    name: str
    """The file name it is saved under."""
    mime: str = "text/plain"


@dataclass(frozen=True, slots=True)
class FileReply:
    """A file as an answer, whole or the part that was asked for; a browser shows it only where that cannot act."""

    path: Path
    name: str
    mime: str
    sha256: str
    """Names its content, which never changes under this name."""
    is_download: bool = False


@dataclass(frozen=True, slots=True)
class Redirect:
    """Another address to ask at."""

    to: str


class Upload(Protocol):
    """The body of a request as it arrives, for files that are too large to be held in memory."""

    @property
    def mime(self) -> str | None:
        """What the sender says it is."""
        ...

    @property
    def is_from_page(self) -> bool:
        """Whether a page of the desktop sends it; programs show the token instead of a session."""
        ...

    def stream(self) -> AsyncGenerator[bytes]:
        """Its bytes, piece by piece; raises `Cancelled` when the sender leaves."""
        ...


class BadRequest(Invalid):
    """Parameters or a body that the signature of a route does not take."""

    status = 422

    def __init__(self, message: str, *, place: tuple[str | int, ...], kind: str, path: str, **more: Any) -> None:
        super().__init__(message, **more)
        self.place = place
        """Where it stands: `("body", "name")`, `("path", "id")`."""
        self.kind = kind
        """What is wrong with it, as pydantic calls it: `missing`."""
        self.path = path
        """The address that was asked."""


class VersionRequired(AuleError):
    """An edit has to say which version it is about."""

    code = "version_required"
    status = 428
    exit_code = 2


class Stale(Conflict):
    """The document has moved on since it was read."""

    code = "stale"
    status = 412


def stale(current: str) -> Stale:
    """Return the error of an edit that comes too late."""
    return Stale("The document changed since it was read", hint=f"Read it again; the current version is {current}.")


_VERSION_TAG = re.compile(r'^"v(\d{1,18})"$')


def expected_version(if_match: str | None, current: int) -> int:
    """Return the version an edit is about, if it is still the current one; one that names none is about that one."""
    tag = "*" if if_match is None else if_match.strip()
    if tag == "*":
        return current
    if named_version(tag) != current:
        raise stale(f'"v{current}"')
    return current


def named_version(if_match: str) -> int:
    """Return the version that an `If-Match` names, current or not."""
    match = _VERSION_TAG.match(if_match.strip())
    if match is None:
        raise Invalid(
            f"If-Match {if_match!r} is not an ETag of this document",
            hint='Send the ETag of the last read, for example "v3".',
            field="If-Match",
        )
    return int(match[1])


@contextmanager
def losing_is_stale() -> Generator[None]:
    """Two edits of one version may race past the check; the one the kernel turns away is stale as well."""
    try:
        yield
    except Conflict as error:
        if error.problem.code not in (Conflict.code, Stale.code):
            raise
        raise Stale(error.problem.message, hint=error.problem.hint or "Read it again and repeat the edit.") from error


def versioned(document: Model, version: int, *, status: int = 200) -> Reply:
    """Return a document as an answer that tells which version it is."""
    return Reply(document.model_dump(mode="json"), status=status, headers={"ETag": f'"v{version}"'})


Errors = Callable[[AuleError], Reply | None]
"""Tells an error in the form of a wire; none leaves it to the server, which tells it as a problem."""
Answers = dict[int | str, dict[str, Any]]
"""What may be answered, by status, as OpenAPI describes it."""


@dataclass(frozen=True, slots=True)
class Route:
    """One address, the function that answers there, and how that is described."""

    method: Method
    path: str
    function: Endpoint
    status: int
    responses: Answers | None
    limits: Limits | None
    scopes: list[Scope] = field(default_factory=list[Scope])


@dataclass(frozen=True, slots=True)
class Stream:
    """One address at which a WebSocket tells JSON frames until its peer leaves."""

    path: str
    function: Source


@dataclass(frozen=True, slots=True)
class Address:
    """One address of an app, known before its function is: what the server needs to find the app by."""

    method: Method | None
    """None for a WebSocket."""
    path: str
    limits: Limits | None = None
    scopes: list[Scope] = field(default_factory=list[Scope])
    """The scopes of tokens that may be used here; none: it is the owner's alone."""


class Routes:
    """Addresses that belong together: below one prefix, under one tag, with one form for errors."""

    def __init__(
        self,
        *,
        prefix: str = "",
        tags: Sequence[str] = (),
        errors: Errors | None = None,
        plain_text_is_json: bool = False,
    ) -> None:
        self.prefix = prefix
        self.tags = list(tags)
        self.errors = errors
        self.plain_text_is_json = plain_text_is_json
        """Whether a body that says it is plain text, or nothing, is read as JSON."""
        self.records: list[Route | Stream] = []

    def route(
        self,
        method: Method,
        path: str,
        *,
        status: int = 200,
        responses: Answers | None = None,
        limits: Limits | None = None,
        scopes: Sequence[Scope] = (),
    ) -> Callable[[EndpointT], EndpointT]:
        """Make an async function answer at an address; its docstring describes it to clients."""
        self._check(path)
        if scopes and "{" in path:
            raise ValueError(f"{self.prefix + path!r} has parameters, so no scope can open it")

        def record(function: EndpointT) -> EndpointT:
            self.records.append(Route(method, self.prefix + path, function, status, responses, limits, list(scopes)))
            return function

        return record

    def stream(self, path: str) -> Callable[[SourceT], SourceT]:
        """Make an async function that returns an iterator of JSON objects tell them over a WebSocket."""
        self._check(path)

        def record(function: SourceT) -> SourceT:
            self.records.append(Stream(self.prefix + path, function))
            return function

        return record

    def addresses(self) -> list[Address]:
        """Return where these routes and streams are."""
        return [
            Address(each.method, each.path, each.limits, each.scopes)
            if isinstance(each, Route)
            else Address(None, each.path)
            for each in self.records
        ]

    def _check(self, path: str) -> None:
        if not (self.prefix + path + "/").startswith(PREFIXES):
            raise ValueError(f"{self.prefix + path!r} has to begin with one of {', '.join(PREFIXES)}")


Id = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$")]
"""The id of something, in a path."""
Word = Annotated[str | None, Field(max_length=200, pattern=PLAIN)]
"""A short text in the query."""
Language = Annotated[str | None, Field(max_length=20, pattern=r"^[A-Za-z-]+$", description="`pt-BR` or `en`.")]
"""The language of an answer, in the query."""
Since = Annotated[
    str | None,
    Field(max_length=40, pattern=r"^[0-9a-z.]{1,40}$", description="A cursor; only what came after it is told."),
]
IdempotencyKey = Annotated[
    str | None,
    Field(min_length=1, max_length=200, pattern=PLAIN, description="Same key, same call."),
    Header("Idempotency-Key"),
]
IfMatch = Annotated[
    str | None,
    Field(max_length=200, description="The `ETag` of the version that was edited."),
    Header("If-Match"),
]
