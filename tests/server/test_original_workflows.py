"""Workflows as the original wrote them are imported, run, stopped at and resumed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.doors import BEARER
from tests.server.live import live

from aule.contracts.runs.finding import Faulty
from aule.kernel.workflows.document_reader import parse
from aule.testing.scripted_model import call, say
from aule.testing.system import system

ARTICLE: dict[str, Any] = {
    "id": "article",
    "project_id": "",
    "name": "Artigo sobre IA",
    "description": "Pesquisa, escreve e revisa.",
    "state": {"tone": "simples"},
    "status": "pending",
    "created_at": "2026-02-01T10:00:00Z",
    "started_at": None,
    "completed_at": None,
    "steps": [
        {
            "id": "research",
            "persona_id": "researcher",
            "prompt": "Pesquise sobre IA, em tom {{state.tone}}",
            "tools": ["list_notes"],
            "depends_on": [],
            "interrupt": None,
            "status": "pending",
            "result": None,
            "max_iters": 5,
        },
        {
            "id": "write",
            "persona_id": "creator",
            "prompt": "Escreva com {{state.research_facts}}",
            "tools": [],
            "depends_on": ["research"],
            "interrupt": {"before": False, "after": True, "message": "Revise o draft antes de continuar"},
            "status": "pending",
            "result": None,
            "max_iters": 0,
        },
        {
            "id": "publish",
            "persona_id": "assistant",
            "prompt": "Publique {{state.write_result}}",
            "tools": [],
            "depends_on": ["write"],
            "interrupt": {"before": False, "after": False, "message": ""},
            "max_iters": 5,
        },
    ],
}


async def test_a_workflow_of_the_original_runs_stops_is_edited_and_goes_on(tmp_path: Path) -> None:
    """LT-5: results flow by the shared state, an interrupt waits, an edit of its result holds; steps tell figures."""
    script = (
        call("core.list_notes").to("Pesquise"),
        say("IA aprende com exemplos.").to("Pesquise"),
        say("Rascunho.").to("Escreva com IA aprende com exemplos."),
        say("Publicado.").to("Publique Texto revisado."),
    )
    async with system(tmp_path, *script) as aule, live(aule.kernel) as server:
        address = f"http://127.0.0.1:{server.port}"
        async with httpx.AsyncClient(base_url=address, headers=BEARER, trust_env=False, timeout=60) as client:
            made = await client.post("/v1/workflows", json=ARTICLE)
            assert made.status_code == 201, made.text
            assert (made.json()["title"], made.json()["project"]) == ("Artigo sobre IA", None)
            run = (await client.post("/v1/workflows/article/run", json={"locale": "pt-BR"})).json()["id"]
            await aule.until_still(run)
            resumed = await client.post(
                "/v1/workflows/article/resume", json={"state": {"write_result": "Texto revisado."}}
            )
            assert resumed.status_code == 200, resumed.text
            await aule.until_still(run)
            last = (await client.get("/v1/workflows/article")).json()["last_run"]
    assert last["run"]["status"] == "done"
    assert (last["state"]["research_facts"], last["state"]["write_result"]) == (
        "IA aprende com exemplos.",
        "Texto revisado.",
    )
    steps = {step["place"]: step for step in last["steps"]}
    assert [(place, step["status"], step["usage"]["tokens_in"]) for place, step in steps.items()] == [
        ("research", "done", 20),
        ("write", "done", 10),
        ("publish", "done", 10),
    ]


def test_the_form_of_the_original_is_known_and_nothing_of_it_is_dropped_unsaid() -> None:
    """LT-5: tools without an app are the core's, limits and interrupts are taken, what is unknown is an error."""
    workflow = parse(json.dumps(ARTICLE))
    research, write, publish = workflow.graph.nodes
    assert (research.agent, research.tools, research.max_turns) == ("researcher", ["core.list_notes"], 5)
    assert (research.writes, write.writes) == (["research_facts"], ["write_result"])
    assert write.interrupt is not None and (write.interrupt.after, write.interrupt.message) == (
        True,
        "Revise o draft antes de continuar",
    )
    assert (write.max_turns, write.tools, publish.interrupt) == (None, None, None)
    assert workflow.graph.state["tone"] == {"default": "simples"}
    again: dict[str, Any] = json.loads(json.dumps(ARTICLE))
    again["steps"][2]["prompt"] = "{{ state.research_result }} e {{state.write_result}}"
    assert parse(json.dumps(again)).graph.nodes[2].prompt == "{{state.research_facts }} e {{state.write_result}}"


def test_results_of_an_earlier_run_are_left_out_and_the_description_says_so() -> None:
    """LT-5: a document that was exported after a run has its results; they are no part of what is run anew."""
    ran = with_first_step(status="completed", result={"output": "IA aprende.", "tokens_in": 10})
    assert (
        parse(json.dumps(ran)).description
        == "Pesquisa, escreve e revisa.\n\nImported without the results of: research."
    )


def with_first_step(**fields: Any) -> dict[str, Any]:
    """Return the document with a first step that says something else."""
    return ARTICLE | {"steps": [{**ARTICLE["steps"][0], **fields}]}


@pytest.mark.parametrize(
    ("document", "place"),
    [
        (ARTICLE | {"colour": "red"}, "colour"),
        (with_first_step(colour="red"), "colour"),
        (with_first_step(tools="web_search"), "tools"),
        (with_first_step(tools=5), "tools"),
        (with_first_step(id=["research"]), "id"),
        (with_first_step(prompt={"text": "hi"}), "prompt"),
        (with_first_step(interrupt="sometimes"), "interrupt"),
        (ARTICLE | {"name": 7}, "title"),
        (ARTICLE | {"state": ["a"]}, "state"),
        (ARTICLE | {"steps": ["research"]}, "object"),
    ],
)
def test_what_the_original_never_had_is_told_with_its_place(document: dict[str, Any], place: str) -> None:
    """LT-5: a value of another kind is an error with its place, never a crash and never dropped."""
    with pytest.raises(Faulty) as refused:
        parse(json.dumps(document))
    assert any(place in f"{each.message} {each.field}" for each in refused.value.findings), refused.value.findings
