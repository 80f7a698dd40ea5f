"""The sandbox over HTTP: the level of this machine, and what was tried against it (OS-17)."""

from __future__ import annotations

import pytest
from tests.server.conftest import System

from aule.contracts.access.sandbox import Level, SandboxView

pytestmark = pytest.mark.anyio


async def test_the_level_is_told_with_what_held_against_attacks(system: System) -> None:
    answer = await system.client.get("/v1/sandbox")
    assert answer.status_code == 200, answer.text
    seen = SandboxView.model_validate(answer.json())
    assert seen.why and all(proof.held for proof in seen.proofs)
    assert (seen.level is Level.NONE) == (seen.proofs == [])
    assert (await system.client.get("/v1/sandbox")).json() == answer.json(), "it is found out once"
