"""*Não era isso*: the other readings are offered, and with consent the sentence is understood next time."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.models.test_overview import running

from aule.contracts.access.approval import Approval
from aule.contracts.runs.run import Run, RunStatus
from aule.contracts.settings import Provider, Settings
from aule.contracts.talk.ask import Ask
from aule.contracts.talk.understanding import Act, LearnedSentence, Meant, MeantCall, Verdict
from aule.testing import allow_models
from aule.testing.openai_server import OpenAIServer, Reply
from aule.testing.system import System
from aule.understanding.rejection import rejected

SAID = "dá uma espiada na papelada que eu guardei"
AGENT = {"locale": "pt-BR"}


async def open_question(aule: System, run: Run) -> Approval:
    """What a turn asks the person."""
    [found] = [each for each in await aule.kernel.approvals.pending() if each.run == run.id]
    return found


async def answer(aule: System, run: Run, label: str) -> Run:
    """Answer what a turn asks: by the option that is called so, else in words."""
    asked = await open_question(aule, run)
    chosen = next((each.id for each in asked.options if each.label == label), None)
    said = None if chosen else label
    await aule.kernel.decide(asked.id, chosen or "answer", content_hash=asked.binds.content_hash, answer=said)
    return await aule.until_still(run.id)


def labels(asked: Approval) -> list[str]:
    return [each.label for each in asked.options if not each.input]


async def told(aule: System, words: str, **more: Any) -> tuple[Verdict, list[str]]:
    found = await aule.kernel.understand(Ask(message=words, locale="pt-BR", **more))
    return found.decision, [each.capability for each in found.calls]


async def test_who_was_misunderstood_says_it_anew_and_is_asked_once_whether_to_keep_it(tmp_path: Path) -> None:
    async with running(tmp_path) as aule:
        first = await aule.ask(SAID, **AGENT)
        run = await aule.ask("não era isso", **AGENT, conversation_id=first.session_id)
        run = await answer(aule, run, "mostra minhas notas")
        asked = await open_question(aule, run)
        assert asked.title.startswith(f"Da próxima vez, posso lembrar que “{SAID}” quer dizer “Listar as notas”?")
        assert labels(asked) == ["Lembrar", "Não guardar"] and not aule.home.learned.exists()
        run = await answer(aule, run, "Lembrar")
        assert run.status is RunStatus.DONE
        assert (await aule.messages(run))[-1].content.endswith("Para ver ou apagar: aule understand --learned.")
        assert [(each.said, each.means) for each in aule.kernel.interpreter.learned()] == [(SAID, "core.list_notes")]
        assert await told(aule, SAID) == (Verdict.DO, ["core.list_notes"])
        again = await aule.ask(SAID, **AGENT)
        assert again.status is RunStatus.DONE, "the next time nothing is asked"
        aule.kernel.interpreter.forget(SAID)
        assert await told(aule, SAID) != (Verdict.DO, ["core.list_notes"])


@pytest.mark.parametrize("no", ["Não guardar", "sim, claro", "talvez"])
async def test_without_the_very_word_nothing_is_kept(tmp_path: Path, no: str) -> None:
    async with running(tmp_path) as aule:
        first = await aule.ask(SAID, **AGENT)
        run = await aule.ask("nada a ver", **AGENT, conversation_id=first.session_id)
        run = await answer(aule, await answer(aule, run, "mostra minhas notas"), no)
        assert (await aule.messages(run))[-1].content.endswith("Certo, não guardei a frase.")
        assert not aule.home.learned.exists()


async def test_the_other_readings_are_offered_with_their_values_and_the_card_is_set_aside(tmp_path: Path) -> None:
    """A card the built-in understanding made: what else may have been meant, with what was found already."""
    async with running(tmp_path) as aule:
        words = "crie uma nota chamada Compras: pão e leite"
        first = await aule.ask(words, **AGENT)
        assert first.status is RunStatus.WAITING
        others = (await aule.kernel.understand(Ask(message=words, locale="pt-BR"))).others
        run = await aule.ask("não, não era isso!", **AGENT, conversation_id=first.session_id)
        assert (await aule.kernel.runs.get(first.id)).status is RunStatus.CANCELLED
        asked = await open_question(aule, run)
        assert labels(asked) == [*(each.title for each in others), "Nenhum destes"] and others
        run = await answer(aule, run, others[0].title)
        events = [each.data for each in await aule.events(run.id) if each.type == "turn.understood"]
        last = getattr(events[-1], "understood")  # noqa: B009 - one of many kinds of events
        assert (last.act, [each.capability for each in last.calls]) == (Act.NOT_MEANT, [others[0].capability])
        assert last.calls[0].params == others[0].params
        assert not list(aule.workspace.glob("notes/*")), "nothing was written on a word alone"


async def test_what_was_done_stays_done_and_that_is_said(tmp_path: Path) -> None:
    async with running(tmp_path) as aule:
        first = await aule.ask("crie uma nota chamada Compras: pão e leite", **AGENT)
        await aule.decide()
        run = await aule.ask("nada a ver", **AGENT, conversation_id=first.session_id)
        said = [getattr(each.data, "text", "") for each in await aule.events(run.id) if each.type == "turn.stepped"]
        assert said == ["O que foi feito continua feito; diga “desfaz” para voltar atrás."]
        assert list(aule.workspace.glob("notes/*.md"))


async def test_none_of_these_does_nothing(tmp_path: Path) -> None:
    async with running(tmp_path) as aule:
        first = await aule.ask("crie uma nota chamada Compras: pão e leite", **AGENT)
        run = await aule.ask("that's not what I meant", locale="en", conversation_id=first.session_id)
        run = await answer(aule, run, "None of these")
        assert (run.status, (await aule.messages(run))[-1].content) == (
            RunStatus.DONE,
            "All right, I did nothing.",
        )


async def test_what_was_meant_may_stand_in_the_same_sentence(tmp_path: Path) -> None:
    async with running(tmp_path) as aule:
        first = await aule.ask(SAID, **AGENT)
        run = await aule.ask("não era isso, quero ver minhas notas", **AGENT, conversation_id=first.session_id)
        assert "quer dizer “Listar as notas”?" in (await open_question(aule, run)).title
        await answer(aule, run, "Lembrar")
        assert await told(aule, SAID) == (Verdict.DO, ["core.list_notes"])


async def test_who_takes_it_back_in_the_same_sentence_is_offered_nothing(tmp_path: Path) -> None:
    async with running(tmp_path) as aule:
        first = await aule.ask("crie uma nota chamada Compras: pão e leite", **AGENT)
        await aule.decide()
        await aule.ask("não era isso, desfaz", **AGENT, conversation_id=first.session_id)
        await aule.decide()
        assert not list(aule.workspace.glob("notes/*.md"))
        run = await aule.ask("crie uma nota chamada Compras: pão e leite", **AGENT, conversation_id=first.session_id)
        await aule.ask("não é isso, esquece", **AGENT, conversation_id=first.session_id)
        assert (await aule.kernel.runs.get(run.id)).status is RunStatus.CANCELLED
        assert await aule.kernel.approvals.pending() == []


async def test_a_corrected_value_teaches_nothing(tmp_path: Path) -> None:
    async with running(tmp_path) as aule:
        first = await aule.ask("crie uma nota chamada Compras: pão e leite", **AGENT)
        run = await aule.ask("não era isso, chamada Feira", **AGENT, conversation_id=first.session_id)
        run = await aule.until_still(run.id)
        pending = [each.title for each in await aule.kernel.approvals.pending() if each.run == run.id]
        assert not any("lembrar" in each for each in pending)


async def test_what_is_chosen_on_a_card_in_place_of_what_was_understood_may_be_kept_too(tmp_path: Path) -> None:
    async with running(tmp_path) as aule:
        first = await aule.ask("mostra minhas notas", **AGENT)
        meant = Meant(calls=[MeantCall(capability="core.list_dir", params={"path": "."})])
        run = await aule.ask("mostra minhas notas", **AGENT, conversation_id=first.session_id, meant=meant)
        assert "“mostra minhas notas” quer dizer" in (await open_question(aule, run)).title
        await answer(aule, run, "Lembrar")
        assert await told(aule, "mostra minhas notas") == (Verdict.DO, ["core.list_dir"])


async def test_who_goes_on_without_answering_is_not_asked_again(tmp_path: Path) -> None:
    async with running(tmp_path) as aule:
        first = await aule.ask(SAID, **AGENT)
        run = await aule.ask("não era isso", **AGENT, conversation_id=first.session_id)
        run = await answer(aule, run, "mostra minhas notas")
        await aule.ask("que horas são?", **AGENT, conversation_id=first.session_id)
        assert (await aule.kernel.runs.get(run.id)).status is RunStatus.CANCELLED
        assert await aule.kernel.approvals.pending() == [] and not aule.home.learned.exists()


async def test_with_nothing_before_it_there_is_nothing_to_correct(tmp_path: Path) -> None:
    async with running(tmp_path) as aule:
        run = await aule.ask("não era isso", **AGENT)
        assert run.status is RunStatus.DONE
        assert "outras palavras" in (await aule.messages(run))[-1].content
        run = await aule.ask("oi", **AGENT)
        run = await aule.ask("errado", **AGENT, conversation_id=run.session_id)
        assert run.status is RunStatus.DONE


async def test_a_small_model_does_not_choose_for_who_was_misunderstood(tmp_path: Path) -> None:
    """K-14: the choice is the person's, and no prompt of the model has what they taught."""

    def small(body: dict[str, Any]) -> Reply:
        return Reply(text='{"choice": "1"}' if body.get("response_format") else "Hm.")

    async with OpenAIServer(small) as server, running(tmp_path) as aule:
        settings = Settings(providers={"mine": Provider(base_url=server.base_url, default_model="scripted")})
        await aule.kernel.save_settings(settings, expected=aule.kernel.settings.etag())
        with allow_models(server.port):
            first = await aule.ask("crie uma nota chamada Compras: pão e leite", **AGENT)
            run = await aule.ask("não era isso", **AGENT, conversation_id=first.session_id)
            run = await answer(aule, run, "mostra minhas notas")
            run = await answer(aule, run, "Lembrar")
            assert run.model == "mine/scripted" and server.chats == []
            await aule.ask("por que o céu é azul?", **AGENT)
            assert server.chats and "Compras" not in str(server.chats)


