"""Workflow files of the original Conductor are converted, and what cannot be told is noted (CO-52, CO-S13)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.apps.conductor.flows import looked_at, with_agents, wrong
from tests.apps.conductor.leaves import VALUES, WORDS, ends, leaves
from tests.apps.conductor.places import Site

from aule.apps.conductor.workflow.legacy import convert
from aule.apps.conductor.workflow.notes import NotRunnable
from aule.apps.conductor.workflow.ordering import ordered
from aule.apps.conductor.workflow.reading import parse

OLD = (Path(__file__).parent / "fixtures" / "kotlin_create_entity_complete.yaml").read_text(encoding="utf-8")


def test_co_s13_an_old_file_converts_and_dry_runs(site: Site) -> None:
    """Names, agents, files, order, switches and criteria are taken over; the result runs through every check."""
    text, notes = convert(OLD, path="old.yaml", locale="pt-BR")
    document = parse(text)
    assert document.notes.found == []
    file = document.file
    assert file is not None
    assert (file.name, file.on_failure, file.concurrency) == ("kotlin-create-entity-complete", "stop", 1)
    assert list(file.tasks) == ["create-entity", "create-repository", "create-service", "create-controller"]
    repository = file.tasks["create-repository"]
    assert (repository.agent, repository.after, repository.reads, repository.outputs) == (
        "Repository_Agent",
        ["create-entity"],
        ["src/entity/Product.kt"],
        ["src/repository/ProductRepository.kt"],
    )
    assert repository.prompt == "Criar o repositório da entidade Product."
    assert file.tasks["create-entity"].prompt == (
        "Criar a entidade Product com id, name e price.\n\nEntradas: campos: id, name, price"
    )
    assert file.tasks["create-controller"].after == ["create-service", "create-repository"]
    everything = [path for task in file.tasks.values() for path in task.outputs]
    assert [(each.files_exist, each.manual) for each in file.success] == [
        (everything, None),
        (None, "O código compila sem erros"),
    ]
    assert {(note.code, note.line) for note in notes} == {
        ("left_out", 4),
        ("name_environment", 2),
        ("name_project", 2),
        ("provider_is_the_agents", 6),
        ("waits_for_maker", 39),
        ("says_nothing_of_writing", 2),
    }
    found = looked_at(with_agents(site), text, environment="develop", project="test-service")
    assert wrong(found) == []
    assert [task.id for task in found.tasks] == list(file.tasks)
    assert {task.on_write for task in found.tasks} == {"fail"}


@pytest.mark.parametrize("text", ["a: 1", "tasks: {a: {agent: x}}", "tasks: [", "- a", "tasks: []"])
def test_what_is_no_old_file_is_said_to_be_none(text: str) -> None:
    with pytest.raises(NotRunnable):
        convert(text)


def test_odd_old_files_keep_what_can_be_kept() -> None:
    """Names that are used twice, dependencies that do not exist, files that are not the project's."""
    text, notes = convert(
        """\
storyId: odd
execution_config: {parallel_execution: true, stop_on_error: false, retries: 3}
tasks:
  - {name: "Criar Ação!", agent: A, depends_on: nobody, outputs: /etc/passwd, inputs: [../x.kt, "um texto"]}
  - {name: "Criar Ação!", agent: B, outputs: ./b.kt, timeout: 5}
""",
        locale="pt-BR",
    )
    file = parse(text).file
    assert file is not None
    assert list(file.tasks) == ["criar-acao", "criar-acao-2"]
    assert (file.concurrency, file.on_failure) == (4, "continue")
    assert file.tasks["criar-acao-2"].outputs == ["b.kt"]
    assert file.tasks["criar-acao"].prompt == "Entradas: um texto"
    codes = [note.code for note in notes]
    assert codes.count("outside_project") == 2
    assert codes.count("left_out") == 2
    assert "criar-acao" in next(note.message for note in notes if note.code == "unknown_dependency")


