"""Tokens with scopes: made, listed and revoked by the owner."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Depends, Request

from aule.contracts.errors import Invalid
from aule.contracts.views import AccessTokenInfo, NewAccessToken, ScopeInfo
from aule.server.bodies import TokenWish
from aule.server.json_bodies import JsonRoute
from aule.server.params import Id, System
from aule.stores.home.access_tokens import AccessTokens

router = APIRouter(prefix="/v1/tokens", tags=["tokens"], route_class=JsonRoute)


async def tokens_of(kernel: System) -> AccessTokens:
    """The tokens of the data directory this system lives in."""
    return AccessTokens(kernel.documents.home.access_tokens, kernel.ambient)


Tokens = Annotated[AccessTokens, Depends(tokens_of)]


@router.get("")
async def list_tokens(tokens: Tokens) -> list[AccessTokenInfo]:
    """The tokens with scopes that are valid, the latest first; their secrets are kept nowhere."""
    return [AccessTokenInfo.model_validate(asdict(token)) for token in tokens.list()]


@router.post("", status_code=201)
async def create_token(body: TokenWish, request: Request, tokens: Tokens) -> NewAccessToken:
    """Make a token that may do what its scopes say and nothing else. Its secret is shown this once."""
    known = _scopes(request)
    unknown = [scope for scope in body.scopes if scope not in known]
    if unknown:
        raise Invalid(
            f"There is no scope {unknown[0]!r}.",
            field="scopes",
            code="unknown_scope",
            candidates=sorted(known),
            hint="A token is made only with scopes that are documented.",
        )
    token, secret = tokens.make(body.name, body.scopes, body.days)
    return NewAccessToken.model_validate({**asdict(token), "secret": secret})


@router.get("/scopes")
async def list_scopes(request: Request) -> list[ScopeInfo]:
    """What tokens may be made for."""
    return [scope for _, scope in sorted(_scopes(request).items())]


@router.delete("/{id}", status_code=204)
async def revoke_token(id: Id, tokens: Tokens) -> None:
    """Make a token worthless from the next request on."""
    tokens.revoke(id)


def _scopes(request: Request) -> dict[str, ScopeInfo]:
    addresses = [each for app in request.app.state.brought for each in app.addresses()]
    return {scope.name: ScopeInfo(name=scope.name, allows=scope.allows) for each in addresses for scope in each.scopes}
