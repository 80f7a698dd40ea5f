"""The example workflows are sound, and the ones that need nobody run."""

from __future__ import annotations

from pathlib import Path

import pytest

from aule.contracts.runs.run import RunStatus
from aule.kernel.workflows.document_reader import parse
from aule.kernel.workflows.document_writer import document
from aule.kernel.workflows.library import StartOptions
from aule.testing.scripted_model import say
from aule.testing.system import system

FILES = sorted((Path(__file__).parents[2] / "examples/workflows").glob("*.yaml"))
EXAMPLES = {file.stem: file.read_text("utf-8") for file in FILES}


def test_there_are_examples() -> None:
    assert list(EXAMPLES) == ["diamond", "research-and-report", "weekly-class-plan"]


@pytest.mark.parametrize("text", EXAMPLES.values(), ids=EXAMPLES)
async def test_an_example_is_sound_and_survives_export(text: str, tmp_path: Path) -> None:
    """OS-21."""
    async with system(tmp_path / "home") as aule:
        assert (await aule.kernel.library.check(text)).findings == []
    workflow = parse(text)
    assert parse(document(workflow)) == parse(document(workflow, "json")) == workflow


async def test_the_weekly_plan_asks_once_for_all_classes_and_keeps_one_note(tmp_path: Path) -> None:
    """OS-21, OS-23: a list, an agent for each item, a person who looks at the result, and a write that was allowed."""
    script = (say("7A: frações"), say("7B: frações"), say("# Planos\n\n7A e 7B"))
    async with system(tmp_path / "home", *script) as aule:
        library = aule.kernel.library
        await library.save(await library.read(EXAMPLES["weekly-class-plan"]), expected=None)
        seen = (await library.preview("plano-semanal", {"tema": "frações"})).content_hash
        run = await library.run("plano-semanal", StartOptions(inputs={"tema": "frações"}, approve=seen, locale="pt-BR"))
        waiting = await aule.until_still(run.id)
        assert waiting.status is RunStatus.WAITING
        asked = await aule.pending()
        assert (asked.step, asked.title) == (
            "rascunho",
            "Olhe os planos antes de guardar; você pode corrigir o texto.",
        )
        done = await aule.decide()
        if done.status is RunStatus.WAITING:  # the title is only known while it runs, so the write asks for itself
            done = await aule.decide()
        assert (done.status, done.error) == (RunStatus.DONE, None)
        [note] = (aule.workspace / "notes").iterdir()
        assert note.read_text("utf-8") == "# Plano da semana: frações\n\n# Planos\n\n7A e 7B\n"
