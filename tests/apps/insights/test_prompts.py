"""Prompts as sent and answers as received, kept for some days (ST-11). The model is a server on this machine."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from tests.apps.insights.glass import Glass, glass
from tests.kernel.mornings import Hands

from aule import boot
from aule.contracts.access.veil import Veiled
from aule.contracts.ambient import Ambient
from aule.contracts.runs.run import Run, RunStatus
from aule.contracts.settings import InsightsSettings, Provider, Settings
from aule.contracts.talk.catalog import ProbeFacts
from aule.models.switchboard import Switchboard
from aule.sdk import App, Reading
from aule.testing import allow_models
from aule.testing.openai_server import OpenAIServer, Reply, ToolCall

SECRET = "hunter2-hunter2"


def looking(body: dict[str, Any]) -> Reply:
    """A model that looks at the files once for each time it is told to look, and then answers."""
    said = next(message["content"] for message in reversed(body["messages"]) if message["role"] == "user")
    looks = sum(message["role"] == "tool" for message in body["messages"])
    if looks < str(said).count("look"):
        return Reply(calls=[ToolCall(name="core__list_dir", arguments={"path": "." + "/." * looks})])
    return Reply(thought="Enough.", deltas=["All ", f"is well, {SECRET}."])


@dataclass
class PromptBox:
    """A system that asks a server, and its clock."""

    glass: Glass
    server: OpenAIServer
    clock: Hands

    async def model_spans(self, run: Run) -> list[dict[str, Any]]:
        """Return the spans of a run in which a model was asked."""
        trace = await self.glass.get(f"/v1/runs/{run.id}/trace")
        return [span for span in trace["spans"] if span["kind"] == "model"]

    async def details(self, run: Run, locale: str = "en") -> list[dict[str, Any]]:
        """Return what is told of each answer of a model."""
        spans = await self.model_spans(run)
        return [await self.glass.get(f"/v1/runs/{run.id}/trace/{span['id']}", locale=locale) for span in spans]

    async def keep(self, days: int) -> None:
        """Choose for how many days prompts are kept."""
        kernel = self.glass.aule.kernel
        wanted = InsightsSettings(keep_prompts_days=days)
        settings = kernel.settings.current().model_copy(update={"insights": wanted})
        await kernel.save_settings(settings, expected=kernel.settings.etag())
        await kernel.exchanges.flush()

    def files(self) -> list[Path]:
        """Return the files of prompts."""
        return sorted(path for path in self.glass.aule.home.prompts.rglob("*") if path.is_file())


@asynccontextmanager
async def prompt_box(
    path: Path,
    respond: Callable[[dict[str, Any]], Reply] = looking,
    provider: dict[str, Any] | None = None,
    **more: Any,
) -> AsyncGenerator[PromptBox]:
    """Run a system that is connected to a server with a full model."""
    clock, around = Hands(), boot.ambient()
    ambient = Ambient(clock, around.ids, around.dice)
    async with OpenAIServer(respond) as server, glass(path, models=Switchboard, ambient=ambient, **more) as box:
        kernel = box.aule.kernel
        mine = Provider(base_url=server.base_url, default_model="scripted", **(provider or {}))
        await kernel.save_settings(Settings(providers={"mine": mine}), expected=kernel.settings.etag())
        kernel.probed["mine", "scripted"] = ProbeFacts(tier=2, probed_at="2026-01-01T00:00:00Z")
        with allow_models(server.port):
            yield PromptBox(box, server, clock)


def part(detail: dict[str, Any], name: str) -> Any:
    """Return the data of one part of a span."""
    return next(each["data"] for each in detail["parts"] if each["name"] == name)


async def test_a_model_span_shows_the_prompt_as_sent_and_the_answer_as_received(tmp_path: Path) -> None:
    """ST-11: instructions, messages, tools, settings and the raw answer are what the server saw and said."""
    async with prompt_box(tmp_path) as box:
        run = await box.glass.aule.ask("look once")
        first, last = await box.details(run)
    _, sent = box.server.requests[-1]
    assert [(each["role"], each["text"].split("\n")[0]) for each in part(last, "sent")][:2] == [
        ("system", sent["messages"][0]["content"].split("\n")[0]),
        ("user", "look once"),
    ]
    assert part(last, "sent")[0]["text"] == sent["messages"][0]["content"]
    assert len(part(last, "sent")) == len(sent["messages"])
    assert [tool["name"] for tool in part(last, "tools")] == [tool["function"]["name"] for tool in sent["tools"]]
    assert part(last, "settings") == {"provider": "mine", "model": "scripted"}
    assert part(first, "received")["calls"] == [{"name": "core__list_dir", "arguments": '{"path": "."}'}]
    assert part(last, "received") == {"text": f"All is well, {SECRET}.", "thought": "Enough.", "finish": "stop"}
    assert last["not_kept"] == [] and "Prompt as sent" in [each["title"] for each in last["parts"]]


async def test_the_steps_of_a_turn_share_the_parts_of_their_prompts(tmp_path: Path) -> None:
    """ST-11: twenty requests of one turn keep each message and the list of tools once."""
    async with prompt_box(tmp_path) as box:
        run = await box.glass.aule.ask("look " * 19)
        await box.glass.aule.kernel.exchanges.flush()
        files = box.files()
        details = await box.details(run)
    requests = [body for path, body in box.server.requests if path.endswith("/chat/completions")]
    messages = {json.dumps(message) for body in requests for message in body["messages"]}
    tools = {json.dumps(body["tools"]) for body in requests}
    assert (run.status, len(requests), len(details)) == (RunStatus.DONE, 20, 20)
    assert len(files) == len(messages) + len(tools) + len(requests)
    whole = sum(len(json.dumps(body)) for body in requests)
    assert sum(path.stat().st_size for path in files) < whole / 3
    assert all(detail["not_kept"] == [] for detail in details)


async def test_secrets_are_struck_out_before_a_prompt_is_kept(tmp_path: Path) -> None:
    """ST-11: what went to the model with a secret in it is kept without."""
    async with prompt_box(tmp_path) as box:
        await box.glass.aule.kernel.set_secret("KEY", SECRET)
        run = await box.glass.aule.ask(f"tell me of {SECRET}")
        [detail] = await box.details(run)
        kept = "".join(path.read_text("utf-8") for path in box.files())
    assert SECRET not in kept and SECRET not in json.dumps(detail)
    assert part(detail, "received")["text"].startswith("All is well, ")


async def test_what_is_hidden_from_models_elsewhere_is_kept_as_it_was_sent(tmp_path: Path) -> None:
    """ST-11, SP-60: prompt and raw answer have the pseudonyms, the answer as shown has the name."""
    club = App("club", name={"en": "Club"})

    @club.veil
    async def members(reading: Reading) -> list[Veiled]:
        return [Veiled(text="Ana Clara Souza", token="Aluno 01")]

    def greeting(body: dict[str, Any]) -> Reply:
        return Reply(text="Aluno 01 is well.")

    async with prompt_box(tmp_path, greeting, {"passes_on": True}, apps=[club]) as box:
        run = await box.glass.aule.ask("how is Ana Clara Souza?")
        [detail] = await box.details(run)
        kept = "".join(path.read_text("utf-8") for path in box.files())
    assert part(detail, "sent")[-1]["text"] == "how is Aluno 01?"
    assert part(detail, "received")["text"] == "Aluno 01 is well."
    assert next(each["text"] for each in detail["parts"] if each["name"] == "answer") == "Ana Clara Souza is well."
    assert "Ana Clara" not in kept


async def test_prompts_expire_after_the_days_that_were_chosen(tmp_path: Path) -> None:
    """ST-11: what is older is told as gone at once, and cleared away by the next prompt or start."""
    async with prompt_box(tmp_path) as box:
        await box.keep(7)
        old = await box.glass.aule.ask("hello")
        box.clock.at += timedelta(days=6)
        assert (await box.details(old))[0]["not_kept"] == []
        box.clock.at += timedelta(days=2)
        [detail] = await box.details(old)
        told = (await box.details(old, "pt-BR"))[0]["not_kept"]
        new = await box.glass.aule.ask("hello again")
        await box.glass.aule.kernel.exchanges.flush()
        [fresh] = await box.details(new)
        left = len(box.files())
    assert "no longer here" in detail["not_kept"][0] and "não está mais aqui" in told[0]
    assert [each["text"] for each in part(detail, "prompt")] == ["hello"]
    assert fresh["not_kept"] == [] and left == len(part(fresh, "sent")) + 2


async def test_with_no_days_nothing_is_kept_and_what_was_goes(tmp_path: Path) -> None:
    """ST-11: zero turns it off; turns work as before, and the sheet says what is not kept."""
    async with prompt_box(tmp_path) as box:
        await box.glass.aule.ask("hello")
        await box.keep(0)
        assert box.files() == []
        run = await box.glass.aule.ask("hello again")
        [detail] = await box.details(run)
        types = await box.glass.aule.types(run.id)
    assert run.status is RunStatus.DONE and box.files() == [] and "model.asked" not in types
    assert "was not kept" in detail["not_kept"][0]


async def test_prompts_go_with_their_conversation(tmp_path: Path) -> None:
    """ST-11: deleting a conversation removes its prompts, and those of no other one."""
    async with prompt_box(tmp_path) as box:
        gone, stays = await box.glass.aule.ask("hello"), await box.glass.aule.ask("hello too")
        deleted = await box.glass.client.delete(f"/v1/conversations/{gone.session_id}")
        [left], [lost] = await box.details(stays), await box.details(gone)
    assert deleted.status_code in (200, 204), deleted.text
    assert left["not_kept"] == [] and "no longer here" in lost["not_kept"][0]


async def test_a_missing_or_damaged_part_is_told_and_never_an_error(tmp_path: Path) -> None:
    """ST-11: a power cut or a person may take files away; what is left is shown."""
    async with prompt_box(tmp_path) as box:
        run = await box.glass.aule.ask("hello")
        await box.glass.aule.kernel.exchanges.flush()
        message = next(path for path in box.files() if json.loads(path.read_text("utf-8")).get("content") == "hello")
        message.write_text('{"role": "user", "content": "something else"}', "utf-8")
        [damaged] = await box.details(run)
        for path in box.files():
            path.unlink()
        [missing] = await box.details(run)
    assert "missing on the disk" in damaged["not_kept"][0]
    assert [each["role"] for each in part(damaged, "sent")] == ["system"]
    assert "no longer here" in missing["not_kept"][0] and part(missing, "prompt")[0]["text"] == "hello"


async def test_a_failed_request_shows_what_was_sent(tmp_path: Path) -> None:
    """ST-11: where a model gives no answer, the prompt is what one wants to see."""
    async with prompt_box(tmp_path, lambda _: Reply(status=400, error="no such thing")) as box:
        run = await box.glass.aule.ask("hello")
        [detail] = await box.details(run)
    assert run.status is RunStatus.FAILED and detail["span"]["status"] == "error"
    assert part(detail, "sent")[-1] == {"role": "user", "text": "hello"}


async def test_a_trace_file_has_prompts_only_where_contents_are_asked_for(tmp_path: Path) -> None:
    """ST-11: a file to hand on has none; with contents it has them, and can be read again."""
    async with prompt_box(tmp_path) as box:
        run = await box.glass.aule.ask("hello out there")
        bare = await box.glass.get(f"/v1/runs/{run.id}/trace/file")
        full = await box.glass.get(f"/v1/runs/{run.id}/trace/file", contents=True)
        again = await box.glass.client.post("/v1/traces/read", json=full)
    assert "hello out there" not in json.dumps(bare) and bare["details"] == {}
    names = [each["name"] for detail in full["details"].values() for each in detail["parts"]]
    assert {"sent", "tools", "settings", "received"} <= set(names)
    assert again.status_code == 200, again.text
