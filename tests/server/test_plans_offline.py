"""General work with no model at all: planned, approved as seen, carried out, and undone."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.conftest import System

NOTES = {
    "notes/luz.md": "# Luz\n\nA energia solar vem da luz.\n\nOutra coisa qualquer.\n",
    "notes/painel.md": "# Painel\n\nUm painel de energia solar dura 25 anos.\n",
    "notes/bolo.md": "# Bolo\n\nFarinha e ovos. O risco é queimar.\n",
}


@pytest.mark.parametrize(
    ("request_", "output", "holds", "lacks"),
    [
        (
            "organize minhas notas sobre energia solar em um arquivo",
            "notes/energia-solar.md",
            ["# energia solar", "*notes/luz.md*", "A energia solar vem da luz.", "dura 25 anos"],
            ["Farinha", "Outra coisa"],
        ),
        (
            "colete os riscos citados nos arquivos e faça um relatório",
            "reports/riscos.md",
            ["# Relatório sobre riscos", "O risco é queimar"],
            ["painel"],
        ),
        ("faça a revisão semanal", None, ["Revisão da semana", "Farinha", "25 anos"], []),
    ],
)
async def test_what_a_recipe_plans_is_carried_out_without_a_model(
    system: System, request_: str, output: str | None, holds: list[str], lacks: list[str]
) -> None:
    """PL-1, K-14: from words to a file, with one approval in between, and back again."""
    client = system.client
    root = Path(system.kernel.workspaces.of(await system.kernel.projects.get("home")).root)
    for path, text in NOTES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    made = (await client.post("/v1/plans", json={"request": request_, "locale": "pt-BR"})).json()
    view = made["plan"]
    assert view["plan"]["status"] == "ready", view["plan"]["feedback"]
    file = root / (output or view["plan"]["steps"][2]["file"])
    assert not file.exists()
    seen = {"version": view["plan"]["version"], "content_hash": view["card"]["content_hash"]}
    run = await client.post(f"/v1/plans/{view['plan']['id']}/run", json={"approve": seen})
    assert run.status_code == 201, run.text
    ended = await system.kernel.driver.wait(run.json()["id"])
    assert (ended.status, ended.usage.model_calls) == ("done", 0)
    text = file.read_text()
    assert [words for words in holds if words not in text] == []
    assert [words for words in lacks if words in text] == []
    undone = await client.post(f"/v1/runs/{ended.id}/undo")
    assert undone.status_code in (200, 201, 202), undone.text
    assert not file.exists()
