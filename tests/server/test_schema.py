"""The API against its own description: generated requests find no server error and no undescribed answer."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import CHECKS
from tests.server.doors import BEARER
from tests.server.live import live

from aule.boot import running
from aule.server.app import create_app
from aule.stores.home import Home

EXAMPLES = 60 if os.environ.get("AULE_SOAK") else 6


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A whole system served from a thread of its own."""
    home = Home(tmp_path_factory.mktemp("schema") / "home")
    home.prepare()
    ready, over = threading.Event(), threading.Event()
    ports: list[int] = []

    async def serve() -> None:
        async with running(home) as kernel, live(kernel) as server:
            ports.append(server.port)
            ready.set()
            await asyncio.to_thread(over.wait)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    assert ready.wait(20)
    yield f"http://127.0.0.1:{ports[0]}"
    over.set()
    thread.join(20)
    assert not thread.is_alive()


@pytest.fixture(scope="module")
def operations() -> dict[str, Any]:
    """Every operation by its id."""
    description: Any = schemathesis.openapi.from_dict(create_app(None).openapi())
    described = [found.ok() for found in description.get_all_operations()]
    return {operation.definition.raw["operationId"]: operation for operation in described}


@pytest.mark.slow
def test_generated_requests_get_described_answers(operations: dict[str, Any], address: str) -> None:
    """No 5xx, and nothing but what the description says."""
    checks = CHECKS.get_by_names(
        ["not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance"]
    )
    assert len(operations) > 50
    for name, operation in operations.items():

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
        )
        @given(case=operation.as_strategy())
        def ask(case: Any) -> None:
            answer = case.call(base_url=address, headers=BEARER, timeout=60)
            case.validate_response(answer, checks=checks)

        try:
            ask()
        except Exception as error:
            error.add_note(f"operation {name}")
            raise
