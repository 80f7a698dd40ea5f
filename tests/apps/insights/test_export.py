"""Traces sent to a collector: off by default, names of OpenTelemetry, contents only on request (ST-10)."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from dirty_equals import IsPartialDict
from google.protobuf.json_format import ParseDict
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from tests.apps.insights.glass import REPORT, SCRIPT, Glass, glass

from aule.apps.insights import queries
from aule.contracts.settings import InsightsSettings

DEADLINE_S = 30


@asynccontextmanager
async def collector() -> AsyncGenerator[tuple[str, asyncio.Queue[tuple[str, dict[str, Any]]]]]:
    """Run a server on this machine that takes OTLP over HTTP as JSON, and hands on what it got."""
    got: asyncio.Queue[tuple[str, dict[str, Any]]] = asyncio.Queue()

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = next(
            int(line.split(":")[1]) for line in head.splitlines() if line.lower().startswith("content-length")
        )
        got.put_nowait((head, json.loads(await reader.readexactly(length))))
        writer.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
        )
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(take, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", got


async def follow(box: Glass, url: str, *, contents: bool) -> None:
    """Have traces sent somewhere, and wait until that has begun."""
    kernel = box.aule.kernel
    wanted = InsightsSettings(otlp_url=url, otlp_contents=contents)
    settings = kernel.settings.current().model_copy(update={"insights": wanted})
    await kernel.save_settings(settings, expected=kernel.settings.etag())
    async with asyncio.timeout(DEADLINE_S):
        while True:
            has_begun = any(task.get_name() == "export traces" for task in asyncio.all_tasks())
            if has_begun and await queries.cursor(kernel.database, queries.EXPORT):
                return
            await asyncio.sleep(0)


async def run_once(box: Glass) -> None:
    await box.run_workflow(REPORT)
    await box.aule.decide()


async def test_each_run_is_sent_once_an_address_is_set_and_words_only_on_request(tmp_path: Path) -> None:
    """ST-10: a receiver reads back the right names, tree and figures; nothing is sent before."""
    async with collector() as (url, got), glass(tmp_path, *SCRIPT) as box:
        await box.get("/v1/metrics/summary")
        assert got.empty()
        await follow(box, url, contents=False)
        await run_once(box)
        async with asyncio.timeout(DEADLINE_S):
            head, document = await got.get()
    assert head.startswith("POST /v1/traces HTTP/1.1") and "application/json" in head.lower()
    [resource] = document["resourceSpans"]
    assert {"key": "service.name", "value": {"stringValue": "aule"}} in resource["resource"]["attributes"]
    spans = resource["scopeSpans"][0]["spans"]
    named = [span["name"] for span in spans]
    assert named[0] == "invoke_workflow"
    assert {"invoke_agent assistant", "chat scripted", "execute_tool core.list_dir", "execute_step look"} <= set(named)
    chat = next(span for span in spans if span["name"] == "chat scripted")
    told = {each["key"]: next(iter(each["value"].values())) for each in chat["attributes"]}
    assert told == IsPartialDict(
        {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": "scripted",
            "gen_ai.request.model": "scripted",
            "gen_ai.usage.input_tokens": "100",
            "gen_ai.usage.output_tokens": "20",
        }
    )
    ids = {span["spanId"] for span in spans}
    assert all(len(span["traceId"]) == 32 and len(span["spanId"]) == 16 for span in spans)
    assert all(span["parentSpanId"] in ids for span in spans[1:]) and "parentSpanId" not in spans[0]
    assert all(int(span["startTimeUnixNano"]) <= int(span["endTimeUnixNano"]) for span in spans)
    assert "All is well." not in json.dumps(document) and "Look around" not in json.dumps(document)


async def test_what_is_sent_is_a_request_of_the_official_schema(tmp_path: Path) -> None:
    """ST-10: the message classes that OpenTelemetry publishes read it whole, and give the same names back."""
    async with collector() as (url, got), glass(tmp_path, *SCRIPT) as box:
        await follow(box, url, contents=True)
        await run_once(box)
        async with asyncio.timeout(DEADLINE_S):
            _, document = await got.get()
    request = ParseDict(_with_bytes(document), ExportTraceServiceRequest())  # an unknown field is an error
    spans = request.resource_spans[0].scope_spans[0].spans
    assert [span.name for span in spans] == [
        span["name"] for span in document["resourceSpans"][0]["scopeSpans"][0]["spans"]
    ]
    chat = next(span for span in spans if span.name == "chat scripted")
    told = {each.key: each.value for each in chat.attributes}
    assert told["gen_ai.operation.name"].string_value == "chat"
    assert told["gen_ai.usage.input_tokens"].int_value == 100
    assert (len(chat.trace_id), len(chat.span_id), len(chat.parent_span_id)) == (16, 8, 8)


def _with_bytes(value: Any, key: str = "") -> Any:
    """Return OTLP as JSON with its ids, which it writes in hexadecimal, as protobuf's own JSON writes bytes."""
    if isinstance(value, dict):
        return {name: _with_bytes(each, name) for name, each in value.items()}
    if isinstance(value, list):
        return [_with_bytes(each) for each in value]
    return base64.b64encode(bytes.fromhex(value)).decode() if key in ("traceId", "spanId", "parentSpanId") else value


async def test_contents_go_along_where_the_owner_asked_for_it(tmp_path: Path) -> None:
    """ST-10: prompts and answers under the names of the conventions."""
    async with collector() as (url, got), glass(tmp_path, *SCRIPT) as box:
        await follow(box, url, contents=True)
        await run_once(box)
        async with asyncio.timeout(DEADLINE_S):
            _, document = await got.get()
    assert "gen_ai.output.messages" in json.dumps(document) and "All is well." in json.dumps(document)
