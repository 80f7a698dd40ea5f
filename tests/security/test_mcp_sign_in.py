"""Signing in at MCP servers: the flow on this machine, and what attacks on it come to (TL-20, OAuth 2.1 with PKCE)."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from tests.apps.mcp_servers.benches import Bench
from tests.apps.mcp_servers.benches import bench as run_bench
from tests.apps.mcp_servers.sign_in_server import Town, town

HERE = {"trust_env": False, "timeout": 20.0}
PLACE = "/v1/mcp/servers/far"


async def added(bench: Bench, place: Town, **more: object) -> None:
    """Add and approve the server of a town."""
    body = {"id": "far", "url": f"{place.server}/mcp", "local": True, "sign_in": True, **more}
    await bench.post("/v1/mcp/servers", body, status=201)
    await bench.approve("far")


async def begun(bench: Bench) -> str:
    """Begin to sign in, and return the address that a person would open."""
    state = await bench.post(f"{PLACE}/sign-in")
    assert state["state"] == "waiting"
    return state["url"]


async def sent_back(address: str) -> str:
    """Say yes as a person in a browser, and return where the browser is sent."""
    async with httpx.AsyncClient(**HERE) as browser:
        return (await browser.get(address)).headers["location"]


async def opened(address: str, **more: str) -> int:
    """Open an address as a browser does, and return the status."""
    async with httpx.AsyncClient(**HERE) as browser:
        return (await browser.get(address, headers=more)).status_code


async def test_a_person_signs_in_uses_the_server_and_signs_out(tmp_path: Path) -> None:
    """TL-20: PKCE on loopback, a registration made there, tokens kept as secrets and sent to the server alone."""
    with town() as place:
        async with run_bench(tmp_path / "home") as bench:
            await added(bench, place)
            card = await bench.get(f"{PLACE}/approval")
            assert any(
                "sign in there in your browser" in row[1] or "navegador" in row[1] for row in card["preview"]["rows"]
            )
            refused = await bench.client.post(f"{PLACE}/look")
            assert (refused.status_code, refused.json()["code"]) == (403, "mcp_sign_in_wanted")
            address = await begun(bench)
            asked = {key: values[0] for key, values in parse_qs(urlsplit(address).query).items()}
            assert asked["code_challenge_method"] == "S256" and asked["resource"] == f"{place.server}/mcp"
            assert asked["redirect_uri"].startswith("http://127.0.0.1:") and asked["client_id"] == "made-here"
            assert await opened(await sent_back(address)) == 200
            state = await bench.get(f"{PLACE}/sign-in?wait_s=20")
            assert (state["state"], state["issuer"].rstrip("/")) == ("signed_in", place.issuer)
            await bench.accept("far")
            called = await bench.use("far.whoami")
            assert "access-secret" not in json.dumps(called), "a token that a server tells is struck out"
            told = {(who, said) for who, _, said in place.seen if said}
            assert {who for who, _ in told} == {"server"} and {said.split()[0] for _, said in told} == {"Bearer"}
            assert (await bench.client.delete(f"{PLACE}/sign-in")).json()["state"] == "none"
            kept = [each.name for each in bench.aule.kernel.secrets.list()]
            assert not [name for name in kept if name.startswith("MCP_FAR")]
            assert (await bench.client.post(f"{PLACE}/look")).json()["code"] == "mcp_sign_in_wanted"


async def test_tokens_are_renewed_where_they_were_given_and_nowhere_else(tmp_path: Path) -> None:
    """TL-20: a token that ended is renewed at who gave it, whatever the server names now; another address has none."""
    with town("short") as place, town() as other:
        async with run_bench(tmp_path / "home") as bench:
            await added(bench, place)
            assert await opened(await sent_back(await begun(bench))) == 200
            assert (await bench.get(f"{PLACE}/sign-in?wait_s=20"))["state"] == "signed_in"
            mine, place.issuer = place.issuer, other.issuer  # the server names another from now on
            await bench.accept("far")
            place.issuer = mine
            assert place.count >= 3, "a token was renewed"
            assert other.seen == []
            body = {"url": f"{other.server}/mcp", "local": True, "sign_in": True}
            answer = await bench.client.put(PLACE, json=body)
            assert answer.status_code == 200
            await bench.approve("far")
            assert (await bench.client.post(f"{PLACE}/look")).json()["code"] == "mcp_sign_in_wanted"
            assert other.seen == [], "tokens of one address are not shown to another"


async def test_a_client_that_was_registered_beforehand_is_used(tmp_path: Path) -> None:
    """TL-20: the owner's own client, whose password goes to who gives tokens, and to nobody else."""
    with town() as place:
        async with run_bench(tmp_path / "home") as bench:
            bench.aule.kernel.secrets.set("TOWN_CLIENT", "client-password")
            await added(bench, place, client_id="mine", client_secret="TOWN_CLIENT")
            address = await begun(bench)
            assert parse_qs(urlsplit(address).query)["client_id"] == ["mine"]
            assert await opened(await sent_back(address)) == 200
            assert (await bench.get(f"{PLACE}/sign-in?wait_s=20"))["state"] == "signed_in"
            assert "/register" not in {path for _, path, _ in place.seen}
            assert [path for _, path, said in place.seen if said.startswith("Basic ")] == ["/token"]


@pytest.mark.parametrize(
    "flaw",
    [
        "metadata_issuer",
        "no_pkce",
        "private_token",
        "private_registration",
        "plain_authorize",
        "script_authorize",
        "other_resource",
        "private_issuer",
        "private_metadata",
        "wrong_iss",
        "no_iss",
        "denied",
        "redirect_metadata",
        "redirect_token",
        "flood_metadata",
    ],
)
async def test_a_sign_in_that_is_an_attack_ends_without_a_token(tmp_path: Path, flaw: str) -> None:
    """TL-20: mix-ups, other issuers, private addresses, weak or missing proofs: nothing is kept, and it is told."""
    with town(flaw) as place, town() as other:
        place.elsewhere = other.server
        async with run_bench(tmp_path / "home") as bench:
            await added(bench, place)
            answer = await bench.client.post(f"{PLACE}/sign-in")
            if answer.status_code == 200:
                assert await opened(await sent_back(answer.json()["url"])) == 200
                state = await bench.get(f"{PLACE}/sign-in?wait_s=20")
                assert state["state"] == "failed" and state["problem"]
            else:
                assert (answer.status_code, answer.json()["code"]) == (403, "mcp_sign_in_failed")
            assert not [each.name for each in bench.aule.kernel.secrets.list() if each.name.startswith("MCP_FAR")]
            assert not [path for _, path, said in place.seen if said]
            assert other.seen == [], "nobody else is asked or told anything"


async def test_only_the_awaited_answer_of_the_browser_counts(tmp_path: Path) -> None:
    """TL-20: another state, no state, a doubled code, another host or path are refused; then the right one counts."""
    with town() as place:
        async with run_bench(tmp_path / "home") as bench:
            await added(bench, place)
            back = await sent_back(await begun(bench))
            state = parse_qs(urlsplit(back).query)["state"][0]
            door = back.partition("?")[0]
            for address in (
                f"{door}?code=evil&state=wrong",
                f"{door}?code=evil",
                f"{back}&code=evil",
                f"{door}/other?code=evil&state={state}",
            ):
                assert await opened(address) == 400
            assert await opened(back, Host="evil.example") == 400
            assert (await bench.get(f"{PLACE}/sign-in"))["state"] == "waiting"
            assert await opened(back) == 200
            assert (await bench.get(f"{PLACE}/sign-in?wait_s=20"))["state"] == "signed_in"
