"""One connection to an MCP server, kept by a task of its own. Importing this loads the SDK."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, cast

import httpx2
import mcp_types as types
from mcp.client import Client, ClientRequestContext
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS
from pydantic import TypeAdapter, ValidationError

from aule import __version__
from aule.apps.mcp.client.box_streams import Streams, box_streams
from aule.apps.mcp.client.descriptors import clean, read_descriptors, read_prompts
from aule.apps.mcp.client.guarded_http import GuardedTransport
from aule.apps.mcp.client.held_calls import Answered, HeldCall, HeldQuestion, Told
from aule.apps.mcp.client.sign_in import KeptTokens, SignInFlow
from aule.apps.mcp.client.signed_http import SignedTransport
from aule.apps.mcp.records import Descriptor, LeftOutTool, Server
from aule.contracts.errors import AuleError, NotFound, Refused, TimedOut, Unavailable
from aule.contracts.model import JsonObject
from aule.sdk.boxes import BoxProgram, BoxSession, Level, open_session

CONNECT_S = 25.0
"""Seconds that a server has to start and to answer for the first time."""
ANSWER_S = 10.0
"""Seconds for one answer while tools, prompts or resources are listed."""
IDLE_S = 300.0
"""Seconds after which a connection that nobody uses is closed."""
NEVER_S = 30 * 86_400.0
"""Seconds that the SDK waits: its limits would count the time in which a person thinks, so all limits are here."""
MOST_PAGES = 20
MOST_RESOURCES = 1_000
_UNREAD = LeftOutTool(name="…", why=f"its list has more than {MOST_PAGES} pages")
_CLOSED = "Connection closed"
"""What the SDK says of a call whose connection ended."""
_ASKED = "asked"
"""The key of a question in the middle of a call, which has none of its own."""
_RESULT: TypeAdapter[Answered] = TypeAdapter(Answered)


@dataclass(frozen=True, slots=True)
class Launch:
    """A server, and what it needs that is not written in its document."""

    server: Server
    program: BoxProgram | None = None
    level: Level = Level.NONE
    token: str | None = field(default=None, repr=False)
    redact: Callable[[str], str] = str
    """Strikes secrets out of what the server says of itself."""
    kept: KeptTokens | None = field(default=None, repr=False)
    """What a person was given when they signed in, where they do that."""


@dataclass(frozen=True, slots=True)
class Round:
    """A call that waits for a person: what the server asked, and how the call goes on."""

    requests: dict[str, types.ElicitRequest]
    state: str | None = None
    """What the server wants to be told again, where the call is made anew."""
    held: HeldCall | None = None
    """The call, where the server keeps it open meanwhile."""
    question: HeldQuestion | None = None
    number: int = 1
    """Which round of the call it is."""


class Connection:
    """A connection to one server, opened when it is first used and closed when nobody uses it."""

    def __init__(self, launch: Launch) -> None:
        self.launch = launch
        self.problem: str | None = None
        self.protocol = ""
        self.implementation = ""
        self._held: list[HeldCall] = []
        """Calls on their way whose server may ask in the middle of them."""
        self._ready: asyncio.Future[Client] = asyncio.get_running_loop().create_future()
        self._closing = asyncio.Event()
        self._used = asyncio.get_running_loop().time()
        self._users = 0
        self._session: BoxSession | None = None
        self._log: list[str] = []
        self._task = asyncio.create_task(self._keep(), name=f"mcp {launch.server.id}")

    @property
    def is_open(self) -> bool:
        """Whether the connection is being made, or there."""
        return not self._task.done() and not self._closing.is_set()

    @property
    def log(self) -> list[str]:
        """The last lines of the server's log."""
        return [*self._log, *([] if self._session is None else self._session.log)]

    async def close(self) -> None:
        """End the connection, and the server with it where it runs here."""
        self._closing.set()
        await asyncio.wait([self._task], timeout=CONNECT_S)
        if not self._task.done():
            self._task.cancel()
            await asyncio.wait([self._task])

    async def tools(self) -> tuple[dict[str, Descriptor], list[LeftOutTool]]:
        """Return what the server offers now, asked anew each time."""
        found: list[JsonObject] = []
        cursor: str | None = None
        async with self._using(ANSWER_S * 2) as client:
            for _ in range(MOST_PAGES):
                page = await client.list_tools(cursor=cursor)
                found += [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in page.tools]
                cursor = page.next_cursor
                if not cursor:
                    break
        taken, left_out = await asyncio.to_thread(read_descriptors, found)
        return taken, left_out if not cursor else [*left_out, _UNREAD]

    @property
    def asks_within(self) -> bool:
        """Whether the server asks in the middle of a call, as before 2026-07-28; known once it answered."""
        return self.protocol in HANDSHAKE_PROTOCOL_VERSIONS

    async def call(
        self, tool: str, arguments: JsonObject, told: Told, answers: JsonObject | None = None, state: str | None = None
    ) -> types.CallToolResult | Round:
        """Call a tool; return its result, or what a person has to be asked first."""
        params = types.CallToolRequestParams(
            name=tool, arguments=arguments, input_responses=answers, request_state=state
        )
        held = HeldCall(self.launch.server.timeout_s, told)
        held.start(self._carry(held, types.CallToolRequest(params=params)))
        self._held = [*(each for each in self._held if not each.is_over), held]
        return self.round_of(await held.next(), held)

    async def go_on(self, round: Round, answers: dict[str, types.ElicitResult]) -> types.CallToolResult | Round:
        """Hand answers to a server that keeps its call open; return the result, or what it asks next."""
        assert round.held is not None and round.question is not None
        return self.round_of(await round.held.go_on(round.question, answers[_ASKED]), round.held)

    def round_of(self, found: Answered | HeldQuestion, held: HeldCall) -> types.CallToolResult | Round:
        """Return what came of a call as its result, or as questions."""
        if isinstance(found, types.CallToolResult):
            return found
        if isinstance(found, HeldQuestion):
            return Round({_ASKED: found.request}, held=held, question=found)
        asked = found.input_requests or {}
        elicited = {key: each for key, each in asked.items() if isinstance(each, types.ElicitRequest)}
        if len(elicited) != len(asked) or not elicited:
            raise Refused(
                "The server asks for something that is not given to servers.",
                code="mcp_asks_too_much",
                hint="Only questions to the person are passed on.",
            )
        return Round(elicited, found.request_state)

    async def _carry(self, held: HeldCall, request: types.CallToolRequest) -> Answered:
        async def progress(progress: float, total: float | None, message: str | None) -> None:
            held.told(clean(message or f"{progress:g}", 200), progress / total if total else None)

        # Not `call_tool`: that would check the result by a schema of the stranger's own, which may be a trap.
        async with self._using(held.seconds, held.limit) as client:
            try:
                return await client.session.send_request(request, _RESULT, progress_callback=progress)
            except MCPError as error:
                if error.code != types.URL_ELICITATION_REQUIRED:
                    raise
                told = types.ElicitationRequiredErrorData.model_validate(error.error.data)
                pages = [types.ElicitRequest(params=each) for each in told.elicitations]
                numbered: dict[str, types.InputRequest] = {str(place): each for place, each in enumerate(pages)}
                return types.InputRequiredResult(input_requests=numbered)

    async def prompts(self) -> tuple[dict[str, Descriptor], list[LeftOutTool]]:
        """Return the prompts the server offers now; none where it has no such thing."""
        found: list[JsonObject] = []
        cursor: str | None = None
        async with self._using(ANSWER_S * 2) as client:
            if client.server_capabilities.prompts is None:
                return {}, []
            for _ in range(MOST_PAGES):
                page = await client.list_prompts(cursor=cursor)
                found += [each.model_dump(mode="json", by_alias=True, exclude_none=True) for each in page.prompts]
                cursor = page.next_cursor
                if not cursor:
                    break
        taken, left_out = await asyncio.to_thread(read_prompts, found)
        return taken, left_out if not cursor else [*left_out, _UNREAD]

    async def prompt(self, name: str, arguments: dict[str, str]) -> types.GetPromptResult:
        """Return what a prompt says with these arguments."""
        async with self._using(self.launch.server.timeout_s) as client:
            return await client.get_prompt(name, arguments)

    async def resources(self) -> list[types.Resource]:
        """Return the resources the server lists."""
        found: list[types.Resource] = []
        async with self._using(ANSWER_S * 2) as client:
            cursor: str | None = None
            for _ in range(MOST_PAGES):
                page = await client.list_resources(cursor=cursor)
                found += page.resources
                cursor = page.next_cursor
                if not cursor or len(found) > MOST_RESOURCES:
                    break
        return found[:MOST_RESOURCES]

    async def read(self, uri: str) -> types.ReadResourceResult:
        """Return the contents of a resource."""
        async with self._using(self.launch.server.timeout_s) as client:
            return await client.read_resource(uri)

    @asynccontextmanager
    async def _using(self, seconds: float, limit: asyncio.Timeout | None = None) -> AsyncGenerator[Client]:
        """Lend the client, and tell what goes wrong in words; a server that does not answer is ended."""
        id = self.launch.server.id
        self._users += 1
        try:
            client = await asyncio.shield(self._ready)
            async with limit or asyncio.timeout(seconds):
                yield client
        except TimeoutError:
            self._closing.set()
            raise TimedOut(
                f"The MCP server {id!r} did not answer within {seconds:g} s.",
                hint="It was ended; the next call starts it again.",
            ) from None
        except MCPError as error:
            raise self._told(error) from error
        except (ValidationError, httpx2.HTTPError, RuntimeError, OSError) as error:
            raise Unavailable(
                f"The MCP server {id!r} does not answer as it should: {clean(_words_of(error), 300)}",
                code="mcp_broken",
                hint=f"`aule mcp log {id}` may tell why.",
            ) from error
        finally:
            self._users -= 1
            self._used = asyncio.get_running_loop().time()

    def _told(self, error: MCPError) -> AuleError:
        id, said = self.launch.server.id, clean(str(error), 300)
        match error.code:
            case types.CONNECTION_CLOSED if error.error.message == _CLOSED:  # servers use the code for anything
                self._closing.set()
                return Unavailable(
                    f"The MCP server {id!r} ended during the call; what it did before that is not known.",
                    code="mcp_ended",
                    hint=f"`aule mcp log {id}` may tell why. The next call starts it again.",
                )
            case types.METHOD_NOT_FOUND:
                return NotFound(f"The MCP server {id!r} cannot do that: {said}", hint="Look at what it offers.")
            case _:
                return Refused(f"The MCP server {id!r} refused: {said}", code="mcp_refused")

    async def _keep(self) -> None:
        """Keep the connection until somebody closes it, nobody uses it, or the server ends."""
        try:
            async with self._streams() as streams, asyncio.timeout(CONNECT_S) as limit:
                client = Client(
                    _Given(streams),
                    read_timeout_seconds=NEVER_S,
                    client_info=types.Implementation(name="aule", version=__version__),
                    elicitation_callback=self._elicited,
                    cache=None,
                )
                async with client:
                    limit.reschedule(None)
                    client.session  # noqa: B018 - raises where the handshake did not succeed
                    self.protocol = client.protocol_version
                    info = client.server_info
                    self.implementation = "" if info is None else clean(f"{info.name} {info.version}", 120)
                    self._ready.set_result(client)
                    await self._last()
        except BaseException as error:  # the background loop: whoever waits is told, and so is the owner
            self._fail(error)
            if isinstance(error, asyncio.CancelledError):
                raise
        finally:
            self._log = self.log
            self._session = None

    def _fail(self, error: BaseException) -> None:
        error = _first_of(error)
        last = next((line for line in reversed(self.log) if line.strip()), "")
        late = f"it did not answer within {CONNECT_S:g} s" if isinstance(error, TimeoutError) else ""
        why = clean(late or str(error) or type(error).__name__, 300)
        self.problem = f"{why} – {clean(self.launch.redact(last), 300)}" if last else why
        self._log = [*self.log, f"[{self.problem}]"]
        self._session = None
        logging.getLogger(__name__).info("the connection to %s ended: %s", self.launch.server.id, self.problem)
        if not self._ready.done():
            known = error if isinstance(error, AuleError) else None
            self._ready.set_exception(
                known
                or Unavailable(
                    f"The MCP server {self.launch.server.id!r} cannot be used: {self.problem}",
                    code="mcp_unreachable",
                    hint=f"`aule mcp log {self.launch.server.id}` may tell why.",
                )
            )
            self._ready.exception()  # nobody may be waiting any more

    async def _last(self) -> None:
        """Wait until the connection is closed, or nobody has used it for a while."""
        loop = asyncio.get_running_loop()
        while not self._closing.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(max(1.0, self._used + IDLE_S - loop.time())):
                    await self._closing.wait()
            if self._users == 0 and loop.time() - self._used >= IDLE_S:
                self._closing.set()

    @asynccontextmanager
    async def _streams(self) -> AsyncGenerator[Any]:
        launch = self.launch
        if launch.program is not None:
            async with open_session(launch.program, launch.level) as session:
                self._session = session
                async with box_streams(session, self._closing.set) as streams:
                    yield streams
            return
        assert launch.server.url is not None
        seconds, flow = NEVER_S, None  # a line is silent while a person thinks; calls have their own limits
        if launch.kept is None:
            guard = GuardedTransport(launch.server.url, is_own=launch.server.local, token=launch.token, seconds=seconds)
        else:
            flow, gives = SignInFlow(launch.kept, None, None), launch.kept.facts().get("metadata", {})
            only = gives.get("token_endpoint", launch.server.url)
            guard = SignedTransport(launch.server.url, is_own=launch.server.local, seconds=seconds, only=only)
        async with (
            httpx2.AsyncClient(transport=guard, auth=flow, trust_env=False, timeout=seconds) as client,
            streamable_http_client(guard.url, http_client=client) as streams,
        ):
            yield streams

    async def _elicited(
        self, context: ClientRequestContext, params: types.ElicitRequestParams
    ) -> types.ElicitResult | types.ErrorData:
        """Let the person be asked in the name of the call that was begun last; without a call, nobody is asked.

        The protocol does not say which of several calls a question belongs to. Its answer goes to the same server
        whichever it is.
        """
        held = next((each for each in reversed(self._held) if not each.is_over and not each.is_waiting), None)
        if held is None:
            return types.ElicitResult(action="cancel")
        return await held.ask(types.ElicitRequest(params=params))


def _first_of(error: BaseException) -> BaseException:
    """Return the first error of a group of errors, however deep."""
    while isinstance(error, BaseExceptionGroup):
        error = cast("BaseExceptionGroup[BaseException]", error).exceptions[0]
    return error


def _words_of(error: Exception) -> str:
    """Return what an error says to people: of an answer that is not as it should be, the first places and why."""
    if not isinstance(error, ValidationError):
        return str(error)
    places = {".".join(map(str, each["loc"])): each["msg"] for each in error.errors(include_url=False)}
    return "; ".join(f"{place}: {said}" for place, said in list(places.items())[:3])


class _Given:
    """Streams that are there already, as a transport."""

    def __init__(self, streams: Streams) -> None:
        self._streams = streams

    async def __aenter__(self) -> Any:
        return self._streams

    async def __aexit__(self, *error: object) -> None:
        return None
