"""Templates as files, over HTTP and on the command line: told when broken, filled in safely, undone (ST-6)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from dirty_equals import IsPartialDict, IsStr
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cli.command_line import CommandLine
from tests.server.conftest import System

from aule.apps.templates.files import files_of_package
from aule.apps.templates.template import BrokenTemplate, in_language, read_template, workflow_in
from aule.apps.templates.values import check_values
from aule.contracts.access.approval import FileDiff
from aule.contracts.errors import Invalid
from aule.contracts.runs.run import RunStatus
from aule.kernel.engine.graphs.bindings import resolve
from aule.kernel.workflows.document_reader import parse
from aule.kernel.workflows.document_writer import document
from aule.testing.scripted_model import call, say
from aule.testing.system import system as system_of

GREET = """\
id: greet
title: {en: Greet somebody, pt: Cumprimentar alguém}
description: {en: Writes a greeting., pt: Escreve um cumprimento.}
parameters:
  name: {type: string, title: {en: Name, pt: Nome}, minLength: 2}
  tone:
    type: string
    title: {en: Tone, pt: Tom}
    enum: {en: [warm, short], pt: [caloroso, curto]}
    default: {en: warm, pt: caloroso}
  often: {type: integer, title: {en: How often, pt: Quantas vezes}, minimum: 1, maximum: 3, default: 1}
workflow:
  steps:
    - id: keep
      title: {en: Keep it, pt: Guardar}
      capability: core.write_file
      params: {path: hello.txt, content: "{{inputs.name}} / {{inputs.tone}}"}
"""
URL = "/v1/workflow-templates"


def put(system: System, name: str, text: str) -> None:
    """Put a file where the home keeps templates."""
    folder = system.kernel.documents.home.path / "templates"
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, "utf-8")


async def test_a_template_becomes_a_workflow_that_can_be_undone(system: System) -> None:
    """ST-6: listed with its picture, used in the person's language, kept by hand, taken back; nothing runs."""
    put(system, "greet.yaml", GREET)
    listed = (await system.client.get(URL, params={"locale": "pt-BR"})).json()
    [greet] = [each for each in listed["items"] if each["id"] == "greet"]
    assert greet == IsPartialDict(
        title="Cumprimentar alguém",
        source="home",
        place="templates/greet.yaml",
        graph={
            "nodes": [{"id": "keep", "title": "Guardar", "kind": "call", "asks": False, "is_optional": False}],
            "edges": [],
        },
        needs=[],
        runs_without_model=True,
        is_ready=True,
    )
    assert greet["asks"] == [IsPartialDict(step="keep", why="call", capability="core.write_file", effect="write")]
    assert greet["parameters"]["tone"]["enum"] == ["caloroso", "curto"]
    seen = (await system.client.get(f"{URL}/greet", params={"locale": "en"})).json()
    assert (seen["title"], seen["findings"]) == ("Greet somebody", [])
    assert seen["document"].startswith("id: greet\ntitle: Greet somebody\n")

    body = {"params": {"name": "Ana"}, "locale": "pt-BR"}
    made = await system.client.post(f"{URL}/greet/instantiate", json=body)
    assert (made.status_code, made.json()) == (
        201,
        IsPartialDict(id="greet", title="Cumprimentar alguém", project=None, steps=1),
    )
    kept = (await system.client.get("/v1/workflows/greet")).json()
    assert (kept["created_by"], kept["graph"]["inputs"]["name"]["default"]) == ("user", "Ana")
    again = (
        await system.client.post(f"{URL}/greet/instantiate", json={**body, "title": "Oi", "project": "home"})
    ).json()
    assert again == IsPartialDict(id="greet-2", title="Oi", project="home")
    undone = await system.client.post(f"/v1/changes/{made.json()['change']}/undo")
    assert undone.status_code == 200, undone.text
    assert (await system.client.get("/v1/workflows/greet")).status_code == 404
    runs = (await system.client.get("/v1/runs", params={"kind": "workflow"})).json()
    assert runs["items"] == []


