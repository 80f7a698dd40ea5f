"""Connections to MCP servers: none before it is used, one for each server, none left at the end."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aule.apps.mcp.client.launches import LIMITS, check_files, check_folders, read_only_places
from aule.apps.mcp.records import Descriptor, LeftOutTool, Server, SignInState
from aule.apps.mcp.server.waiting_calls import WaitingCalls
from aule.apps.mcp.words import hint, say
from aule.contracts.errors import Invalid, Refused, Unavailable
from aule.sdk.system import DEFAULT_LOCALE, Kernel

if TYPE_CHECKING:  # the SDK is loaded by the first connection
    from aule.apps.mcp.client.connection import Connection, Launch, Round
    from aule.apps.mcp.client.sign_in import KeptTokens, SignIn

MOST_ROUNDS = 200


@dataclass(slots=True)
class Connections:
    """The open connections by server, and what is known of those that were closed."""

    kernel: Kernel
    waiting: WaitingCalls = field(default_factory=WaitingCalls)
    """Calls of MCP clients that wait for a person."""
    rounds: dict[str, Round] = field(default_factory=dict[str, "Round"])
    """Calls that wait for an answer of the person, by their keys."""
    offers: dict[str, tuple[dict[str, Descriptor], list[LeftOutTool]]] = field(
        default_factory=dict[str, "tuple[dict[str, Descriptor], list[LeftOutTool]]"]
    )
    """What each server offered when it was last asked."""
    sign_ins: dict[str, SignIn] = field(default_factory=dict[str, "SignIn"])
    """The latest sign-in at each server."""
    _open: dict[str, Connection] = field(default_factory=dict[str, "Connection"])
    _hashes: dict[str, str] = field(default_factory=dict[str, str])
    _folders: dict[str, Path] = field(default_factory=dict[str, Path])
    _opening: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def connect(self, server: Server) -> Connection:
        """Return a connection to a server that the owner approved as it is; raise why there is none."""
        self._refuse_unapproved(server)
        async with self._opening:
            found = self._open.get(server.id)
            if found is not None and found.is_open and self._hashes[server.id] == server.launch_hash:
                return found
            await self._drop(server.id)
            await load_sdk()
            from aule.apps.mcp.client.connection import Connection  # loaded just now

            self._open[server.id] = made = Connection(await self._launch(server))
            self._hashes[server.id] = server.launch_hash
            return made

    async def look(self, server: Server) -> tuple[dict[str, Descriptor], list[LeftOutTool]]:
        """Ask a server what it offers now, and remember it."""
        self.offers[server.id] = found = await (await self.connect(server)).tools()
        return found

    async def sign_in(self, server: Server, locale: str) -> SignInState:
        """Begin to sign in at a server that the owner approved; return where the person does it."""
        self._refuse_unapproved(server)
        await load_sdk()
        from aule.apps.mcp.client.sign_in import KeptTokens, SignIn, state_of  # loaded just now

        await self.drop(server.id)
        former = self.sign_ins.pop(server.id, None)
        if former is not None:
            await former.stop()
        kept = KeptTokens(self.kernel, server)
        self.sign_ins[server.id] = running = SignIn(kept)
        try:
            await running.begin()
        except Refused as error:
            words = say("sign_in_failed", locale, server=server.id, problem=error.problem.message)
            raise Refused(words, code="mcp_sign_in_failed", hint=f"`aule mcp log {server.id}` may tell why.") from error
        return state_of(kept, running)

    async def signed_in(self, server: Server, wait_s: float = 0) -> SignInState:
        """Return how far signing in has come, once it has ended or so many seconds have passed."""
        if not server.sign_in:
            return SignInState(state="none")
        if wait_s and server.id in self.sign_ins:
            await self.sign_ins[server.id].ended(wait_s)
        await load_sdk()
        from aule.apps.mcp.client.sign_in import KeptTokens, state_of  # loaded just now

        return state_of(KeptTokens(self.kernel, server), self.sign_ins.get(server.id))

    async def sign_out(self, server: Server) -> None:
        """Forget what a server gave when somebody signed in."""
        await load_sdk()
        from aule.apps.mcp.client.sign_in import KeptTokens  # loaded just now

        await self.drop(server.id)
        running = self.sign_ins.pop(server.id, None)
        if running is not None:
            await running.stop()
        KeptTokens(self.kernel, server).forget()

    def _refuse_unapproved(self, server: Server) -> None:
        if not server.is_approved:
            raise Refused(
                f"The MCP server {server.id!r} is not approved as it is now.",
                code="mcp_not_approved",
                hint=f"Look at what it starts or reaches, and approve it: `aule mcp approve {server.id}`.",
            )

    async def look_at_prompts(self, server: Server) -> tuple[dict[str, Descriptor], list[LeftOutTool]]:
        """Ask a server which prompts it offers now."""
        return await (await self.connect(server)).prompts()

    def known(self, id: str) -> Connection | None:
        """Return the last connection to a server, open or not."""
        return self._open.get(id)

    async def drop(self, id: str) -> None:
        """End the connection to a server, and forget what it offered."""
        async with self._opening:
            await self._drop(id)
            self.offers.pop(id, None)

    async def wait_for(self, key: str, round: Round, run: str) -> None:
        """Remember a call that waits as long as its run does; the oldest is let go when there are too many."""
        while len(self.rounds) >= MOST_ROUNDS:
            self.let_go(next(iter(self.rounds)))
        self.rounds[key] = round
        if round.held is not None:
            await round.held.watch(self.kernel, run, partial(self.let_go, key))

    def let_go(self, key: str) -> None:
        """Forget a call that waits; a server that keeps it open is told that nobody answers."""
        round = self.rounds.pop(key, None)
        if round is not None and round.held is not None:
            round.held.give_up()

    async def close(self) -> None:
        """End all connections, and sign-ins on their way."""
        for running in self.sign_ins.values():
            await running.stop()
        for key in list(self.rounds):
            self.let_go(key)
        for id in list(self._open):
            await self._drop(id)

    async def _drop(self, id: str) -> None:
        known = self._open.pop(id, None)
        if known is not None:
            await known.close()
        folder = self._folders.pop(id, None)
        if folder is not None:
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)

    async def _launch(self, server: Server) -> Launch:
        from aule.apps.mcp.client.connection import Launch  # loaded just now
        from aule.sdk.boxes import BoxProgram, Level, Space  # the sandbox is loaded by who connects

        secrets = {name: self._secret(server, secret) for name, secret in server.secrets.items()}
        token = None if server.token is None else self._secret(server, server.token)
        if server.url is not None:
            return Launch(server, token=token, kept=await self._signed_in(server) if server.sign_in else None)
        sandbox = await self.kernel.commands.sandbox()
        if sandbox.level is Level.NONE:
            raise Unavailable(f"There is no sandbox: {sandbox.why}.", code="sandbox_unavailable", hint=sandbox.hint)
        await asyncio.to_thread(check_files, server)
        check_folders(server, self.kernel.documents.home.path)
        folder = await asyncio.to_thread(self._own_folder, server)
        space = Space(folder, read_only=read_only_places(server), has_network=server.network, home=folder)
        program = BoxProgram(server.command, space, {**server.env, **secrets}, LIMITS)
        return Launch(server, program, sandbox.level, redact=self.kernel.secrets.redact)

    def _own_folder(self, server: Server) -> Path:
        """Return the folder a server writes in: the one that is kept for it, or an empty one that goes with it."""
        if server.keeps:
            folder = self.kernel.documents.home.path / "mcp" / server.id
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            return folder
        self._folders[server.id] = folder = Path(tempfile.mkdtemp(prefix="aule-mcp-"))
        return folder

    async def _signed_in(self, server: Server) -> KeptTokens:
        from aule.apps.mcp.client.sign_in import KeptTokens  # loaded by who connects

        kept = KeptTokens(self.kernel, server)
        if await kept.get_tokens() is None:
            locale = self.kernel.settings.current().appearance.locale or DEFAULT_LOCALE
            raise Refused(
                say("sign_in_wanted", locale, server=server.id),
                code="mcp_sign_in_wanted",
                hint=hint("sign_in_wanted", locale, server=server.id),
            )
        return kept

    def _secret(self, server: Server, name: str) -> str:
        value = self.kernel.secrets.get(name)
        if value is None:
            raise Invalid(
                f"The secret {name!r} that {server.id!r} needs is not set.",
                code="mcp_secret_missing",
                field="secrets",
                hint="Set it in the settings, among the secrets.",
            )
        return value


async def load_sdk() -> None:
    """Load the SDK in a thread; raise what to install where it is not there."""
    try:
        await asyncio.to_thread(import_module, "aule.apps.mcp.client.connection")
    except ImportError as error:
        raise Unavailable(
            "The part that speaks with MCP servers is not installed.", code="mcp_missing", hint="Install `aule[mcp]`."
        ) from error


def own(thing: Any) -> Connections:
    """Return the connections that the app keeps."""
    assert isinstance(thing, Connections)
    return thing
