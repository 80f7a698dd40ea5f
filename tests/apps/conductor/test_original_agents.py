"""Agents as the original Conductor has them: its names for tools, its versions, its places."""

from __future__ import annotations

import contextlib
import json
import shutil
import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.apps.conductor.leaves import VALUES, leaves
from tests.apps.conductor.old_homes import OLD, Died, OldHome, carry_out, dying_at, quick
from tests.apps.conductor.places import Site

from aule import boot
from aule.apps.conductor.agents.lint import has_errors, lint, lint_home
from aule.apps.conductor.agents.manifest import read_manifest
from aule.apps.conductor.agents.residents import bounds_of
from aule.apps.conductor.agents.tools import WRITING, absence_of, capabilities_of
from aule.apps.conductor.documents import parse_document
from aule.apps.conductor.homes.resolution import resolve
from aule.apps.conductor.migrating import describe, find_old, plan, projects_in, rollback, suggested
from aule.apps.conductor.migrating.editing import edited_manifest

BASE = "id: A\nversion: '2.0'\ndescription: Does it.\nexecution_mode: project_resident\n"
TARGET = "target_context:\n  project_key: test-service\n"
ONBOARDING = ("collect_user_profile", "collect_project_context", "suggest_team_template", "apply_team_template")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("run_shell_command", ("core.exec",)),
        ("shell.run", ("core.exec",)),
        ("list_directory", ("core.list_dir",)),
        ("search_file_content", ("core.grep_search",)),
        ("glob", ("core.file_search",)),
        ("file.write", WRITING),
        ("read_file", ("core.read_file",)),
        ("collect_user_profile", ("core.ask_user",)),
    ],
)
def test_a_tool_of_the_original_means_ours(name: str, meant: tuple[str, ...]) -> None:
    """D.1: names from before lead to the capability that does it here."""
    assert capabilities_of(name) == meant


def test_a_tool_there_is_none_of_is_left_out_with_a_warning_and_the_agent_loads(site: Site) -> None:
    """D.1: one sentence for each, in both languages, and what is left of the tools is what the agent has."""
    names = [*ONBOARDING, "save_state", "mcp__crm__get", "Teleport", "run_shell_command", "read_file"]
    folder = site.agent("A", manifest=BASE + TARGET + f"available_tools: {json.dumps(names)}\n")
    manifest = read_manifest(folder)
    assert manifest.tools == ("core.ask_user", "core.exec", "core.read_file")
    assert manifest.tool_names == tuple(names)
    for locale in ("en", "pt-BR"):
        notes = lint(folder, locale=locale)
        assert not has_errors(notes)
        told = {note.code: note for note in notes if note.code.startswith("tool_")}
        assert sorted(told) == ["tool_left_out", "tool_of_mcp", "tool_of_state", "tool_of_teams"]
        assert {note.line for note in told.values()} == {7}
    assert [absence_of(name) for name in ("apply_team_template", "x")] == ["tool_of_teams", "tool_left_out"]


def test_tools_under_their_older_key_count(site: Site) -> None:
    """D.1: the first agents of the original say `tools`; where both stand, the newer key is meant."""
    folder = site.agent("A", manifest=BASE + TARGET + "tools: [read_file, search_file_content]\n")
    assert read_manifest(folder).tools == ("core.read_file", "core.grep_search")
    assert [note.code for note in lint(folder)] == []
    both = site.agent("A", manifest=BASE + TARGET + "tools: [Bash]\navailable_tools: [Read]\n")
    assert read_manifest(both).tools == ("core.read_file",)


def test_a_resident_without_target_context_only_reads(site: Site) -> None:
    """CO-25: in its project and among the shared ones; a scope would have to name its project."""
    own = site.agent("A", manifest=BASE + "available_tools: [Read, Write]\n")
    shared = site.shared("Guide", mode="project_resident")
    for name in ("A", "Guide"):
        resolved = resolve(site.home, "develop", "test-service", name)
        assert (resolved.manifest.scope, resolved.manifest.project_key) == ((), None)
        bounds = bounds_of(resolved)
        assert bounds.root == str(resolved.project_root)
        assert bounds.scope is None
    assert not has_errors(lint_home(site.home))
    assert "no_target_context" in {note.code for note in lint(own)} & {note.code for note in lint(shared)}


LISTER = """# mine
id: Lister
version: '1.0'  # still
description: d
execution_mode: project_resident
target_context:
  project_key: nex
  output_scope: '**/*'
available_tools: [Bash, Read]
"""


@pytest.fixture
def memory() -> Iterator[Path]:
    """A folder in memory where there is one: a migration waits for the disk at every step."""
    folder = quick()
    yield folder
    shutil.rmtree(folder)


def placed(path: Path) -> OldHome:
    """A home with two agents of version 1 that already live where those of version 2 do."""
    old = OldHome(path.resolve(), empty=True)
    old.write("projects/develop/nex/agents/Lister/agent.yaml", LISTER)
    old.write("projects/develop/nex/agents/Lister/persona.md", "# L\n")
    old.write("projects/develop/nex/agents/Lister/state.json", '{"conversation_history": []}')
    old.write("projects/_common/agents/Meta/agent.yaml", "id: Meta\nversion: 1.0\ndescription: d\n")
    old.write("projects/_common/agents/Meta/persona.md", "# M\n")
    return old


