"""Students are minors: no model elsewhere learns who they are, and one student's data can be taken out or erased."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.apps.school.sample import School, lay, school, whole_school

from aule import boot
from aule.apps.school.entities import Aluno, Escola, Frequencia, Nota
from aule.contracts.errors import ModelUnavailable
from aule.contracts.runs.run import RunStatus
from aule.contracts.settings import Provider, Settings
from aule.models.switchboard import Switchboard
from aule.sdk import Model
from aule.stores.home.directory import Home
from aule.testing import ScriptedModel, allow_models
from aule.testing.openai_server import OpenAIServer, Reply, ToolCall
from aule.testing.system import System


@asynccontextmanager
async def connected(path: Path, server: OpenAIServer, things: list[Model], **more: Any) -> AsyncGenerator[School]:
    """A school with the product's own switchboard, and one model behind it."""
    home = Home(path)
    home.prepare()
    kernel = await boot.build(home, boot.ambient(), models=Switchboard)
    await kernel.start()
    try:
        await lay(kernel.database, things)
        own = Provider(base_url=server.base_url, default_model="scripted", **more)
        await kernel.save_settings(Settings(providers={"proxy": own}), expected=None)
        kernel.probed["proxy", "scripted"] = _able()
        yield School(System(kernel, ScriptedModel(), home))
    finally:
        await kernel.stop()


def _able() -> Any:
    from aule.contracts.talk.catalog import ProbeFacts

    return ProbeFacts(tier=2, probed_at="2026-11-16T00:00:00.000Z", context_length=64_000)


def _students(things: list[Model]) -> list[Aluno]:
    return [each for each in things if isinstance(each, Aluno)]


async def test_sp_s10_no_student_is_named_to_a_model_elsewhere_and_the_teacher_reads_the_names(tmp_path: Path) -> None:
    """SP-S10, SP-60, SP-61: words, what tools gave, and calls: tokens go out, names come back."""
    things = whole_school()
    first = _students(things)[0]
    number, need = "20261234567", "baixa visão no olho esquerdo"
    secret = first.model_copy(update={"matricula": number, "necessidades": [need], "responsavel": "Teresa Quaresma"})
    things = [secret if each is first else each for each in things]
    given = first.nome.split()[0]

    def reply(body: dict[str, Any]) -> Reply:
        said = json.dumps(body, ensure_ascii=False)
        if any(message["role"] == "tool" for message in body["messages"]):
            token = said[said.index("Aluno ") :][: len("Aluno 01")]
            return Reply(deltas=["Veja ", token[:4], token[4:], ": está bem."])
        return Reply(calls=[ToolCall(name="school__pesquisar_alunos", arguments={"turma_id": "7A"})])

    words = f"Como está {first.nome}? E {given.lower()}, {number}, filho de Teresa Quaresma, com {need}?"
    async with OpenAIServer(reply) as server:
        with allow_models(server.port):
            async with connected(tmp_path, server, things, passes_on=True) as here:
                run = await here.system.ask(words, agent="jota", locale="pt-BR")
                assert run.status is RunStatus.DONE, run.error
                messages = await here.system.messages(run)
        sent = json.dumps([body for _, body in server.requests], ensure_ascii=False)
    assert server.chats
    lowered = sent.lower()
    for student in _students(things):
        assert student.nome.lower() not in lowered
    for hidden in (number, need, "teresa quaresma", f" {given.lower()},"):
        assert hidden not in lowered
    assert "Aluno " in sent
    assert any(student.nome in messages[-1].content for student in _students(things))
    assert "Aluno 0" not in messages[-1].content