def test_what_check_would_refuse_is_not_written() -> None:
    """CO-52: requirements where a name should be, nobody to do it, circles, words that would be filled in."""
    text, notes = convert(
        """\
storyId: plan
environment: [Java 17, "A database"]
project: {name: shop}
tasks:
  - {name: a, agent: A, depends_on: [b, a], inputs: [b.kt], outputs: ["{{entity}}.kt", a.kt], context: "${{ x }}"}
  - {name: b, depends_on: a, description: Somebody does this, outputs: b.kt}
  - {name: c, agent: Kotlin Entity Creator, validation: [It compiles]}
""",
    )
    document = parse(text)
    assert document.notes.errors == []
    assert document.file is not None
    one, two, three = document.file.tasks.values()
    assert (one.after, one.outputs, one.prompt) == (["b"], ["a.kt"], "$ {{ x }}")
    assert (two.kind, three.kind, two.after) == ("approval", "approval", [])
    assert document.file.success[0].manual == "It compiles"
    codes = [note.code for note in notes]
    assert (codes.count("circular_dependency"), codes.count("nobody_named"), codes.count("text_changed")) == (2, 2, 1)
    for kept in ("Java 17", "shop", "Kotlin Entity Creator", "b.kt"):
        assert kept in text


def test_an_old_file_that_says_too_much_is_cut_and_the_whole_is_kept() -> None:
    """CO-52: long words, many files, many needs, many criteria."""
    many = [{"name": f"t{number}", "agent": "A"} for number in range(40)]
    last = {"name": "n" * 300, "agent": "A", "context": "c" * 25_000, "depends_on": [each["name"] for each in many]}
    last |= {"inputs": [f"in/{number}.kt" for number in range(120)], "outputs": [f"o/{n}.kt" for n in range(120)]}
    old = {"storyId": "s" * 300, "description": "d" * 9_000, "tasks": [*many, last]}
    old |= {"validationCriteria": [f"Look at {number}" for number in range(60)]}
    text, _ = convert(json.dumps(old))
    assert parse(text).notes.errors == []
    for whole in ("n" * 300, "c" * 25_000, "d" * 9_000, "Look at 59", "in/119.kt", "o/119.kt", '"t39"'):
        assert whole in text


NAMES = st.sampled_from(
    ["a", "b", "Criar Ação", "../x", "src/a.kt", "src/b.kt", "${{ x }}", "{{y}}", "all files exist"]
)
OLD_TASKS = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(("name", "id", "agent"), NAMES | WORDS),
        **{key: NAMES | st.lists(NAMES, max_size=3) | VALUES for key in ("inputs", "outputs", "depends_on")},
        **dict.fromkeys(("context", "description", "validation", "timeout", "odd"), VALUES),
    },
)
OLD_FILES = st.fixed_dictionaries(
    {"tasks": st.lists(OLD_TASKS, min_size=1, max_size=4)},
    optional={
        **dict.fromkeys(("storyId", "name", "title", "description", "environment", "project"), VALUES | NAMES),
        **dict.fromkeys(("version", "metadata", "rollback", "validationCriteria", "context"), VALUES),
        "execution_config": st.dictionaries(st.sampled_from(["ai_provider", "retries", "parallel_execution"]), VALUES),
    },
)


@given(OLD_FILES)
def test_nothing_of_an_old_file_vanishes_and_the_new_one_has_its_form(old: dict[str, Any]) -> None:
    """CO-52: each value is in the new file, in its comment, or in what the person is told."""
    text, notes = convert(json.dumps(old))
    document = parse(text)
    assert [note.message for note in document.notes.errors] == []
    assert document.file is not None
    assert ordered({id: task.after for id, task in document.file.tasks.items()})[1] == []
    comment = [json.loads(line.partition(": ")[2]) for line in text.partition("Kept from")[2].splitlines()[1:]]
    here = "\n".join([*leaves(document.notes.read.value), *leaves(comment), *(note.message for note in notes)])
    settings = old.get("execution_config", {})
    switched = {key: None for key, value in settings.items() if key == "parallel_execution" and isinstance(value, bool)}
    for value in ends({**old, "execution_config": settings | switched}):
        assert value.strip() in here, value