async def test_wrong_parameters_are_told_in_the_persons_language(system: System) -> None:
    """ST-6: all of them at once, by the names people see."""
    put(system, "greet.yaml", GREET)
    body = {"params": {"tone": "alto", "often": 9, "nome": "Ana"}, "locale": "pt-BR"}
    refused = await system.client.post(f"{URL}/greet/instantiate", json=body)
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_params")
    told = refused.json()["detail"]
    assert "Não há o parâmetro 'nome'; seria 'name'?" in told and "Falta “Nome”." in told
    assert "“Tom” deve ser um destes: caloroso, curto." in told and "“Quantas vezes” deve ser no máximo 3." in told
    english = await system.client.post(f"{URL}/greet/instantiate", json={"params": {"name": 3}, "locale": "en"})
    assert english.json()["detail"] == "“Name” should be a text."
    assert english.json() == IsPartialDict(field="params.name", hint="It takes Name, Tone, How often.")
    missing = await system.client.post(f"{URL}/nada/instantiate", json={"locale": "pt-BR"})
    assert (missing.status_code, missing.json()["detail"]) == (404, "Não há o modelo de fluxo 'nada'.")
    assert (await system.client.get("/v1/workflows")).json()["items"] == []


async def test_a_broken_file_is_told_and_hides_no_other(system: System) -> None:
    """ST-6: each with its place; a file of a project never takes the place of another template."""
    put(system, "a-broken.yaml", "id: [x")
    put(system, "b-wrong.yaml", GREET.replace("minLength: 2", "maxWords: 2").replace("id: greet", "id: wrong"))
    put(system, "c-greet.yaml", GREET)
    put(
        system,
        "d-inputs.yaml",
        GREET.replace("id: greet", "id: own").replace("workflow:\n", "workflow:\n  inputs: {x: string}\n"),
    )
    put(
        system,
        "e-unknown.yaml",
        GREET.replace("id: greet", "id: unknown").replace("title: {en: Greet", "titel: {en: Greet"),
    )
    put(system, "notes.txt", "not a template")
    (system.kernel.documents.home.path / "templates" / "f-latin.yaml").write_bytes(b"id: \xe9")
    place = system.kernel.documents.home.project_root("home") / ".aule" / "templates"
    place.mkdir(parents=True)
    (place / "mine.yaml").write_text(GREET.replace("id: greet", "id: mine"), "utf-8")
    (place / "taken.yaml").write_text(GREET.replace("id: greet", "id: research-report"), "utf-8")
    (place / "link.yaml").symlink_to("/etc/passwd")
    listed = (await system.client.get(URL, params={"project": "home", "locale": "en"})).json()
    own = {each["id"]: each["source"] for each in listed["items"] if each["source"] in ("home", "project")}
    assert own == {"greet": "home", "mine": "project"}
    assert next(each for each in listed["items"] if each["id"] == "research-report")["source"] == "builtin"
    told: dict[str, Any] = {each["place"]: each["findings"][0] for each in listed["problems"]}
    assert set(told) == {
        *(f"templates/{name}.yaml" for name in ("a-broken", "b-wrong", "d-inputs", "e-unknown", "f-latin")),
        ".aule/templates/taken.yaml",
        ".aule/templates/link.yaml",
    }
    assert told["templates/a-broken.yaml"]["line"] == 1
    assert told["templates/b-wrong.yaml"]["message"] == IsStr(regex=".*maxWords.*")
    assert told["templates/d-inputs.yaml"]["hint"] == "Call them `parameters`."
    assert told[".aule/templates/taken.yaml"]["code"] == "id_taken"
    without = (await system.client.get(URL)).json()
    assert {each["source"] for each in without["items"]} == {"builtin", "app", "home"}


TRICKS = [
    "{{steps.keep.result}}",
    "${{inputs.tone}}",
    "x\nsteps: []",
    "'; rm -rf /",
    '{"$from": "keep.result"}',
    "{en: a, pt: b}",
]


@settings(max_examples=60, deadline=None)
@given(st.one_of(st.sampled_from(TRICKS), st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=2)))
def test_a_value_is_data_and_never_becomes_structure_or_code(value: str) -> None:
    """ST-6: whatever stands in a value, it is the default of its input, and arrives as it is."""
    template = read_template(GREET)
    made = workflow_in(template, "en", {"name": value})
    plain = workflow_in(template, "en")
    assert made.graph.nodes == plain.graph.nodes
    again = parse(document(made))  # as it is stored and exported
    assert (again, again.graph.inputs["name"]["default"]) == (made, value)
    inputs = {name: schema["default"] for name, schema in made.graph.inputs.items()}
    assert made.graph.nodes[0].call is not None
    assert resolve(made.graph.nodes[0].call.params, {"inputs": inputs})["content"] == f"{value} / warm"


