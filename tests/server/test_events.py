"""Following the log over real sockets: exactly once, in order, whatever is cut; ends cleanly; stays cheap."""

from __future__ import annotations

import asyncio
import logging
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.server.doors import BEARER
from tests.server.live import Live, LogOnly, connect, live, open_log

from aule.contracts.events.facts import SettingsChanged, TurnSpoke
from aule.kernel.capabilities.gate.caller import ByHand
from aule.server import events as streams
from aule.testing.system import system


@pytest.fixture
async def log(tmp_path: Path) -> AsyncIterator[LogOnly]:
    async with open_log(tmp_path) as log:
        yield log


@pytest.fixture
async def server(log: LogOnly) -> AsyncIterator[Live]:
    async with live(log) as server:
        yield server


async def write(log: LogOnly, count: int, run: str = "run_a") -> None:
    for number in range(count):
        await log.journal.write(TurnSpoke(step=1, delta=f"word {number} ☕"), run=run, session="talk")


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    bursts=st.lists(st.integers(1, 40), min_size=1, max_size=5),
    cuts=st.lists(st.integers(1, 4000), min_size=1, max_size=12),
)
async def test_every_event_arrives_exactly_once_in_order_over_cut_connections(
    bursts: list[int], cuts: list[int]
) -> None:
    """K: SSE over randomly cut connections delivers each event exactly once, in order."""
    with tempfile.TemporaryDirectory() as folder:
        async with open_log(Path(folder)) as log, live(log) as server:
            total, seen, last = sum(bursts), [], None

            async def write_all() -> None:
                for burst in bursts:
                    await asyncio.gather(*(write(log, 1) for _ in range(burst)))

            writing = asyncio.create_task(write_all())
            remaining = list(cuts)
            while len(seen) < total:
                stream = await connect(server.port, "/v1/events?since=0", last=last)
                budget = remaining.pop() if remaining else None
                while len(seen) + len(stream.events) < total and (budget is None or budget > 0):
                    before = len(stream.body)
                    if not await stream.read(min(budget or 65536, 65536)):
                        break
                    if budget is not None:
                        budget -= max(1, abs(len(stream.body) - before))
                stream.cut()
                seen += [event["id"] for event in stream.events]
                last = seen[-1] if seen else None
            await writing
            assert seen == [event.seq for event in await log.journal.read("0")]


async def test_a_frame_has_the_cursor_the_type_and_the_event(log: LogOnly, server: Live) -> None:
    await log.journal.write(SettingsChanged(keys=["appearance"]))
    stream = await connect(server.port, "/v1/events?since=0")
    while not stream.events:
        await stream.read()
    stream.cut()
    [event] = await log.journal.read("0")
    assert stream.events == [
        {"id": event.seq, "event": "settings.changed", "data": event.model_dump(mode="json")},
    ]
    head = stream.head.decode().lower()
    assert head.startswith("http/1.1 200")
    for header in ("content-type: text/event-stream", "x-accel-buffering: no", "cache-control: no-store"):
        assert header in head


async def test_frames_hold_events_as_their_model_writes_them(tmp_path: Path) -> None:
    """LI-4: byte by byte, though the schema of all facts is not made for it."""
    async with system(tmp_path) as running:
        note = {"title": "Chá é “quente”", "text": "\\ \u2028 🍵"}
        await running.kernel.call("core.create_note", note, by_hand=ByHand())
        events = await running.kernel.journal.read(None)
    assert len({event.type for event in events}) > 4
    for event in events:
        data = streams.Frames().frame(event).decode().partition("\ndata: ")[2]
        assert data == f"{event.model_dump_json()}\n\n"


async def test_last_event_id_is_newer_than_the_address(log: LogOnly, server: Live) -> None:
    await write(log, 3)
    second = (await log.journal.read("0"))[1].seq
    stream = await connect(server.port, "/v1/events?since=0", last=second)
    while not stream.events:
        await stream.read()
    stream.cut()
    assert [event["data"]["data"]["delta"] for event in stream.events] == ["word 2 ☕"]


async def test_a_stream_without_a_place_begins_now(log: LogOnly, server: Live) -> None:
    await write(log, 3)
    stream = await connect(server.port, "/v1/events")
    await stream.read()
    await write(log, 1, run="run_b")
    while not stream.events:
        await stream.read()
    stream.cut()
    assert [event["data"]["run"] for event in stream.events] == ["run_b"]


async def test_a_stream_can_be_narrowed(log: LogOnly, server: Live) -> None:
    await write(log, 1, run="run_a")
    await write(log, 1, run="run_b")
    await log.journal.write(SettingsChanged(keys=["x"]))
    for query, expected in {
        "run=run_b": ["run_b"],
        "topic=settings": [None],
        "session=talk": ["run_a", "run_b"],
    }.items():
        stream = await connect(server.port, f"/v1/events?since=0&{query}")
        while len(stream.events) < len(expected):
            await stream.read()
        stream.cut()
        assert [event["data"]["run"] for event in stream.events] == expected


