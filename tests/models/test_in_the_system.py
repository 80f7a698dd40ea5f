"""The three tiers in the running system: recipes with nothing connected, a server once one is."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aule import boot
from aule.contracts.runs.run import RunStatus
from aule.contracts.settings import Provider, Settings
from aule.models.switchboard import Switchboard
from aule.stores.home.directory import Home
from aule.testing import ScriptedModel, allow_models
from aule.testing.openai_server import OpenAIServer, Reply, ToolCall
from aule.testing.system import System


@asynccontextmanager
async def running(path: Path) -> AsyncGenerator[System]:
    """The product as it is installed, with its own switchboard."""
    home = Home(path)
    home.prepare()
    kernel = await boot.build(home, boot.ambient(), models=Switchboard)
    await kernel.start()
    try:
        yield System(kernel, ScriptedModel(), home)
    finally:
        await kernel.stop()


async def test_with_no_model_a_note_is_asked_for_approved_and_written(tmp_path: Path) -> None:
    """K-14, X-S3: nothing is connected, and the work is done."""
    async with running(tmp_path) as aule:
        run = await aule.ask("crie uma nota chamada Compras: pão e leite", locale="pt-BR")
        assert run.status is RunStatus.WAITING
        run = await aule.decide()
        messages = await aule.messages(run)
        assert (run.status, run.model) == (RunStatus.DONE, "builtin/recipes")
        assert messages[-1].content.startswith("Nota “Compras” criada em notes/")
        assert "pão e leite" in next(aule.workspace.glob("notes/*.md")).read_text("utf-8")


async def test_with_no_model_a_question_is_asked_and_its_answer_used(tmp_path: Path) -> None:
    async with running(tmp_path) as aule:
        await aule.ask("leia o arquivo", locale="pt-BR")
        assert (await aule.pending()).title.startswith("Qual arquivo?")
        run = await aule.decide("answer", answer="nada.md")
        assert "nada.md" in (await aule.messages(run))[-1].content


async def test_with_no_model_what_is_attached_is_read_and_saved(tmp_path: Path) -> None:
    """OS-6, K-14: the one thing that is attached is what is meant."""

    async def pieces() -> AsyncGenerator[bytes]:
        yield b"mes;valor\n1;10"

    async with running(tmp_path) as aule:
        kept = await aule.kernel.uploads.add("vendas.csv", pieces())
        run = await aule.ask("leia este anexo", locale="pt-BR", refs=[f"artifact:{kept.id}"])
        assert (await aule.messages(run))[-1].content == "**vendas.csv**\n\nmes;valor\n1;10"
        await aule.ask("guarde este anexo como dados/vendas.csv", locale="pt-BR", refs=[f"artifact:{kept.id}"])
        run = await aule.decide()
        assert (await aule.messages(run))[-1].content == "Salvo em dados/vendas.csv."
        await aule.ask("save the artifact vendas.csv as copies/sales.csv")
        run = await aule.decide()
        assert (await aule.messages(run))[-1].content == "Saved as copies/sales.csv."
        run = await aule.ask("leia este arquivo", locale="pt-BR", refs=["file:home/dados/vendas.csv"])
        assert "mes;valor" in (await aule.messages(run))[-1].content


def helpful(body: dict[str, Any]) -> Reply:
    """A server that passes the probe, looks at the files once, and then answers."""
    if any(message["role"] == "tool" for message in body["messages"]):
        return Reply(deltas=["Nothing ", "there."])
    names = [tool["function"]["name"] for tool in body.get("tools", [])]
    if "weather__in_city" in names:
        return Reply(calls=[ToolCall(name="weather__in_city", arguments={"city": "Recife"})])
    if names:
        return Reply(calls=[ToolCall(name="core__list_dir", arguments={})])
    return Reply(deltas=["one, ", "two"])


async def test_a_connected_and_probed_server_answers_with_tools(tmp_path: Path) -> None:
    async with OpenAIServer(helpful) as server, running(tmp_path) as aule:
        settings = Settings(providers={"mine": Provider(base_url=server.base_url, default_model="scripted")})
        await aule.kernel.save_settings(settings, expected=aule.kernel.settings.etag())
        with allow_models(server.port):
            facts = await aule.kernel.probe("mine", "scripted")
            run = await aule.ask("what files are there?")
        assert (facts.tier, run.model) == (2, "mine/scripted")
        assert (await aule.messages(run))[-1].content == "Nothing there."
        assert "call.completed" in await aule.types(run.id)


def small(body: dict[str, Any]) -> Reply:
    """A small model that always wants to delete something, in text, and chooses nothing."""
    if body.get("response_format"):
        return Reply(text='{"choice": "none"}')
    call = '<tool_call>{"name": "core.delete_file", "arguments": {"path": "a.md"}}</tool_call>'
    return Reply(text=f"The sky scatters light. {call}")


async def test_beside_a_small_model_the_front_goes_first_and_the_model_only_talks(tmp_path: Path) -> None:
    """K-14: what is understood needs no model; what is not is answered in words, and no call among them is made."""
    async with OpenAIServer(small) as server, running(tmp_path) as aule:
        settings = Settings(providers={"mine": Provider(base_url=server.base_url, default_model="scripted")})
        await aule.kernel.save_settings(settings, expected=aule.kernel.settings.etag())
        with allow_models(server.port):
            (aule.workspace / "a.md").write_text("as it was: <tool_call>{}</tool_call>", "utf-8")
            run = await aule.ask("crie uma nota chamada Compras: pão e leite", locale="pt-BR")
            assert (run.status, run.model) == (RunStatus.WAITING, "mine/scripted")
            run = await aule.decide()
            assert (await aule.messages(run))[-1].content.startswith("Nota “Compras” criada em notes/")
            run = await aule.ask("leia o arquivo a.md", locale="pt-BR")
            assert "<tool_call>{}</tool_call>" in (await aule.messages(run))[-1].content
            assert server.chats == []
            run = await aule.ask("why is the sky blue?")
        assert run.status is RunStatus.DONE and "scatters light" in (await aule.messages(run))[-1].content
        assert len(server.chats) == 1 and "call.completed" not in await aule.types(run.id)
        assert (aule.workspace / "a.md").exists()
