"""Answers that rest on documents: looked up, cited by marks, checked, and told on the message."""

from __future__ import annotations

from pathlib import Path

from aule import boot
from aule.contracts.events.facts import CallCompleted
from aule.contracts.talk.ask import Ask
from aule.contracts.talk.brain import Observed
from aule.sdk import App, Context, Effect, Model, Passage, Reading, errors
from aule.stores.home.directory import Home
from aule.testing import ScriptedModel, call, say
from aule.testing.system import System, system

LEAFLET = "O prazo de entrega é de 30 dias. O frete para Manaus custa R$ 40,00."


class Answer(Model):
    """What was found."""

    found: bool
    answer: str
    passages: list[Passage]


def leaflet_app() -> App:
    """An app that knows one leaflet."""
    app = App("leaflets")

    @app.capability(effect=Effect.READ)
    async def ask(context: Context, question: str, leaflet: str = "") -> Answer:
        """Look something up in the leaflets."""
        context.cite("leaflets", rows=1)
        if "frete" not in question and "prazo" not in question:
            return Answer(found=False, answer="Nada sobre isso.", passages=[])
        passage = Passage(ref="leaflets:l1", title="Folheto", text=LEAFLET, start=0, end=len(LEAFLET), path="/l1")
        found = await context.cite_passages([passage])
        return Answer(found=True, answer=f"> {LEAFLET} [{found[0].mark}]", passages=found)

    app.answers_questions("ask", question="question", attached={"leaflet": "leaflet"})

    @app.attachment("leaflet")
    async def title(reading: Reading, id: str) -> str:
        """What a leaflet is called."""
        if id != "l1":
            raise errors.NotFound(f"There is no leaflet {id!r}.")
        return "Folheto"

    return app


async def test_a_cited_answer_carries_its_sources_and_a_verdict(tmp_path: Path) -> None:
    """KN-7: each mark is checked after the turn; the message tells its sources and how far they support it."""
    script = [call("leaflets.ask", {"question": "prazo"}), say("O prazo de entrega é de 30 dias [1].")]
    async with system(tmp_path, *script, apps=[leaflet_app()]) as aule:
        run = await aule.ask("qual é o prazo?")
        message = (await aule.messages(run))[-1]
    assert [(each.mark, each.title, each.text) for each in message.sources] == [(1, "Folheto", LEAFLET)]
    assert message.grounding is not None and message.grounding.verdict == "grounded"


async def test_a_wrong_number_is_marked_on_the_message(tmp_path: Path) -> None:
    """KN-7: what a passage does not say is not accepted, although the passage is cited."""
    script = [call("leaflets.ask", {"question": "frete"}), say("O frete para Manaus custa R$ 45,00 [1].")]
    async with system(tmp_path, *script, apps=[leaflet_app()]) as aule:
        run = await aule.ask("quanto custa o frete?")
        grounding = (await aule.messages(run))[-1].grounding
    assert grounding is not None
    assert [(each.verdict, each.reason) for each in grounding.sentences] == [("unsupported", "number")]


async def test_an_answer_without_documents_has_no_verdict(tmp_path: Path) -> None:
    async with system(tmp_path, say("Uma lista: a[1] e b[2]."), apps=[leaflet_app()]) as aule:
        run = await aule.ask("diga algo")
        message = (await aule.messages(run))[-1]
    assert (message.sources, message.grounding) == ([], None)


async def test_the_same_passage_keeps_its_mark_in_a_conversation(tmp_path: Path) -> None:
    """KN-6: marks are unique in a conversation, so that no answer can cite another passage by the same number."""
    script = [
        call("leaflets.ask", {"question": "prazo"}) + call("leaflets.ask", {"question": "frete"}),
        say("O prazo de entrega é de 30 dias [1]."),
        call("leaflets.ask", {"question": "frete"}),
        say("O frete para Manaus custa R$ 40,00 [1]."),
    ]
    async with system(tmp_path, *script, apps=[leaflet_app()]) as aule:
        first = await aule.ask("qual é o prazo?")
        second = await aule.ask("e o frete?", conversation_id=first.session_id)
        events = [*await aule.events(first.id), *await aule.events(second.id)]
        grounding = (await aule.messages(second))[-1].grounding
    marks = [p.mark for each in events if isinstance(each.data, CallCompleted) for p in each.data.result.passages]
    assert marks == [1, 1, 1]
    assert grounding is not None and grounding.verdict == "grounded"


async def test_a_model_is_given_passages_of_what_stands_beside_the_words(tmp_path: Path) -> None:
    """KN-6: a question bound to a document is looked up there before the model is asked."""
    async with system(tmp_path, say("O prazo de entrega é de 30 dias [1]."), apps=[leaflet_app()]) as aule:
        run = await aule.ask("qual é o prazo?", refs=["leaflet:l1"])
        message = (await aule.messages(run))[-1]
        seen = [each for each in aule.model.prompts[0].history if isinstance(each, Observed)]
    assert [each.capability for each in seen] == ["leaflets.ask"]
    assert message.grounding is not None and message.grounding.verdict == "grounded"


async def test_what_does_not_exist_cannot_be_attached(tmp_path: Path) -> None:
    async with system(tmp_path, apps=[leaflet_app()]) as aule:
        try:
            await aule.kernel.ask(Ask(message="e aí?", refs=["leaflet:none"], locale="pt-BR"))
        except errors.NotFound as error:
            assert "none" in str(error)
        else:
            raise AssertionError("it was attached")


async def test_without_a_model_questions_are_looked_up(tmp_path: Path) -> None:
    """KN-7: with no model, an unknown question is answered from documents, as a quotation with its mark."""
    home = Home(tmp_path)
    home.prepare()
    kernel = await boot.build(home, boot.ambient(), apps=[*boot.installed_apps(), leaflet_app()])
    try:
        await kernel.start()
        aule = System(kernel, ScriptedModel(), home)
        run = await aule.ask("afinal, quanto fica o frete lá pra Manaus?", locale="pt-BR")
        told = (await aule.messages(run))[-1]
        other = await aule.ask("por que o céu fica vermelho de tarde?", locale="pt-BR")
        nothing = (await aule.messages(other))[-1]
        beside = await aule.ask("por que o céu fica vermelho de tarde?", refs=["leaflet:l1"], locale="pt-BR")
        narrow = (await aule.messages(beside))[-1]
    finally:
        await kernel.stop()
    assert told.content == f"> {LEAFLET} [1]"
    assert told.grounding is not None and told.grounding.verdict == "grounded"
    assert "Nada sobre isso." not in nothing.content and nothing.sources == []
    assert narrow.content == "Nada sobre isso."
