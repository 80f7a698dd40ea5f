"""The API against its own description: generated requests find no server error and no undescribed answer."""

from __future__ import annotations

import copy
import os
from collections.abc import Iterator
from http.cookiejar import DefaultCookiePolicy
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from tests.cli.command_line import CommandLine

pytestmark = pytest.mark.xdist_group("openapi")
EXAMPLES = 60 if os.environ.get("AULE_SOAK") else 6


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """The address of a server in a process of its own, and its owner's header.

    Not in a thread: the server parses expressions, Hypothesis sources, and Python 3.11 cannot do both at once.
    """
    line = CommandLine(tmp_path_factory.mktemp("schema") / "home")
    with line.server() as announced:
        token = (line.home / "token").read_text("utf-8").strip()
        yield f"http://127.0.0.1:{announced['port']}", {"Authorization": f"Bearer {token}"}


@pytest.fixture(scope="module")
def operations(document: dict[str, Any]) -> dict[str, Any]:
    """Every operation by its id."""
    import schemathesis  # a second for each process that collects tests, and only this one needs it

    description: Any = schemathesis.openapi.from_dict(copy.deepcopy(document))
    described = [found.ok() for found in description.get_all_operations()]
    return {operation.definition.raw["operationId"]: operation for operation in described}


@pytest.fixture
def connection() -> Iterator[Any]:
    """What all requests go over: a connection for each takes a tenth more time. No cookie is kept of any."""
    import requests  # Schemathesis speaks through it

    with requests.Session() as session:
        session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        yield session


@pytest.mark.slow
def test_generated_requests_get_described_answers(
    operations: dict[str, Any], served: tuple[str, dict[str, str]], connection: Any
) -> None:
    """No 5xx, and nothing but what the description says."""
    from schemathesis.checks import CHECKS

    checks = CHECKS.get_by_names(
        ["not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance"]
    )
    assert len(operations) > 50
    address, owner = served
    assert httpx.get(f"{address}/v1/settings", headers=owner).is_success, "or all of it would be refused at the door"
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
            answer = case.call(base_url=address, session=connection, headers=owner, timeout=60)
            case.validate_response(answer, checks=checks)

        try:
            ask()
        except Exception as error:
            error.add_note(f"operation {name}")
            raise
