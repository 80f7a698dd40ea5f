"""Agents of other tools come in as answers, and go out as a file others read (CO-63)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.conductor.places import Site

from aule import boot
from aule.conductor.creating import make
from aule.conductor.exporting import claude_agent, export_name
from aule.conductor.findings import Misconfigured
from aule.conductor.importing import Imported, Target, import_agent
from aule.conductor.linting import has_errors
from aule.conductor.manifest import read_manifest
from aule.conductor.resolving import resolve

CLOCK = boot.ambient().clock
TARGET = Target("develop", "test-service", ("src/**/*.kt",))


def markdown(folder: Path, front: str, body: str = "You review code.\n") -> Path:
    path = folder / ".claude" / "agents" / "code-reviewer.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"---\n{front}---\n\n{body}", encoding="utf-8")
    return path


def made(site: Site, imported: Imported) -> Any:
    """Make what was imported; gives its manifest as found again."""
    result = make(site.home, imported.answers, CLOCK, more=imported.more)
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


def test_a_subagent_in_markdown_becomes_a_manifest(site: Site, tmp_path: Path) -> None:
    """CO-63: frontmatter of `.claude/agents/*.md`; its rights are not taken over."""
    source = markdown(
        tmp_path,
        "name: code-reviewer\ndescription: Reviews code.\ntools: Read, Grep, Bash(git log:*), Bash, mcp__x__y\n"
        "disallowedTools: Bash\nmodel: haiku\npermissionMode: bypassPermissions\nmaxTurns: 500\n",
    )
    imported = import_agent(source, TARGET)
    assert sorted(note.code for note in imported.notes) == ["rights_left_out", "tool_left_out", "tool_left_out"]
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