async def test_what_one_process_learned_the_other_knows(tmp_path: Path) -> None:
    """The file is looked at for each sentence: whoever wrote it, and whenever."""
    async with running(tmp_path) as aule:
        assert await told(aule, SAID) != (Verdict.DO, ["core.list_notes"])
        code = (
            "import sys; from pathlib import Path; from aule.stores.home.learned import LearnedFile;"
            "from aule.contracts.talk.understanding import LearnedSentence as S;"
            f"LearnedFile(Path(sys.argv[1])).keep(S(said={SAID!r}, means='core.list_notes'))"
        )
        import sys

        ran = await asyncio.create_subprocess_exec(sys.executable, "-c", code, str(aule.home.learned))
        assert await ran.wait() == 0
        assert await told(aule, SAID) == (Verdict.DO, ["core.list_notes"])
        assert aule.kernel.interpreter.learned() == [LearnedSentence(said=SAID, means="core.list_notes")]


@pytest.mark.parametrize(
    ("words", "instead"),
    [
        ("não era isso", ""),
        ("Não, não era isso não!", ""),
        ("nada a ver", ""),
        ("errado", ""),
        ("That’s not what I meant.", ""),
        ("you misunderstood", ""),
        ("não era isso. quero ver as turmas", "quero ver as turmas"),
        ("that's not what I meant, I meant list the classes", "list the classes"),
        ("não", None),
        ("nada disso", None),
        ("errado, era 9", None),
        ("wrong file", None),
        ("não é isso que falta na lista", None),
    ],
)
def test_words_that_reject_are_told_from_those_that_do_not(words: str, instead: str | None) -> None:
    assert rejected(words) == instead
