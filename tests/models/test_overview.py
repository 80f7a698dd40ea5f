"""An overview: who says hello or asks for help hears what there is for them, and sentences that work at once."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.models.conftest import still_ambient

from aule import boot
from aule.boot.apps import installed_apps
from aule.boot.parts import books_of, suggestions_of
from aule.contracts.errors import ApprovalRequired
from aule.contracts.talk.ask import Ask
from aule.contracts.talk.brain import Name, OnRecord
from aule.contracts.talk.understanding import Verdict
from aule.models.builtin import overview
from aule.models.builtin.brain import Builtin
from aule.models.builtin.language import Language
from aule.models.builtin.suggestions import Suggestions
from aule.models.switchboard import Switchboard
from aule.sdk import App, Effect, Reading
from aule.stores.home.directory import Home
from aule.testing import ScriptedModel
from aule.testing.system import System

SAMPLES = ("school.adicionar_amostra", "atlas.add_sample")
garden = App("garden", name={"en": "Garden", "pt": "Horta"})


@garden.capability(effect=Effect.WRITE, title={"en": "Water the bed", "pt": "Regar o canteiro"})
async def pour(bed_title: str, liters: int = 1) -> str:
    """Give water to the plants of a garden bed."""
    return f"{bed_title}: {liters}"


@garden.tells_names
async def beds(reading: Reading) -> list[Name]:
    """What the beds are called."""
    return [Name("bed", "Morangos", "bed-1"), Name("bed", "Ervas", "bed-2")]


@asynccontextmanager
async def running(path: Path, *apps: App, samples: bool = False) -> AsyncGenerator[System]:
    """The product as it is installed, with nothing connected."""
    home = Home(path)
    home.prepare()
    kernel = await boot.build(home, boot.ambient(), models=Switchboard, apps=[*installed_apps(), *apps])
    await kernel.start()
    aule = System(kernel, ScriptedModel(), home)
    try:
        for name in SAMPLES if samples else ():
            with pytest.raises(ApprovalRequired):
                await kernel.call(name, {})
            await aule.decide()
        yield aule
    finally:
        await kernel.stop()


async def said(aule: System, words: str, agent: str, locale: str) -> str:
    run = await aule.ask(words, agent=agent, locale=locale)
    return (await aule.messages(run))[-1].content


def sentences(answer: str) -> list[str]:
    """What an answer says can be said."""
    return [line[3:-1] for line in answer.splitlines() if line.startswith("- “")]


async def test_an_agent_tells_what_its_app_has_on_record_and_what_can_be_said_works(tmp_path: Path) -> None:
    """SP-S12: each sentence that is offered is understood, with the names it has, and nothing has to be asked."""
    async with running(tmp_path, samples=True) as aule:
        jota = await said(aule, "oi", "jota", "pt-BR")
        assert jota.startswith("Oi! Aqui há 2 turmas (7A e 8B), 50 alunos, 12 avaliações e 7 atividades.")
        assert sentences(jota)[0] == "como está a turma 7A?"
        atlas = await said(aule, "what can you do?", "atlas", "en")
        assert atlas.startswith("Here you have 1 company (Padaria Girassol), 8 objectives and 20 key results.")
        assert 'show me the details of the KR "NPS das lojas"' in sentences(atlas)
        for agent, words, locale in (
            ("jota", "e agora?", "pt-BR"),
            ("jota", "hello jota, good morning", "en"),
            ("atlas", "oi", "pt-BR"),
            ("atlas", "hi", "en"),
            ("assistant", "help", "en"),
            ("assistant", "me ajuda", "pt-BR"),
        ):
            offered = sentences(await said(aule, words, agent, locale))
            assert 3 <= len(offered) <= 5, offered
            for each in offered:
                told = await aule.kernel.understand(Ask(message=each, agent=agent, locale=locale))
                assert told.decision is Verdict.DO, (agent, each, told)


async def test_every_sentence_an_app_suggests_asks_for_what_it_says(tmp_path: Path) -> None:
    """What is offered is in the data of the apps; what it means is what it says there."""
    known = suggestions_of(installed_apps())()
    async with running(tmp_path, samples=True) as aule:
        (aule.workspace / "notes").mkdir()
        (aule.workspace / "notes" / "compras.md").write_text("# Compras\n", "utf-8")
        names = {
            "turma": "8B",
            "materia": "Ciências",
            "key_result": "NPS das lojas",
            "note": "Compras",
            "file": "README.md",
            "document": "Contrato de aluguel",
            "collection": "Contratos",
        }
        for app, told in known.items():
            agent = {"school": "jota", "atlas": "atlas"}.get(app, "assistant")
            for suggestion in (*told.sentences, *told.begin):
                for language, locale in (("pt", "pt-BR"), ("en", "en")):
                    words = overview.PLACE.sub(lambda found: names[found[1]], suggestion.says[language])
                    found = await aule.kernel.understand(Ask(message=words, agent=agent, locale=locale))
                    assert [each.capability for each in found.calls] == [suggestion.wants], (words, found)


async def test_the_assistant_tells_of_every_app_that_holds_something_and_of_what_waits(tmp_path: Path) -> None:
    async with running(tmp_path, samples=True) as aule:
        await aule.ask("cria uma nota chamada Compras: pão", locale="pt-BR")
        answer = await said(aule, "bom dia!", "assistant", "pt-BR")
        assert "Neste projeto" not in answer and "- School Power: 2 turmas (7A e 8B)" in answer
        assert "- Atlas: 1 empresa (Padaria Girassol)" in answer and "1 coisa espera a sua decisão." in answer
        await aule.decide()
        answer = await said(aule, "bom dia!", "assistant", "pt-BR")
        assert "- Neste projeto: 1 nota (Compras)" in answer and "espera" not in answer
        assert "lê a nota Compras" in sentences(answer)


@pytest.mark.parametrize(
    ("agent", "first"), [("assistant", "create a note"), ("jota", "create class"), ("atlas", "cre")]
)
async def test_an_empty_home_hears_how_to_begin(tmp_path: Path, agent: str, first: str) -> None:
    async with running(tmp_path) as aule:
        answer = await said(aule, "hello", agent, "en")
        assert answer.startswith("Hello!\n\nNothing is on record here yet. To begin, say for example:\n- “")
        assert sentences(answer)[0].startswith(first)


async def test_an_app_of_somebody_else_is_told_by_its_names_and_tools(tmp_path: Path) -> None:
    """An app that says nothing about itself: its names, and a sentence made of its tool's title."""
    async with running(tmp_path, garden) as aule:
        answer = await said(aule, "oi", "assistant", "pt-BR")
        assert answer.startswith("Oi! Aqui há Morangos e Ervas.")
        assert sentences(answer) == ['Regar o canteiro "Morangos"']
        found = await aule.kernel.understand(Ask(message=sentences(answer)[0], locale="pt-BR"))
        assert [(each.capability, each.params) for each in found.calls] == [("garden.pour", {"bed_title": "Morangos"})]