async def test_pages_go_on_where_the_last_one_ended(log: LogOnly, server: Live) -> None:
    await write(log, 5)
    base = f"http://127.0.0.1:{server.port}"
    async with httpx.AsyncClient(base_url=base, headers=BEARER, trust_env=False) as client:
        first = (await client.get("/v1/events", params={"limit": 3})).json()
        second = (await client.get("/v1/events", params={"limit": 3, "since": first["next"]})).json()
    assert [len(first["items"]), len(second["items"]), second["next"]] == [3, 2, None]
    assert [item["seq"] for item in first["items"] + second["items"]] == [e.seq for e in await log.journal.read("0")]


@pytest.mark.parametrize("since", ["999999", "abc", "1.5"])
async def test_a_place_that_is_not_in_the_log_is_refused_before_the_stream_begins(
    log: LogOnly, server: Live, since: str
) -> None:
    await write(log, 1)
    stream = await connect(server.port, f"/v1/events?since={since}")
    stream.cut()
    assert stream.head.startswith(b"HTTP/1.1 422")
    stream = await connect(server.port, "/v1/events", last=since)
    stream.cut()
    assert stream.head.startswith(b"HTTP/1.1 422")


async def test_a_page_behind_a_place_of_another_log_is_refused(log: LogOnly, server: Live) -> None:
    """OS-5: a client whose data directory was exchanged learns it, instead of waiting for what never comes."""
    await write(log, 3)
    end = await log.journal.cursor()
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", headers=BEARER, trust_env=False) as client:
        at_the_end = await client.get("/v1/events", params={"since": end})
        beyond = await client.get("/v1/events", params={"since": str(int(end) + 1)})
    assert (at_the_end.status_code, at_the_end.json()["items"]) == (200, [])
    assert (beyond.status_code, beyond.json()["code"]) == (422, "unknown_cursor")


async def test_silence_is_filled_with_pings(log: LogOnly, server: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "PING_SECONDS", 0.02)
    stream = await connect(server.port, "/v1/events?since=0")
    raw = b""
    while raw.count(b": ping") < 3:
        raw += await asyncio.wait_for(stream.reader.read(100), 30)
    await write(log, 1)
    while b"turn.spoke" not in raw:
        raw += await asyncio.wait_for(stream.reader.read(1000), 30)
    stream.cut()


async def test_shutdown_ends_streams_cleanly_and_quickly(
    log: LogOnly, server: Live, caplog: pytest.LogCaptureFixture
) -> None:
    """OS: streams end cleanly at shutdown."""
    caplog.set_level(logging.INFO)
    streams_open = [await connect(server.port, "/v1/events?since=0") for _ in range(20)]
    await write(log, 1)
    started = asyncio.get_running_loop().time()
    await server.stop()
    assert asyncio.get_running_loop().time() - started < 8
    for stream in streams_open:
        while await stream.read():
            pass
        stream.cut()
        assert stream.is_over
        assert len(stream.events) == 1
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_clients_that_vanish_leave_no_traceback_and_no_follower(
    log: LogOnly, server: Live, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(30):
        stream = await connect(server.port, "/v1/events?since=0")
        stream.cut()
    await write(log, 50)
    base = f"http://127.0.0.1:{server.port}"
    async with httpx.AsyncClient(base_url=base, headers=BEARER, trust_env=False) as client:
        assert (await client.get("/v1/events", params={"limit": 200})).status_code == 200
    await server.stop()
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_a_client_that_does_not_read_holds_up_nobody(log: LogOnly, server: Live) -> None:
    stuck = await connect(server.port, "/v1/events?since=0")
    for _ in range(300):
        await log.journal.write(TurnSpoke(step=1, delta="x" * 20_000), run="run_a")
    swift = await connect(server.port, "/v1/events?since=0")
    while len(swift.events) < 300:
        await swift.read()
    swift.cut()
    while len(stuck.events) < 300:
        await stuck.read()
    stuck.cut()
    assert [event["id"] for event in stuck.events] == [event["id"] for event in swift.events]


async def test_fifty_followers_share_the_work(log: LogOnly, server: Live) -> None:
    everybody = [await connect(server.port, "/v1/events?since=0") for _ in range(50)]
    await write(log, 40)

    async def drain(index: int) -> list[str]:
        while len(everybody[index].events) < 40:
            await everybody[index].read()
        everybody[index].cut()
        return [event["id"] for event in everybody[index].events]

    seen = await asyncio.gather(*(drain(index) for index in range(50)))
    assert {tuple(ids) for ids in seen} == {tuple(event.seq for event in await log.journal.read("0"))}


async def test_a_request_under_way_is_answered_while_the_server_goes_down(log: LogOnly, server: Live) -> None:
    """Streams end at once; what is stopped last is the system itself."""
    await write(log, 1)
    base = f"http://127.0.0.1:{server.port}"
    async with httpx.AsyncClient(base_url=base, headers=BEARER, trust_env=False) as client:
        await client.get("/v1/events")
        asked = asyncio.create_task(client.get("/v1/events"))
        while not (asked.done() or server.server.server_state.tasks):  # noqa: ASYNC110 - until it is under way
            await asyncio.sleep(0)
        await server.stop()
        assert (await asked).status_code == 200
