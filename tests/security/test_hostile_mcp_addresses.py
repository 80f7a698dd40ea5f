"""MCP servers behind an address that send us elsewhere, flood us or answer what was not asked (TL-20, S7, S12)."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.apps.mcp_servers.benches import bench as run_bench
from tests.apps.mcp_servers.sign_in_server import town


@pytest.mark.parametrize(
    "flaw", ["open_redirect", "open_packed", "open_flood", "open_other_id", "open_page", "open_cut"]
)
async def test_an_address_that_attacks_costs_that_call(tmp_path: Path, flaw: str) -> None:
    """TL-20, S12: redirects are not followed, floods are cut, other answers are no answers; nobody else is reached."""
    with town(flaw) as place, town() as other:
        place.elsewhere = other.server
        async with run_bench(tmp_path / "home") as bench:
            await bench.aule.kernel.set_secret("TOWN_TOKEN", "town-token-value")
            body = {"id": "far", "url": f"{place.server}/mcp", "local": True, "token": "TOWN_TOKEN", "timeout_s": 3}
            await bench.post("/v1/mcp/servers", body, status=201)
            await bench.approve("far")
            await bench.accept("far")
            failed = await bench.use("far.whoami", 403, 503, 504)
            assert failed["code"] in ("mcp_ended", "mcp_refused", "mcp_broken", "timeout"), failed
            assert other.seen == [], "the token went nowhere else"
            assert (await bench.get("/v1/health"))["status"] == "ready"


async def test_a_token_goes_to_the_server_alone(tmp_path: Path) -> None:
    """TL-20: the token of a server is in requests to it, and in nothing that it can have us send elsewhere."""
    with town("open_plain") as place:
        async with run_bench(tmp_path / "home") as bench:
            await bench.aule.kernel.set_secret("TOWN_TOKEN", "town-token-value")
            body = {"id": "far", "url": f"{place.server}/mcp", "local": True, "token": "TOWN_TOKEN"}
            await bench.post("/v1/mcp/servers", body, status=201)
            await bench.approve("far")
            await bench.accept("far")
            assert {said for who, _, said in place.seen if who == "server"} == {"Bearer town-token-value"}
            assert not [path for who, path, _ in place.seen if who == "issuer"]
