"""Settings, connections and secrets."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response

from aule.contracts.settings import Settings
from aule.contracts.views import ConnectionTest, SecretInfo
from aule.sdk.http import losing_is_stale, stale
from aule.server.bodies import ProviderTest, SecretValue
from aule.server.json_bodies import JsonRoute
from aule.server.params import IfMatch, System

router = APIRouter(prefix="/v1/settings", tags=["settings"], route_class=JsonRoute)

SecretName = Annotated[str, Path(pattern=r"^[A-Za-z][A-Za-z0-9_.-]{0,99}$")]


@router.get("")
async def get_settings(kernel: System, response: Response) -> Settings:
    """All settings."""
    settings, tag = kernel.settings.read_tagged()
    response.headers["ETag"] = f'"{tag}"'
    return settings


@router.put("")
async def replace_settings(body: Settings, kernel: System, response: Response, if_match: IfMatch = None) -> Settings:
    """Replace all settings."""
    current = kernel.settings.etag()
    if if_match is not None and if_match.strip() not in ("*", f'"{current}"'):
        raise stale(f'"{current}"')
    with losing_is_stale():
        saved, tag = await kernel.save_tagged_settings(body, expected=current)
    response.headers["ETag"] = f'"{tag}"'
    return saved


@router.post("/test")
async def test_connection(body: ProviderTest, kernel: System) -> ConnectionTest:
    """Try the connection to a provider."""
    return await kernel.models.test(body.provider)


@router.get("/secrets")
async def list_secrets(kernel: System) -> list[SecretInfo]:
    """Which secrets there are, masked."""
    return kernel.secrets.list()


@router.put("/secrets/{name}", status_code=204)
async def save_secret(name: SecretName, body: SecretValue, kernel: System) -> None:
    """Keep a secret, encrypted. It is never shown again."""
    await kernel.set_secret(name, body.value)


@router.delete("/secrets/{name}", status_code=204)
async def delete_secret(name: SecretName, kernel: System) -> None:
    """Forget a secret."""
    await kernel.set_secret(name, None)
