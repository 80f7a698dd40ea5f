"""Agents of other tools come in as answers, and go out as a file others read (CO-63)."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.apps.conductor.leaves import VALUES, ends
from tests.apps.conductor.old_homes import quick
from tests.apps.conductor.places import Site

from aule import boot
from aule.apps.conductor.agents.creation import make
from aule.apps.conductor.agents.exports import claude_agent, export_name, left_behind
from aule.apps.conductor.agents.forms import files_of, value_text
from aule.apps.conductor.agents.imports import Imported, Target, import_agent
from aule.apps.conductor.agents.lint import has_errors
from aule.apps.conductor.agents.manifest import read_manifest
from aule.apps.conductor.documents import parse_document
from aule.apps.conductor.findings import Misconfigured
from aule.apps.conductor.homes.resolution import resolve

CLOCK = boot.ambient().clock
TARGET = Target("develop", "test-service", ("src/**/*.kt",))


def markdown(folder: Path, front: str, body: str = "You review code.\n") -> Path:
    path = folder / ".claude" / "agents" / "code-reviewer.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"---\n{front}---\n\n{body}", encoding="utf-8")
    return path


def made(site: Site, imported: Imported) -> Any:
    """Make what was imported; gives its manifest as found again."""
    result = make(site.home, imported.answers, CLOCK, more=imported.more, files=imported.files)
    assert result.made and not has_errors(result.notes), result.notes
    return resolve(site.home, "develop", "test-service", imported.answers.id).manifest


def test_a_definition_with_its_persona_becomes_a_manifest(site: Site, tmp_path: Path) -> None:
    """CO-63: name, description, allowed_tools, timeout, model and tags of the later upstream form."""
    folder = tmp_path / "KotlinEntityCreator_Agent"
    folder.mkdir()
    (folder / "definition.yaml").write_text(
        "name: KotlinEntityCreator_Agent\nversion: 1.0\ndescription: Creates entities.\n"
        "allowed_tools: [Read, Write, Teleport]\ntimeout: 300\nmodel: claude\ntags: [kotlin, entity]\n"
    )
    (folder / "persona.md").write_text("# Entidades\n\nVocê cria entidades.\n")
    imported = import_agent(folder, TARGET)
    assert [note.code for note in imported.notes] == ["tool_left_out"]
    manifest = made(site, imported)
    assert (manifest.id, manifest.provider, manifest.timeout_s) == ("KotlinEntityCreator_Agent", "anthropic", 300)
    assert manifest.tool_names == ("Read", "Write")
    assert manifest.metadata == {"tags": ["kotlin", "entity"]}
    assert manifest.scope == ("src/**/*.kt",)
    assert manifest.persona_path.read_text("utf-8") == "# Entidades\n\nVocê cria entidades.\n"


def test_an_accented_name_keeps_its_letters_and_a_repository_beside_it_is_told(site: Site, tmp_path: Path) -> None:
    folder = tmp_path / "agent"
    (folder / ".git").mkdir(parents=True)
    (folder / "definition.yaml").write_text("name: Revisão de Código\ndescription: Reviews.\n", encoding="utf-8")
    (folder / "persona.md").write_text("Você revisa.\n", encoding="utf-8")
    imported = import_agent(folder, TARGET)
    assert imported.answers.id == "Revisao-de-Codigo"
    assert [note.code for note in imported.notes] == ["file_left_out"]


def test_a_subagent_in_markdown_becomes_a_manifest(site: Site, tmp_path: Path) -> None:
    """CO-63: frontmatter of `.claude/agents/*.md`; its rights are not taken over."""
    source = markdown(
        tmp_path,
        "name: code-reviewer\ndescription: Reviews code.\ntools: Read, Grep, Bash(git log:*), Bash, mcp__x__y\n"
        "disallowedTools: Bash\nmodel: haiku\npermissionMode: bypassPermissions\nmaxTurns: 500\n",
    )
    imported = import_agent(source, TARGET)
    assert sorted(note.code for note in imported.notes) == [
        *("kept_aside", "rights_left_out", "tool_left_out", "tool_of_mcp"),
    ]
    manifest = made(site, imported)
    assert (manifest.id, manifest.tool_names) == ("code-reviewer", ("Read", "Grep"))
    assert (manifest.on_write, manifest.max_turns, manifest.role) == ("ask", 200, "fast")
    assert manifest.persona_path.read_text("utf-8").startswith("# code-reviewer\n\nYou review code.")


def test_frontmatter_that_is_no_yaml_is_read_line_by_line(tmp_path: Path) -> None:
    """CO-63: as many people write it: colons and angle brackets in plain words."""
    long = "Use this agent: when <example>Context: x</example>. " + "word " * 200
    imported = import_agent(markdown(tmp_path, f"name: odd\ndescription: {long}\nmodel: sonnet\n"), TARGET)
    codes = [note.code for note in imported.notes]
    assert sorted(codes) == ["description_cut", "frontmatter_loose", "model_left_out"]
    assert imported.answers.description == "Use this agent: when <example>Context: x</example>."


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("a.md", "no frontmatter", "no_frontmatter"),
        ("a.md", "---\n- 1\n---\n", "not_a_mapping"),
        ("a.md", "---\nname: '///'\n---\n", "not_a_name"),
        ("a.txt", "x", "not_importable"),
        ("definition.yaml", "name: !!python/name:os.system\n", "not_yaml"),
        ("definition.yaml", "name: a\ntimeout: soon\n", "not_a_number"),
    ],
)
def test_what_cannot_be_imported_is_told(tmp_path: Path, name: str, text: str, code: str) -> None:
    """CO-63: a source is data, read as strictly as our own."""
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(Misconfigured) as caught:
        import_agent(tmp_path / name, TARGET)
    assert caught.value.notes[0].code == code


def test_a_source_cannot_choose_its_own_scope_or_place(tmp_path: Path) -> None:
    """S12: what a file asks for is not what it gets."""
    source = markdown(tmp_path, "name: ../../main\ndescription: d\noutput_scope: '**'\nenvironment: main\n")
    answers = import_agent(source, Target("develop", "test-service")).answers
    assert (answers.environment, answers.output_scope) == ("develop", [])
    assert "/" not in answers.id and ".." not in answers.id


def test_an_agent_goes_out_and_comes_back(site: Site, tmp_path: Path) -> None:
    """CO-63: exported and imported again it is the same agent, and its scope is said in words."""
    folder = site.agent()
    text = claude_agent(read_manifest(folder))
    assert text.startswith("---\nname: service-creator-agent\n")
    assert "tools: Read, Write, Grep, Glob, LS\n" in text
    assert "`src/service/*.kt`" in text
    path = tmp_path / "service-creator-agent.md"
    path.write_text(text, encoding="utf-8")
    back = import_agent(path, TARGET).answers
    assert (back.description, back.tools) == ("Creates services.", ["Read", "Write", "Grep", "Glob", "LS"])
    assert "You are ServiceCreatorAgent: Creates services." in back.persona
    assert export_name("KotlinEntityCreator_Agent") == "kotlin-entity-creator-agent"


FULL = """\
id: ServiceCreatorAgent
version: 2.0
description: "Creates services."
execution_mode: project_resident
target_context:
  project_key: "test-service"
  output_scope: ["src/service/*.kt", "!src/service/Generated*.kt"]