def test_two_companies_of_which_none_is_chosen_are_told_by_name() -> None:
    known = suggestions_of(installed_apps())()
    names = (Name("company", "Vale", "emp-1", "atlas"), Name("company", "Rio", "emp-2", "atlas"))
    assert told(OnRecord(names), known).record == "Here you have 2 companies (Vale and Rio)."


@pytest.mark.parametrize(
    "title", ["", "a\nb", "**x**", "[click](http://x)", "“}", "{turma}", "x" * 61, "\u202eabc", "<b>", '7A" e apaga']
)
def test_a_name_that_is_no_plain_word_is_counted_and_never_shown(title: str) -> None:
    known = suggestions_of(installed_apps())()
    found = told(OnRecord((Name("turma", title, "tur-1", "school"),)), known)
    assert found.record == "Here you have 1 class."
    assert not any("class" in each for each in found.sentences)


def test_what_an_agent_has_no_tools_for_is_not_told() -> None:
    known = suggestions_of(installed_apps())()
    found = OnRecord((Name("turma", "7A", "tur-1", "school"),))
    tools = [each.capability for app in installed_apps() for each in app.capabilities if app.id == "core"]
    brain = Builtin(list, still_ambient(), books=books_of(installed_apps()))
    shown = overview.overview(found, known, tools[:0], brain.wishes.frame, "en")
    assert (shown.record, shown.sentences) == ("", ())
    assert "7A" not in str(overview.overview(found, known, tools, brain.wishes.frame, "en"))


def test_it_costs_a_few_milliseconds_with_five_thousand_names() -> None:
    known = suggestions_of(installed_apps())()
    names = OnRecord(tuple(Name("aluno", f"Aluno {n}", f"alu-{n}", "school") for n in range(5_000)))
    told(names, known)
    took: list[float] = []
    for _ in range(5):
        began = time.process_time()
        assert told(names, known).record == "Here you have 5000 students."
        took.append(time.process_time() - began)
    assert min(took) < 0.05  # the best of five: the machine that runs the tests does other things as well


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("oi", "greeting"),
        ("oi jota, bom dia", "greeting"),
        ("help", "help"),
        ("o que mais você sabe fazer?", "help"),
        ("e agora?", "next"),
        ("what now?", "next"),
        ("quem é você?", "who"),
        ("obrigada", ""),
        ("valeu, bom dia", ""),
        ("tchau", ""),
        ("e agora o 8B?", ""),
        ("ajuda a criar uma turma nova para o ano que vem", ""),
    ],
)
def test_only_hello_and_calls_for_help_want_an_overview(words: str, kind: str) -> None:
    assert overview.kind_of(words) == kind


def told(found: OnRecord, known: dict[str, Suggestions] | object, language: Language = "en") -> overview.Overview:
    tools = [each.capability for app in installed_apps() for each in app.capabilities]
    brain = Builtin(list, still_ambient(), books=books_of(installed_apps()))
    return overview.overview(found, known, tools, brain.wishes.frame, language)  # pyright: ignore[reportArgumentType]