def test_a_manifest_of_version_1_in_the_new_place_is_migrated_there(tmp_path: Path) -> None:
    """CO-60, CO-61: only its version changes, byte for byte; rolled back it is as it was."""
    old = placed(tmp_path)
    before = old.hash
    assert [note.code for note in lint_home(old.home) if note.severity == "error"] == ["old_version", "old_version"]
    done = carry_out(old.home)
    assert (sorted(done.moved), done.failed) == (
        ["projects/_common/agents/Meta", "projects/develop/nex/agents/Lister"],
        {},
    )
    lister = old.new("Lister") / "agent.yaml"
    assert lister.read_text() == LISTER.replace("'1.0'", "'2.0'")
    assert not has_errors(lint_home(old.home))
    assert find_old(old.home) == ([], [])
    assert done.stamp is not None
    assert rollback(old.home, done.stamp, boot.ambient()).failed == {}
    assert old.hash == before


def test_a_migration_in_place_that_dies_goes_on_and_can_be_taken_back(memory: Path) -> None:
    """CO-62: at whatever moment, and the agent's folder is whole in the home or in the backup."""
    for count in range(26):
        old = placed(memory / str(count))
        before = old.hash
        with contextlib.suppress(Died):
            carry_out(old.home, dying_at(count))
        again = placed(memory / f"{count} again")
        with contextlib.suppress(Died):
            carry_out(again.home, dying_at(count))
        assert carry_out(old.home).failed == {}, count
        assert (old.new("Lister") / "agent.yaml").read_text() == LISTER.replace("'1.0'", "'2.0'")
        for stamp in [
            path.name.removeprefix("migrate-v2-") for path in (again.home_path / "backups").glob("migrate-*")
        ]:
            with contextlib.suppress(Died):
                rollback(again.home, stamp, boot.ambient(), around=dying_at(count % 5))
            assert rollback(again.home, stamp, boot.ambient()).failed == {}, count
        assert again.hash.startswith(before[:64]), count


def test_agents_that_stay_where_they_are_take_no_place_from_others(tmp_path: Path) -> None:
    """CO-62: a clash is only told between two that would both move, and differ."""
    old = OldHome(tmp_path.resolve(), empty=True)
    (tmp_path / "develop" / "other").mkdir()
    manifest = OLD.format(id="Twin", what="x", directory="nowhere")
    for environment in ("develop", "staging", "extra"):
        old.write(f"projects/{environment}/agents/Twin/agent.yaml", manifest)
    planned = plan(old.home, suggested(projects_in(old.home)))
    assert [[note.code for note in move.problems] for move in planned.moves] == [["no_project_key"]] * 3
    assert "_common" not in "\n".join(line for line in describe(planned) if "Answer with" not in line)
    creator = OLD.format(id="AgentCreator_Agent", what="x", directory="y")
    for environment in ("develop", "staging"):
        old.write(f"projects/{environment}/agents/AgentCreator_Agent/agent.yaml", creator)
        old.write(f"projects/{environment}/agents/AgentCreator_Agent/persona.md", "# Same\n")
    alike = plan(old.home, suggested(projects_in(old.home)))
    assert [move.is_possible for move in alike.moves if move.agent.id == "AgentCreator_Agent"] == [True, True]
    old.write("projects/staging/agents/AgentCreator_Agent/persona.md", "# Another\n")
    differing = plan(old.home, suggested(projects_in(old.home)))
    codes = [[note.code for note in move.problems] for move in differing.moves if move.agent.id != "Twin"]
    assert codes == [[], ["target_taken"]]


@given(st.dictionaries(st.sampled_from(["author", "tags", "config", "x-mine", "inputs"]), VALUES), st.booleans())
def test_nothing_of_a_manifest_vanishes_when_it_is_migrated(more: dict[str, Any], has_target: bool) -> None:
    """CO-61: every leaf of the old manifest is in the new one, but for the version."""
    values = {"id": "A", "version": "1.2", "description": "d", **more}
    values |= {"target_context": {"project_key": "nex", "output_scope": ["a/**", "b/*"]}} if has_target else {}
    text = "# kept\n" + "".join(f"{key}: {json.dumps(value)}\n" for key, value in values.items())
    scope = ("a/**", "b/*") if has_target else ()
    edited = edited_manifest(text, "project_resident", "nex", scope)
    after = parse_document(edited, "agent.yaml").value
    assert Counter(leaves({**values, "version": "2.0"})) <= Counter(leaves(after))
    assert all(after[key] == value for key, value in values.items() if key != "version")
    assert edited.startswith("# kept\n")


def test_a_sentence_that_has_a_hint_behind_it_ends() -> None:
    """House: message and hint stand in one line."""
    book = tomllib.loads((resources.files("aule.apps.conductor") / "messages.toml").read_text("utf-8"))
    hinted = {
        f"{name}.{key}": text[key] for name, text in book.items() for key in ("en", "pt") if f"hint_{key}" in text
    }
    assert [name for name, text in hinted.items() if not text.endswith((".", "?", "!", "}"))] == []