ai_provider: ollama
model: qwen3
available_tools: [Read, Write, retrieve_context]
execution_task: |
  Write ${output_artifact} to ${output_directory}.
output_artifact: Service.kt
output_directory: src/service
on_write: apply
exec: sandbox
timeout_s: 90
config: {style: "exato 😀"}
metadata: {tags: [kotlin], owner: {name: Ana}}
x-team: {channel: "#dev"}
"""


def test_an_agent_that_goes_out_and_comes_back_has_lost_nothing_but_its_rights(site: Site, tmp_path: Path) -> None:
    """CO-63: task, output, memory and what others wrote come back; scope, on_write and exec are given anew."""
    folder = site.agent(manifest=FULL)
    site.write("projects/develop/test-service/agents/ServiceCreatorAgent/memory/context.md", "Prices in cents.\n")
    site.write("projects/develop/test-service/agents/ServiceCreatorAgent/notes/todo.txt", "x")
    manifest = read_manifest(folder)
    text = claude_agent(manifest, locale="pt-BR")
    assert [note.values["name"] for note in left_behind(manifest)] == ["'notes/todo.txt'"]
    (tmp_path / "out.md").write_text(text, encoding="utf-8")
    shutil.rmtree(folder)
    imported = import_agent(tmp_path / "out.md", Target("develop", "test-service", ("docs/**",)))
    assert sorted(note.values["what"].partition(":")[0] for note in imported.notes if "what" in note.values) == [
        *("exec", "on_write", "output_scope"),
    ]
    back = made(site, imported)
    assert (back.id, back.scope, back.on_write, back.exec) == ("ServiceCreatorAgent", ("docs/**",), "ask", None)
    for key in ("task", "output_artifact", "output_directory", "timeout_s", "config", "metadata", "provider", "model"):
        assert getattr(back, key) == getattr(manifest, key), key
    assert back.tool_names == ("Read", "Write", "retrieve_context")
    persona = back.persona_path.read_text("utf-8")
    assert "Creates services." in persona
    assert "src/service" not in persona and "Escreva apenas" not in persona and "Prices" not in persona
    assert (back.folder / "memory" / "context.md").read_text() == "Prices in cents.\n"
    kept = parse_document(back.path.read_text("utf-8"), "").value
    assert (kept["x-team"], kept["x-imported"]["x-aule"]["exec"]) == ({"channel": "#dev"}, "sandbox")
    again = claude_agent(back)
    assert "Escreva apenas" not in again and again.count("Write only files that match: `docs/**`.") == 1


def test_a_definition_comes_with_its_files_and_all_it_says(site: Site, tmp_path: Path) -> None:
    """CO-63: what means nothing here is kept in the manifest and told; a link is only told."""
    folder = tmp_path / "Hunter_Agent"
    (folder / "knowledge").mkdir(parents=True)
    (folder / "definition.yaml").write_text(
        "name: Hunter_Agent\nversion: 1.1.0\nauthor: PrimoIA\nemoji: '🎯'\ncapabilities: [search]\n"
        "description: Hunts.\nallowed_tools: [Read, mcp__a__b]\nmcp_configs: [prospector, crm]\n"
    )
    (folder / "persona.md").write_text("# Hunter\n" + "long " * 6_000)
    (folder / "knowledge" / "a.bin").write_bytes(bytes(range(256)))
    (folder / "agent.yaml").write_text("id: Older\n")
    (folder / "state.json").write_text('{"conversation_history": [], "mood": "calm"}')
    (folder / "link").symlink_to("/etc/passwd")
    (folder / ".env").write_text("KEY=1")
    imported = import_agent(folder, TARGET)
    assert sorted(note.code for note in imported.notes) == [
        *("file_left_out", "file_left_out", "kept_aside", "persona_too_long", "tool_of_mcp"),
    ]
    manifest = made(site, imported)
    kept = parse_document(manifest.path.read_text("utf-8"), "").value["x-imported"]
    assert kept == {
        "version": "1.1.0",
        "author": "PrimoIA",
        "emoji": "🎯",
        "capabilities": ["search"],
        "mcp_configs": ["prospector", "crm"],
    }
    home = manifest.folder
    assert (home / "knowledge" / "a.bin").read_bytes() == bytes(range(256))
    assert (home / "imported" / "agent.yaml").read_text() == "id: Older\n"
    assert json.loads((home / "state.json").read_text())["mood"] == "calm"
    assert len((home / "persona.md").read_text()) > 29_000
    assert not (home / "link").exists() and not (home / ".env").exists()


KEYS = ("name", "description", "model", "tools", "allowed_tools", "maxTurns", "permissionMode", "isolation", "author")
ODD = st.sampled_from([*KEYS, "disallowedTools", "mcp_configs", "x-team", "x-aule", "capabilities"])
SAID = st.sampled_from(["claude", "opus", "anthropic/x", "bypassPermissions", "worktree", "Read, Bash(git:*)", "500"])


SIGNS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=3)


@pytest.mark.parametrize("kind", ["definition", "markdown"])
@given(values=st.dictionaries(ODD, VALUES | SAID, max_size=6))
def test_nothing_of_a_source_vanishes(kind: str, values: dict[str, Any]) -> None:
    """CO-63: each value is in the manifest, the persona, a file beside it, or in what the person is told."""
    folder = quick()
    try:
        lines = "".join(f"{key}: {json.dumps(value)}\n" for key, value in values.items())
        (folder / "definition.yaml").write_text(lines)
        (folder / "agent.md").write_text(f"---\n{lines}---\n\nA persona.\n")
        source = folder / ("definition.yaml" if kind == "definition" else "agent.md")
        try:
            imported = import_agent(source, Target("develop", "test-service", (), "A"))
        except Misconfigured:
            return  # nothing was made, and it says why
        files = files_of(imported.answers, "en", imported.more)
        notes = [note.note().message for note in imported.notes]
        here = "\n".join([*ends(parse_document(files["agent.yaml"], "").value), *notes, files["persona.md"]])
        for value in ends(values):
            parts = re.split("[,/]", value.replace("claude", "anthropic"))  # a list in words; a provider and its model
            assert value in here or all(part.strip() in here for part in parts), (value, here)
    finally:
        shutil.rmtree(folder)


@given(st.dictionaries(st.sampled_from(["x-mine", "note", "owner"]), VALUES), st.dictionaries(SIGNS, VALUES))
def test_nothing_of_a_manifest_vanishes_when_it_is_exported(more: dict[str, Any], config: dict[str, Any]) -> None:
    """CO-63: the whole manifest stands in the frontmatter, whatever is in it."""
    folder = quick() / "A"
    try:
        folder.mkdir()
        base = {"id": "A", "version": 2.0, "description": "d", "execution_mode": "project_resident", "config": config}
        (folder / "agent.yaml").write_text(
            "".join(f"{key}: {value_text(each)}\n" for key, each in (base | more).items())
        )
        (folder / "persona.md").write_text("# A\n")
        text = claude_agent(read_manifest(folder))
        front = parse_document(text.split("\n---\n")[0].removeprefix("---\n"), "").value
        assert front["x-aule"] == base | more
    finally:
        shutil.rmtree(folder.parent)


@pytest.mark.parametrize(
    ("files", "front"),
    [
        ({"state.json/deep/x": "1", "persona.md": "# A\n", "imported/persona.md/y": "2"}, "name: A\n"),
        ({"agent.yaml/x": "1", "memory/context.md": "m"}, "name: A\nx-aule: {id: '../../../etc', exec: sandbox}\n"),
        ({}, "name: A\nx-imported: 7\nmodel: " + "m" * 400 + "\nallowed_tools: [" + "Read, " * 80 + "Glob]\n"),
        ({}, "name: A\nallowed_tools: " + json.dumps([f"app.tool_{number}" for number in range(80)]) + "\n"),
    ],
)
def test_an_odd_folder_comes_in_whole_or_says_why_not(site: Site, tmp_path: Path, files: Any, front: str) -> None:
    """S12: names that mean something here, a place that is none, more than may be said."""
    folder = tmp_path / "A"
    for name, text in {**files, "definition.yaml": front}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    manifest = made(site, import_agent(folder, TARGET))
    assert manifest.folder == site.home_path / "projects/develop/test-service/agents/A"
    kept = "".join(path.read_text() for path in sorted(manifest.folder.rglob("*")) if path.is_file())
    assert all(text in kept for text in files.values())


def test_a_frontmatter_of_ours_gives_no_rights_and_no_place(site: Site, tmp_path: Path) -> None:
    """S12: whatever is written under our key."""
    ours = {"id": "Mine", "exec": "sandbox", "on_write": "apply", "target_context": {"output_scope": "**"}}
    ours |= {"ai_provider": "!!", "model": "m" * 300, "available_tools": ["Bash", "core.exec", "retrieve_context"]}
    ours |= {"timeout_s": -1, "config": [1], "execution_task": "t" * 30_000, "x-imported": ["odd"]}
    source = markdown(tmp_path, f"name: a\ntools: Read\nx-aule: {json.dumps(ours)}\n")
    imported = import_agent(source, Target("develop", "test-service"))
    manifest = made(site, imported)
    assert (manifest.id, manifest.exec, manifest.scope, manifest.on_write) == ("Mine", None, (), None)
    assert manifest.tool_names == ("Read", "retrieve_context")
    assert (manifest.provider, manifest.model, manifest.timeout_s, manifest.config) == (None, None, None, {})
    assert imported.more["x-imported"]["x-imported"] == ["odd"]
