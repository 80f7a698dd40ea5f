"""A whole system behind its front, on a data directory of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.doors import BEARER, gatekeeper, open_front

from aule.ambient import ambient
from aule.boot import running
from aule.kernel.kernel import Kernel
from aule.server.app import create_app
from aule.server.auth import Gatekeeper
from aule.stores.home.access_tokens import AccessTokens
from aule.stores.home.directory import Home


@dataclass(frozen=True)
class System:
    """A system and a client that is let in."""

    kernel: Kernel
    keeper: Gatekeeper
    client: httpx.AsyncClient


@pytest.fixture
async def system(tmp_path: Path) -> AsyncIterator[System]:
    """A real kernel on an empty data directory, spoken to over HTTP through the front."""
    home = Home(tmp_path / "home")
    home.prepare()
    keeper = gatekeeper(tokens=AccessTokens(home.access_tokens, ambient()))
    async with running(home) as kernel, open_front(create_app(kernel, gatekeeper=keeper), keeper=keeper) as client:
        client.headers.update(BEARER)
        yield System(kernel, keeper, client)


@pytest.fixture(scope="session")
def document() -> dict[str, Any]:
    """The description of the API; making it takes a second or two."""
    return create_app(None).openapi()