async def test_sp_60_a_model_on_this_machine_reads_the_names_and_so_does_one_a_school_answers_for(
    tmp_path: Path,
) -> None:
    """SP-60: the switch is the school's own; what a student needs stays hidden even then (SP-61)."""
    things = whole_school()
    first = _students(things)[0]
    needy = first.model_copy(update={"necessidades": ["dislexia severa"]})
    things = [needy if each is first else each for each in things]
    words = f"Fale de {first.nome}, que tem dislexia severa."
    async with OpenAIServer(lambda body: Reply(text="Certo.")) as server:
        with allow_models(server.port):
            async with connected(tmp_path / "near", server, things) as here:
                await here.system.ask(words, agent="jota", locale="pt-BR")
            assert first.nome in json.dumps(server.requests[-1][1], ensure_ascii=False)
            open_ = [
                each.model_copy(update={"config": each.config.model_copy(update={"nomes_a_modelos_remotos": True})})
                if isinstance(each, Escola)
                else each
                for each in things
            ]
            async with connected(tmp_path / "open", server, open_, passes_on=True) as here:
                await here.system.ask(words, agent="jota", locale="pt-BR")
            sent = json.dumps(server.requests[-1][1], ensure_ascii=False)
    assert first.nome in sent
    assert "dislexia" not in sent


async def test_planning_with_a_model_elsewhere_names_nobody_either(tmp_path: Path) -> None:
    """SP-60: those who plan for Jota hear no more than Jota does, given names included."""
    things = whole_school()
    first = _students(things)[0]
    given = first.nome.split()[0].lower()
    words = f"Crie uma lista de exercícios de frações para o 7A, pensando em {first.nome} e na {given} também"
    async with OpenAIServer(lambda body: Reply(text="{}")) as server:
        with allow_models(server.port):
            async with connected(tmp_path, server, things, passes_on=True) as here:
                await here.system.ask(words, agent="jota", locale="pt-BR")
    sent = json.dumps([body for _, body in server.requests], ensure_ascii=False).lower()
    assert "aluno 01" in sent
    assert first.nome.lower() not in sent
    assert f"na {given} também" not in sent


async def test_where_the_roster_cannot_be_read_nothing_is_sent(tmp_path: Path) -> None:
    """SP-60: it fails closed."""
    async with OpenAIServer(lambda body: Reply(text="Certo.")) as server:
        with allow_models(server.port):
            async with connected(tmp_path, server, [], passes_on=True) as here:

                async def broken(apps: Any) -> Any:
                    raise ModelUnavailable("no roster", code="veil_failed")

                here.kernel.models._veils = broken  # pyright: ignore[reportPrivateUsage]
                run = await here.system.ask("oi, tudo bem com a turma?", agent="assistant", locale="pt-BR")
                assert run.status is RunStatus.FAILED
                assert run.error is not None
                assert run.error.code == "veil_failed"
        assert server.chats == []


async def test_sp_62_a_students_data_are_taken_out_and_erased_and_it_can_be_undone(tmp_path: Path) -> None:
    """SP-61, SP-62, SP-21: one student's data and nobody else's; what goes is seen, typed, and comes back whole."""
    async with school(tmp_path, whole_school()) as here:
        student = next(each for each in _students(whole_school()))
        others = [each.nome for each in _students(whole_school()) if each.id != student.id]
        before = await here.rows()
        made = await here.do("exportar_dados_aluno", aluno_id=student.nome)
        kept = await here.kernel.uploads.get(made["artifact"])
        text = here.kernel.blobs.get(kept.sha256).decode()
        document = json.loads(text)
        assert document["aluno"]["nome"] == student.nome
        assert len(document["notas"]) == len(
            [n for n in whole_school() if isinstance(n, Nota) and n.aluno_id == student.id]
        )
        assert not [name for name in others if name in text]

        shown = await here.preview("apagar_aluno", aluno_id=student.id)
        assert shown.confirm == student.nome
        [gone] = shown.records
        assert gone.cascade is not None
        assert gone.cascade.counts["nota"] == len(document["notas"])
        assert (await here.problem("apagar_aluno", aluno_id=student.id)).code == "approval_required"
        done = await here.remove("apagar_aluno", aluno_id=student.id)
        assert done["apagados"]["aluno"] == 1
        assert await here.queries.get(Aluno, student.id) is None
        assert await here.queries.notas_do_aluno(student.id) == []
        assert await here.queries.do_aluno(Frequencia, student.id) == []

        [*_, run] = [event.run for event in await here.system.events() if event.type == "change.recorded"]
        await here.kernel.undo(f"run:{run}")
        assert await here.rows() == before
