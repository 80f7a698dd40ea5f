"""Signing in at MCP servers (OAuth 2.1 with PKCE): the SDK's flow, over guarded connections. Loads the SDK."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
from mcp.client.auth import OAuthClientProvider, OAuthFlowError
from mcp.shared.auth import (
    AuthorizationCodeResult,
    OAuthClientInformationFull,
    OAuthClientMetadata,
    OAuthMetadata,
    OAuthToken,
)
from pydantic import AnyUrl, ValidationError

from aule.apps.mcp.client.descriptors import clean
from aule.apps.mcp.client.loopback import Loopback, loopback
from aule.apps.mcp.client.signed_http import SignedTransport
from aule.apps.mcp.records import Server, SignInState
from aule.contracts.errors import AuleError, Refused
from aule.sdk.services import read_target
from aule.sdk.system import Kernel

WAIT_S = 300.0
"""Seconds that a person has to sign in."""
ANSWER_S = 20.0
_ANYWHERE = "http://127.0.0.1/callback"
_PROBE: dict[str, Any] = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "aule", "version": "1"}},
}


@dataclass(slots=True)
class KeptTokens:
    """Tokens and the client of one server, kept as secrets; the tokens on their own, so that texts are rid of them."""

    kernel: Kernel
    server: Server

    def name(self, part: str) -> str:
        """Return the name of one of the secrets."""
        return f"MCP_{self.server.id.upper().replace('-', '_')}_{part}"

    def facts(self) -> dict[str, Any]:
        """Return what is kept beside the tokens; nothing where it is of another address."""
        try:
            kept: dict[str, Any] = json.loads(self.kernel.secrets.get(self.name("SIGN_IN")) or "{}")
        except ValueError:
            return {}
        return kept if kept.get("server") == self.server.url else {}

    def keep(self, **facts: Any) -> None:
        """Keep facts beside those that are there."""
        kept = {**self.facts(), "server": self.server.url, **facts}
        self.kernel.secrets.set(self.name("SIGN_IN"), json.dumps(kept))

    def forget(self) -> None:
        """Sign out: forget tokens and client."""
        for part in ("ACCESS_TOKEN", "REFRESH_TOKEN", "SIGN_IN"):
            with suppress(AuleError):
                self.kernel.secrets.delete(self.name(part))

    async def get_tokens(self) -> OAuthToken | None:
        """Return the tokens, where they were given for this address."""
        facts, access = self.facts(), self.kernel.secrets.get(self.name("ACCESS_TOKEN"))
        if not access or not facts.get("issuer"):
            return None
        refresh = self.kernel.secrets.get(self.name("REFRESH_TOKEN"))
        return OAuthToken(access_token=access, refresh_token=refresh, scope=facts.get("scope"))

    async def set_tokens(self, tokens: OAuthToken) -> None:
        """Keep tokens, and when they end."""
        now = self.kernel.ambient.clock.now().timestamp()
        self.kernel.secrets.set(self.name("ACCESS_TOKEN"), tokens.access_token)
        if tokens.refresh_token:
            self.kernel.secrets.set(self.name("REFRESH_TOKEN"), tokens.refresh_token)
        ends = None if tokens.expires_in is None else now + tokens.expires_in
        self.keep(scope=tokens.scope, ends=ends)

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        """Return the client that is registered: the one the owner named, else the one that registered itself."""
        server = self.server
        if server.client_id is not None and not server.client_id.startswith("https://"):
            secret = None if server.client_secret is None else self.kernel.secrets.get(server.client_secret)
            how = "none" if secret is None else "client_secret_basic"
            return OAuthClientInformationFull(
                client_id=server.client_id,
                client_secret=secret,
                redirect_uris=[AnyUrl(_ANYWHERE)],
                token_endpoint_auth_method=how,
                issuer=self.facts().get("issuer"),
            )
        with suppress(ValidationError):
            return OAuthClientInformationFull.model_validate(self.facts().get("client"))
        return None

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        """Keep the client that registered itself, with who it is registered at."""
        self.keep(client=client_info.model_dump(mode="json", exclude_none=True))


class SignInFlow(OAuthClientProvider):
    """The SDK's flow, which begins with what is kept: who gave the tokens, and until when they hold."""

    def __init__(self, kept: KeptTokens, door: Loopback | None, url: asyncio.Future[str] | None) -> None:
        self._kept, self._door, self._url = kept, door, url
        server = kept.server
        assert server.url is not None
        by_document = (server.client_id or "").startswith("https://")
        super().__init__(
            server_url=server.url,
            client_metadata=OAuthClientMetadata(
                redirect_uris=[AnyUrl(_ANYWHERE if door is None else door.url)], client_name="auleOS"
            ),
            storage=kept,
            redirect_handler=self._open,
            callback_handler=self._await,
            client_metadata_url=server.client_id if by_document else None,
        )

    async def _initialize(self) -> None:
        await super()._initialize()
        facts = self._kept.facts()
        if self._door is not None:
            self.context.current_tokens = None  # whoever signs in again wants new ones
            return
        with suppress(ValidationError):
            self.context.oauth_metadata = OAuthMetadata.model_validate(facts.get("metadata"))
        self.context.auth_server_url = facts.get("issuer")
        self.context.token_expiry_time = facts.get("ends")

    async def _open(self, address: str) -> None:
        """Hand on the address where a person signs in, once it is known to be one."""
        if self._door is None or self._url is None:
            raise OAuthFlowError("the server wants you to sign in again")
        server = self._kept.server
        metadata = self.context.oauth_metadata
        if metadata is None:
            raise OAuthFlowError("the server does not say who signs people in")
        is_own = server.local and urlsplit(address).hostname == urlsplit(server.url or "").hostname
        target = read_target(address, is_own=is_own)
        if target.scheme != "https" and not is_own:
            raise OAuthFlowError(f"{target.host!r} would sign you in without encryption")
        supported = metadata.code_challenge_methods_supported
        if "S256" not in (supported or []):
            raise OAuthFlowError("it does not protect the way back (PKCE with S256)")
        self._door.state = parse_qs(urlsplit(address).query)["state"][0]
        self._kept.keep(issuer=str(metadata.issuer), metadata=metadata.model_dump(mode="json", exclude_none=True))
        if not self._url.done():
            self._url.set_result(address)

    async def _await(self) -> AuthorizationCodeResult:
        assert self._door is not None
        async with asyncio.timeout(WAIT_S):
            found = await self._door.answer
        metadata = self.context.oauth_metadata
        says_iss = metadata is not None and metadata.authorization_response_iss_parameter_supported
        if "iss" in found and metadata is not None and found["iss"] != str(metadata.issuer):
            raise OAuthFlowError("the answer is of another server than the one that was asked")
        if says_iss and "iss" not in found:
            raise OAuthFlowError("the answer does not say whose it is")
        if "error" in found:
            raise OAuthFlowError(clean(f"{found['error']} {found.get('error_description', '')}", 200))
        return AuthorizationCodeResult(code=found.get("code", ""), state=found.get("state"), iss=found.get("iss"))


