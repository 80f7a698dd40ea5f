"""Workflow files of the original Conductor are converted, and what cannot be told is noted (CO-52, CO-S13)."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conductor.flows import looked_at, with_agents, wrong
from tests.conductor.places import Site

from aule.conductor.legacy import convert
from aule.conductor.workflow.notes import NotRunnable
from aule.conductor.workflow.reading import parse

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
