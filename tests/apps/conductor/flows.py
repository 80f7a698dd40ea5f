"""Workflow files as tests write them, in a home with three agents."""

from __future__ import annotations

import textwrap
from typing import Any

from tests.apps.conductor.places import Site

from aule.apps.conductor.agents.lint import lint
from aule.apps.conductor.homes.homes import Home
from aule.apps.conductor.views import WorkflowDryRun, WorkflowRequest
from aule.apps.conductor.workflow.checking import Outside
from aule.apps.conductor.workflow.compiling import Compiled, compile_file, dry_run
from aule.contracts.runs.graph import Graph, Step

MANIFEST = """\
id: {id}
version: 2.0
description: "Cria {what}."
execution_mode: project_resident
target_context:
  project_key: test-service
  output_scope: "{scope}"
available_tools: [Read, Write, Glob]
{more}"""

AGENTS = {
    "Entity_Agent": ("entidades", "src/entity/*.kt"),
    "Repository_Agent": ("repositórios", "src/repository/*Repository.kt"),
    "Service_Agent": ("serviços", "src/service/**/*.kt"),
    "Controller_Agent": ("controladores", "src/controller/*.kt"),
}

SAMPLE = """\
version: 1
name: criar-entidade
environment: develop
project: test-service
inputs:
  entidade: {type: string, required: true, description: Nome da entidade}
defaults: {on_write: fail, timeout: 10m}
tasks:
  entidade:
    agent: Entity_Agent
    prompt: "Criar a entidade ${{ inputs.entidade }} com id, name, price"
    reads: []
    outputs: ["src/entity/${{ inputs.entidade }}.kt"]
    on_write: apply
  repositorio:
    needs: [entidade]
    agent: Repository_Agent
    prompt: "Criar o repositório para ${{ tasks.entidade.outputs[0] }}"
    reads: ["${{ tasks.entidade.outputs[0] }}"]
    outputs: ["src/repository/*Repository.kt"]
    approval: {before: true, message: "Revise a entidade antes de continuar"}
    retry: {max: 1, on: [model_error, timeout, check_failed]}
    check: {run: "./gradlew compileKotlin"}
    if: "${{ success() }}"
    continue_on_error: false
success:
  - files_exist: ["src/**/entity/*.kt"]
  - run: "./gradlew test"
"""
"""The workflow of the specification, with the folders of the test project."""


def with_agents(site: Site) -> Site:
    """A home in which four agents live."""
    for id, (what, scope) in AGENTS.items():
        site.agent(id, manifest=MANIFEST.format(id=id, what=what, scope=scope, more=""))
    return site


def request(site: Site, text: str, **more: Any) -> WorkflowRequest:
    """What is asked for to run a text that stands in the home's workflows."""
    site.write("workflows/flow.yaml", textwrap.dedent(text))
    return WorkflowRequest(path="flow.yaml", home=str(site.home_path), **more)


def outside(**more: Any) -> Outside:
    """Everything around a workflow that tests do not say."""
    return Outside(lint=lint, **more)


def compiled(site: Site, text: str, around: Outside | None = None, **more: Any) -> Compiled:
    """A text as the engine would run it."""
    home: Home = site.home
    return compile_file(request(site, text, **more), home, around or outside())


def looked_at(site: Site, text: str, around: Outside | None = None, **more: Any) -> WorkflowDryRun:
    """What a text would do."""
    return dry_run(request(site, text, **more), site.home, around or outside())


def wrong(found: WorkflowDryRun) -> list[tuple[str, int | None]]:
    """What keeps a file from running, with the lines."""
    return [(note.code, note.line) for note in found.notes if note.severity == "error"]


def step(graph: Graph | None, id: str) -> Step:
    """A step of a graph."""
    assert graph is not None
    return next(each for each in graph.nodes if each.id == id)