@dataclass(slots=True)
class SignIn:
    """One sign-in on its way: where the person goes, and what came of it."""

    kept: KeptTokens
    url: asyncio.Future[str] = field(default_factory=asyncio.Future[str])
    problem: str | None = None
    _task: asyncio.Task[None] | None = None

    async def begin(self) -> str:
        """Ask who signs people in, and return the address where the person does it."""
        self._task = asyncio.create_task(self._run(), name=f"sign in {self.kept.server.id}")
        await asyncio.wait([self._task, self.url], timeout=ANSWER_S * 3, return_when=asyncio.FIRST_COMPLETED)
        if self.url.done():
            return self.url.result()
        await self.stop()
        raise Refused(self.problem or "The server did not answer in time.", code="mcp_sign_in_failed")

    @property
    def is_waiting(self) -> bool:
        """Whether the person is still awaited."""
        return self._task is not None and not self._task.done()

    async def ended(self, seconds: float) -> None:
        """Wait until it has ended, or for so long."""
        if self._task is not None:
            await asyncio.wait([self._task], timeout=seconds)

    async def stop(self) -> None:
        """End it, whatever has come of it."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        server = self.kept.server
        assert server.url is not None
        self.kept.forget()  # tokens of before would be sent to whoever is asked now
        transport = SignedTransport(server.url, is_own=server.local, seconds=ANSWER_S)
        headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}
        try:
            async with loopback() as door:
                flow = SignInFlow(self.kept, door, self.url)
                async with httpx2.AsyncClient(transport=transport, trust_env=False, timeout=ANSWER_S) as client:
                    answer = await client.post(server.url, json=_PROBE, headers=headers, auth=flow)
            if not self.url.done():
                self.problem = "The server asks nobody to sign in."
            elif answer.status_code in (401, 403):
                self.problem = "The server does not take what its own sign-in gave."
        except Exception as error:  # the background loop of a sign-in: the person is told what went wrong
            self.problem = clean(str(error) or type(error).__name__, 300)
        if self.problem is not None:
            self.kept.forget()


def state_of(kept: KeptTokens, running: SignIn | None) -> SignInState:
    """Return how far signing in has come."""
    facts = kept.facts()
    known: dict[str, Any] = {"issuer": facts.get("issuer"), "scope": facts.get("scope")}
    if running is not None and running.is_waiting and running.url.done():
        url = running.url.result()
        return SignInState(state="waiting", url=url, host=urlsplit(url).hostname, **known)
    if kept.kernel.secrets.get(kept.name("ACCESS_TOKEN")) and facts.get("issuer"):
        return SignInState(state="signed_in", **known)
    if running is not None and running.problem is not None:
        return SignInState(state="failed", problem=running.problem)
    return SignInState(state="none")
