"""Tools made in chat: the seed's story. "Crie uma ferramenta que…", and the next sentence uses it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.apps.forge.drafts import ADDRESS, BASE64, CELSIUS, Draft, draft

from aule.contracts.access.approval import Patch
from aule.contracts.runs.run import RunStatus
from aule.contracts.talk.brain import Observed
from aule.testing import ScriptedModel, call, say
from aule.testing.system import System, system

SEED: dict[str, tuple[Draft, dict[str, Any], Any]] = {
    "celsius_to_fahrenheit": (CELSIUS, {"celsius": 25}, 77),
    "text_to_base64": (BASE64, {"text": "auleOS"}, "YXVsZU9T"),
    "address_to_json": (
        ADDRESS,
        {"address": "Av. Paulista, 1000 - Bela Vista, São Paulo - SP"},
        {"street": "Av. Paulista", "number": "1000", "district": "Bela Vista", "city": "São Paulo", "state": "SP"},
    ),
}


@pytest.mark.parametrize("name", SEED)
async def test_a_tool_made_in_one_sentence_is_used_in_the_next(tmp_path: Path, name: str) -> None:
    """TL-10, seed M9.5: the model writes it, the person sees source, reach, limits and tests, and then it is used."""
    tool, params, wanted = SEED[name]
    script = (
        call("forge.create_tool", {"name": name, "tool": tool}),
        say("Pronta."),
        call(f"tool.{name}", params),
        say("Feito."),
    )
    async with system(tmp_path, *script) as aule:
        made = await aule.ask("Crie uma ferramenta que faça isso", locale="pt-BR")
        assert made.status is RunStatus.WAITING
        card = (await aule.pending()).preview
        assert isinstance(card, Patch)
        shown = {each.path: each.diff for each in card.files}
        assert "Testes que passaram" in shown[f"{name}.tests.txt"]
        assert "+" + tool["source"].strip().splitlines()[-1] in shown[f"{name}.py"]
        assert "Pode alcançar: nada" in shown[f"{name}.txt"]
        assert "Limites de uma chamada: 2 s, 64 MB" in shown[f"{name}.txt"]
        assert (await aule.decide()).status is RunStatus.DONE
        used = await aule.ask("Agora use", conversation_id=made.session_id, locale="pt-BR")
        assert used.status is RunStatus.DONE
        assert results(aule)[-1]["data"] == wanted
        assert f"tool.{name}" in [each.name for each in aule.model.prompts[-1].tools]


async def test_agents_of_other_projects_are_not_shown_a_tool(tmp_path: Path) -> None:
    """TL-11: a tool of one project is in the prompt of its own agents alone."""
    wish = call("forge.create_tool", {"name": "text_to_base64", "tool": BASE64})
    async with system(tmp_path, wish, say("Ok."), say("Hello."), say("Hello.")) as aule:
        await aule.ask("Create a tool that encodes text in base64")
        await aule.decide()
        await aule.ask("Which tools encode text in base64?")
        assert "tool.text_to_base64" in [each.name for each in aule.model.prompts[-1].tools]
        other = await aule.kernel.documents.create_project("Other")
        await aule.ask("Which tools encode text in base64?", project=other.id)
        assert "tool.text_to_base64" not in [each.name for each in aule.model.prompts[-1].tools]


async def test_nothing_is_registered_when_the_person_says_no(tmp_path: Path) -> None:
    """TL-10: a refused tool leaves nothing behind."""
    script = (call("forge.create_tool", {"name": "text_to_base64", "tool": BASE64}), say("Ok."))
    async with system(tmp_path, *script) as aule:
        await aule.ask("Create a tool")
        await aule.decide("deny")
        assert [each.name for each in aule.kernel.capabilities() if each.name.startswith("tool.")] == []


async def test_a_model_mends_failing_tests_twice_and_then_a_person_sees_them(tmp_path: Path) -> None:
    """TL-10: two rounds of repair; tests that still fail are on the card, and the tool stays a draft."""
    tools = [draft(f"def run():\n    return {number}\n") for number in (2, 3, 4)]
    wishes = [call("forge.create_tool", {"name": "one", "tool": each}) for each in tools]
    async with system(tmp_path, *wishes, say("Ready.")) as aule:
        run = await aule.ask("Create a tool that gives one")
        codes = [each["error"]["code"] for each in results(aule) if each["error"]]
        assert codes == ["tests_failed", "tests_failed"]
        assert "expected 1; got 2" in results(aule)[0]["error"]["message"]
        assert run.status is RunStatus.WAITING
        card = (await aule.pending()).preview
        assert isinstance(card, Patch)
        assert card.files[0].path == "one.tests.txt"
        assert "+✗ {}: expected 1; got 4" in card.files[0].diff
        assert "kept as a draft" in card.files[2].diff
        await aule.decide()
        assert "tool.one" not in [each.name for each in aule.kernel.capabilities()]


async def test_a_model_that_mends_its_tool_is_asked_for_approval_of_the_mended_one(tmp_path: Path) -> None:
    """TL-10: the first round fails, the second passes."""
    bad, good = draft("def run():\n    return 2\n"), draft("def run():\n    return 1\n")
    script = [call("forge.create_tool", {"name": "one", "tool": each}) for each in (bad, good)]
    async with system(tmp_path, *script, say("Ready.")) as aule:
        await aule.ask("Create a tool that gives one")
        await aule.decide()
        assert "tool.one" in [each.name for each in aule.kernel.capabilities()]


async def test_tools_survive_a_restart_without_loading_the_forge(tmp_path: Path) -> None:
    """TL-10: after a start the registry knows them, and a call brings the app in."""
    async with system(
        tmp_path, call("forge.create_tool", {"name": "text_to_base64", "tool": BASE64}), say("Ok.")
    ) as aule:
        await aule.ask("Create a tool")
        await aule.decide()
    async with system(tmp_path, call("tool.text_to_base64", {"text": "a"}), say("Done.")) as aule:
        assert "tool.text_to_base64" in [each.name for each in aule.kernel.capabilities()]
        await aule.ask("Encode a")
        assert results(aule)[-1]["data"] == "YQ=="


async def test_a_sentence_becomes_a_draft_by_a_model_that_mends_it(tmp_path: Path) -> None:
    """TL-10: `forge.draft_tool` lets a model write, and mend what its tests show."""
    import json

    good = {**draft("def run():\n    return 1\n"), "name": "one"}
    bad = {**good, "source": "def run():\n    return 3\n"}
    async with system(tmp_path, say(json.dumps(bad)), say(json.dumps(good))) as aule:
        called = await aule.kernel.call("forge.draft_tool", {"request": "a tool that always gives the number one"})
        data = called.result.data
        assert (data["by"], data["ok"], data["rounds"], data["name"]) == ("model", True, 1, "one")


def results(aule: System) -> list[dict[str, Any]]:
    """Return the results the model was shown, in order."""
    history = aule.model.prompts[-1].history
    return [each.result.model_dump(mode="json") for each in history if isinstance(each, Observed)]


async def test_a_tool_is_made_and_used_in_plain_words_without_a_model(tmp_path: Path) -> None:
    """TL-10, TL-12: by chat in both languages; a card with its tests comes first, a refused number is told."""
    talks = {
        "pt-BR": [
            ("Crie uma ferramenta que converte CPF em formato com pontos e valida os dígitos", "cpf_to_points"),
            ("use a ferramenta cpf_to_points com 11144477735", "111.444.777-35"),
            ("use a ferramenta com 52998224725", "529.982.247-25"),
            ("use a ferramenta com 11144477736", "dígitos verificadores estão errados"),
            ("crie uma ferramenta que converte Celsius em Fahrenheit", "celsius_to_fahrenheit"),
            ("rode a ferramenta celsius_to_fahrenheit com 36,6", "97.88"),
        ],
        "en": [
            ("create a tool that encodes text in base64", "text_to_base64"),
            ("use the tool text_to_base64 with auleOS", "YXVsZU9T"),
        ],
    }
    async with system(tmp_path, model=ScriptedModel(tier=0)) as aule:
        for locale, sentences in talks.items():
            talk: str | None = None
            for words, told in sentences:
                more = {} if talk is None else {"conversation_id": talk}
                run = await aule.ask(words, locale=locale, **more)
                talk = run.session_id
                if run.status is RunStatus.WAITING:
                    card = (await aule.pending()).preview
                    assert isinstance(card, Patch) and f"{told}.py" in [each.path for each in card.files]
                    run = await aule.decide()
                answer = (await aule.messages(run))[-1].content
                assert told in answer, (words, answer)
        names = {each.name for each in aule.kernel.capabilities() if each.name.startswith("tool.")}
        assert names == {"tool.cpf_to_points", "tool.celsius_to_fahrenheit", "tool.text_to_base64"}


async def test_words_no_template_fits_are_told_what_can_be_done(tmp_path: Path) -> None:
    """TL-12: without a model nothing is guessed, in chat as elsewhere."""
    async with system(tmp_path, model=ScriptedModel(tier=0)) as aule:
        run = await aule.ask("Crie uma ferramenta que adivinha o futuro", locale="pt-BR")
        assert "convertem unidades" in (await aule.messages(run))[-1].content.casefold()


async def test_a_tool_that_was_revoked_is_told_of_and_can_be_made_anew(tmp_path: Path) -> None:
    """TL-11: using it says that it is revoked, and the same sentence makes its next version."""
    wish = "Create a tool that converts miles to km"
    async with system(tmp_path, model=ScriptedModel(tier=0)) as aule:
        run = await aule.ask(wish)
        await aule.decide()
        shown = await aule.kernel.preview("forge.revoke_tool", {"name": "miles_to_kilometers"})
        from aule.sdk.http import ByHand

        by_hand = ByHand(seen=shown.content_hash)
        await aule.kernel.call("forge.revoke_tool", {"name": "miles_to_kilometers"}, by_hand=by_hand)
        used = await aule.ask("use the tool miles_to_kilometers with 2", conversation_id=run.session_id)
        assert "not in use" in (await aule.messages(used))[-1].content
        again = await aule.ask(wish, conversation_id=run.session_id)
        assert again.status is RunStatus.WAITING, (await aule.messages(again))[-1].content
        await aule.decide()
        used = await aule.ask("use the tool miles_to_kilometers with 2", conversation_id=run.session_id)
        assert "3.218688" in (await aule.messages(used))[-1].content