@given(
    st.recursive(
        st.integers() | st.text() | st.booleans(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    )
)
def test_whatever_fits_the_schema_is_taken_and_nothing_else(value: Any) -> None:
    """ST-6: a value of any shape is taken or refused with words, never half."""
    schemas = {"name": {"type": "string", "minLength": 2}}
    if isinstance(value, str) and len(value) >= 2:
        check_values(schemas, {"name": value}, "pt-BR")
    else:
        with pytest.raises(Invalid) as refused:
            check_values(schemas, {"name": value}, "pt-BR")
        assert refused.value.problem.field == "params.name"


def test_every_language_is_checked() -> None:
    """ST-6: a default that fits in one language only is a fault."""
    with pytest.raises(BrokenTemplate, match="should be one of"):
        read_template(GREET.replace("default: {en: warm, pt: caloroso}", "default: warm"))
    assert in_language({"a": [{"en": 1, "pt": 2}], "b": {"en": 1}}, "pt") == {"a": [2], "b": {"en": 1}}


def test_templates_on_the_command_line(here: CommandLine) -> None:
    """ST-6: listed, looked at, used with values of their types, and undone."""
    listed = here.run("templates", "list")
    assert (listed.code, "data-analysis" in listed.out, "weekly-class-report" in listed.out) == (0, True, True)
    shown = here.run("templates", "show", "okr-review")
    assert (shown.code, "atlas.create_meeting" in shown.out) == (0, True)
    words = ("-p", "file=a.csv", "-p", "value=v", "-p", "group=g", "-p", "with_summary=true")
    used = here.run("templates", "use", "data-analysis", *words, "--json")
    assert (used.code, used.document["id"]) == (0, "data-analysis"), used.err
    assert here.run("workflows", "export", "data-analysis").out.count("default: true") == 1
    wrong = here.run("templates", "use", "data-analysis", "-p", "file=a.csv")
    assert (wrong.code, "is missing" in wrong.err) == (2, True)
    assert here.run("undo").code == 0
    assert here.run("workflows", "export", "data-analysis").code != 0


async def test_an_agent_proposes_a_workflow_of_a_template_and_a_person_sees_all_of_it(tmp_path: Path) -> None:
    """ST-6, K-4: the same template through the gate; nothing is kept before somebody has seen the document."""
    script = (
        call("templates.list_templates", {}),
        call("templates.use_template", {"template": "day-note", "params": {"heading": "Hoje"}}),
        say("Pronto."),
    )
    async with system_of(tmp_path / "home", *script) as aule:
        waiting = await aule.ask("faça um fluxo a partir do modelo da nota do dia", locale="pt-BR")
        assert waiting.status is RunStatus.WAITING
        asked = await aule.pending()
        assert isinstance(asked.preview, FileDiff)
        assert "+title: Uma nota sobre hoje" in asked.preview.diff and "default: Hoje" in asked.preview.diff
        assert await aule.kernel.library.workflows.find("day-note") is None
        done = await aule.decide()
        assert (done.status, done.error) == (RunStatus.DONE, None)
        kept = await aule.kernel.library.workflows.get("day-note")
        assert (kept.created_by, kept.project) == ("agent", "home")


def test_an_app_whose_files_cannot_be_found_is_told() -> None:
    """ST-6: an app that names a folder it does not have takes no other template away."""
    [nowhere] = files_of_package("ponds", "no_such_package", "templates", is_builtin=False)
    [missing] = files_of_package("ponds", "aule.apps.templates", "nothing", is_builtin=False)
    assert [(each.app, each.place, each.problem is not None) for each in (nowhere, missing)] == [
        ("ponds", "no_such_package/templates", True),
        ("ponds", "aule.apps.templates/nothing", True),
    ]


async def test_a_template_brings_its_drawing_with_notes_in_the_persons_language(system: System) -> None:
    """ST-22: a template is drawn as its author drew it."""
    drawing = """\
  canvas:
    positions: {keep: {x: 40, y: 80}}
    notes: [{id: why, text: {en: One file., pt: Um arquivo.}, at: {x: 0, y: 0}}]
"""
    put(system, "greet.yaml", GREET + drawing)
    made = workflow_in(read_template(GREET + drawing), "pt", {"name": "Ana"})
    assert made.canvas is not None
    assert [note.text for note in made.canvas.notes] == ["Um arquivo."]
    shown = (await system.client.get(f"{URL}/greet", params={"locale": "en"})).json()
    assert parse(shown["document"]).canvas == made.canvas.model_copy(
        update={"notes": [made.canvas.notes[0].model_copy(update={"text": "One file."})]}
    )
