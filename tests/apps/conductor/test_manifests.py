"""Manifests say what an agent is; what they say wrongly is told with its line (D.1)."""

from __future__ import annotations

import json
import os
import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.apps.conductor.places import Site

from aule import boot
from aule.apps.conductor.agents.lint import has_errors, is_root_wide, lint, lint_home, lint_place
from aule.apps.conductor.agents.manifest import provider_of, read_manifest
from aule.apps.conductor.agents.personas import read_persona
from aule.apps.conductor.agents.tools import CORE, READING, capabilities_of, tools_of
from aule.apps.conductor.findings import Misconfigured
from aule.apps.conductor.homes.reach import reach
from aule.apps.conductor.homes.resolution import resolve
from aule.contracts.access.agent import Role

BASE = "id: A\nversion: 2.0\ndescription: Does it.\nexecution_mode: project_resident\n"
TARGET = "target_context:\n  project_key: test-service\n"
CLOCK = boot.ambient().clock


def agent(site: Site, text: str) -> Path:
    return site.agent("A", manifest=text)


def test_every_field_is_read(site: Site) -> None:
    """D.1: all fields, with their kinds and defaults."""
    folder = agent(
        site,
        BASE
        + 'target_context:\n  project_key: test-service\n  output_scope: ["src/**/*.kt", "!src/gen/**"]\n'
        + "ai_provider: claude\nmodel: claude-sonnet-4\npersona_prompt_path: texts/who.md\n"
        + "state_file_path: var/state.json\navailable_tools: [Read, Bash, retrieve_context, atlas.check_in]\n"
        + 'execution_task: "Write ${output_artifact} to ${output_directory} from ${input_file}"\n'
        + "output_artifact: X.kt\noutput_directory: src/service\non_write: propose\nexec: sandbox\nmax_turns: 7\n"
        + "timeout_s: 90\nconfig: {a: [1, {b: c}]}\nmetadata: {owner: me}\n",
    )
    manifest = read_manifest(folder)
    assert (manifest.id, manifest.description, manifest.mode) == ("A", "Does it.", "project_resident")
    assert (manifest.project_key, manifest.scope) == ("test-service", ("src/**/*.kt", "!src/gen/**"))
    assert (manifest.provider, manifest.model, manifest.role) == ("anthropic", "claude-sonnet-4", None)
    assert (manifest.persona_path, manifest.state_path) == (folder / "texts/who.md", folder / "var/state.json")
    assert manifest.tools == ("core.read_file", "core.exec", "core.retrieve_context", "atlas.check_in")
    assert (manifest.on_write, manifest.exec, manifest.max_turns, manifest.timeout_s) == ("propose", "sandbox", 7, 90)
    assert (manifest.config, manifest.metadata) == ({"a": [1, {"b": "c"}]}, {"owner": "me"})
    assert manifest.output == "src/service/X.kt"
    assert manifest.task_for("in.md") == "Write X.kt to src/service from in.md"
    assert "${input_file}" in manifest.task_for(None)


def test_what_is_left_out_means_little(site: Site) -> None:
    """D.1, CO-25: no scope means reading only, no tools the four that look."""
    manifest = read_manifest(agent(site, BASE + TARGET))
    assert (manifest.scope, manifest.tools) == ((), READING)
    assert (manifest.persona_path.name, manifest.state_path.name) == ("persona.md", "state.json")
    assert (manifest.on_write, manifest.exec, manifest.provider, manifest.model) == (None, None, None, None)
    assert read_manifest(agent(site, BASE + TARGET + "  output_scope: null\nexec: off\n")).exec == "off"
    assert read_manifest(agent(site, BASE + TARGET + "exec: false\n")).exec == "off"


@pytest.mark.parametrize("version", ["2.0", "'2.0'", "2", '"2"', "2.1"])
def test_version_two_is_a_number_or_a_text(site: Site, version: str) -> None:
    """D.1: both are written by people."""
    assert read_manifest(agent(site, BASE.replace("2.0", version) + TARGET)).id == "A"


@pytest.mark.parametrize("version", ["1.0", "'1.4'", "1", "0.9"])
def test_version_one_is_refused_with_the_command_that_migrates(site: Site, version: str) -> None:
    """D.1: nothing else of an old file is complained about."""
    with pytest.raises(Misconfigured) as caught:
        read_manifest(agent(site, f"id: Z\nversion: {version}\nwhatever: 1\n"), locale="pt-BR")
    assert [note.code for note in caught.value.notes] == ["old_version"]
    assert "aule agent migrate" in (caught.value.problem.hint or "")


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("version: 2.0\n", "missing_key", 1),
        (BASE.replace("id: A", "id: B") + TARGET, "id_is_not_the_folder", 1),
        (BASE.replace("id: A", "id: 7") + TARGET, "not_a_text", 1),
        (BASE.replace("2.0", "3.0") + TARGET, "new_version", 2),
        (BASE.replace("2.0", "[2]") + TARGET, "not_a_version", 2),
        (BASE.replace("Does it.", '""') + TARGET, "empty_value", 3),
        (BASE.replace("project_resident", "cloud") + TARGET, "not_a_choice", 4),
        (BASE + "target_context: x\n", "not_a_mapping_here", 5),
        (BASE + "target_context: {}\n", "missing_key", 5),
        (BASE + "target_context:\n  project_key: a/b\n", "not_a_name", 6),
        (BASE + TARGET + "  output_scop: x\n", "unknown_key_near", 7),
        (BASE + TARGET + "  output_scope: ../x\n", "not_a_scope", 7),
        (BASE + TARGET + "  output_scope: /etc/*\n", "not_a_scope", 7),
        (BASE + TARGET + "  output_scope: 'a\\b'\n", "not_a_scope", 7),
        (BASE + TARGET + "  output_scope: ['!a/**']\n", "only_exceptions", 7),
        (BASE + TARGET + "  output_scope: {a: b}\n", "not_texts", 7),
        (BASE + TARGET + "  output_scope: [1]\n", "not_texts", 7),
        (BASE + TARGET + "available_tools: [Read, 7]\n", "not_texts", 7),
        (BASE + TARGET + "ai_provider: '!!'\n", "not_a_provider", 7),
        (BASE + TARGET + "persona_prompt_path: ../../x.md\n", "leaves_the_home", 7),
        (BASE + TARGET + "state_file_path: /tmp/state.json\n", "leaves_the_home", 7),
        (BASE + TARGET + "state_file_path: ~/state.json\n", "leaves_the_home", 7),
        (BASE + TARGET + "on_write: always\n", "not_a_choice", 7),
        (BASE + TARGET + "exec: yes\n", "not_a_choice", 7),
        (BASE + TARGET + "max_turns: 0\n", "out_of_bounds", 7),
        (BASE + TARGET + "max_turns: true\n", "not_a_number", 7),
        (BASE + TARGET + "config: [1]\n", "not_a_mapping_here", 7),
        (BASE + TARGET + "model: !!binary aGk=\n", "not_yaml", 7),
        ("id: A\nid: A\n", "not_yaml", 2),
    ],
)
def test_what_is_wrong_is_told_with_its_line(site: Site, text: str, code: str, line: int) -> None:
    """D.1: strict types; a lint says the same as an error does, in both languages."""
    folder = agent(site, text)
    for locale in ("en", "pt-BR"):
        with pytest.raises(Misconfigured) as caught:
            read_manifest(folder, locale=locale)
        assert (code, line) in [(note.code, note.line) for note in caught.value.notes], caught.value.notes
    assert has_errors(lint(folder))
    assert has_errors(lint_place(site.home, "develop", "test-service", "A"))


def test_all_errors_are_told_at_once(site: Site) -> None:
    """D.1: nobody mends a file one message at a time."""
    with pytest.raises(Misconfigured) as caught:
        read_manifest(agent(site, "id: A\nversion: 2.0\nexecution_mode: x\non_write: y\nmax_turns: z\n"))
    assert len(caught.value.notes) == 4
    assert "(3 more)" in str(caught.value)


def test_providers_and_models_have_other_names(site: Site) -> None:
    """D.1: aliases of providers, roles in the place of a model, both in one word."""
    assert [provider_of(name) for name in ("claude", "Gemini", "ollama", "GPT", "grok")] == [
        *("anthropic", "google", "ollama", "openai", "xai")
    ]
    manifest = read_manifest(agent(site, BASE + TARGET + "model: code\n"))
    assert (manifest.model, manifest.role) == (None, Role.CODE)
    manifest = read_manifest(agent(site, BASE + TARGET + "model: gemini/gemini-2.5-pro\n"))
    assert (manifest.provider, manifest.model) == ("google", "gemini-2.5-pro")
    manifest = read_manifest(agent(site, BASE + TARGET + "model: claude\n"))
    assert (manifest.provider, manifest.model) == ("anthropic", None)
    manifest = read_manifest(agent(site, BASE + TARGET + "ai_provider: openrouter\nmodel: qwen/qwen3\n"))
    assert (manifest.provider, manifest.model) == ("openrouter", "qwen/qwen3")
    notes = read_manifest(agent(site, BASE + TARGET + "ai_provider: mine\n")).notes
    assert [note.code for note in notes] == ["unlisted_provider"]


def test_tools_of_manifests_are_capabilities_that_exist() -> None:
    """CO-3, D.1: the words of the original map to the kernel's names, and the list of those is the registry's."""
    registered = {each.capability.name for app in boot.installed_apps() for each in app.capabilities}
    core = {name.removeprefix("core.") for name in registered if name.startswith("core.")}
    # For talks with people alone: a resident takes no changes of others back, and does not look into their talks.
    assert core - CORE == {"undo_changes", "search_conversations", "consolidate_memories"}
    later = {"apply_patch", "move_file", "exec", "extract_archive", "web_fetch", "web_search"}
    assert CORE - core <= later
    assert tools_of(["Read", "Write", "Grep", "Glob", "LS", "Bash"]) == [
        *("core.read_file", "core.write_file", "core.edit_file", "core.append_file", "core.apply_patch"),
        *("core.move_file", "core.grep_search", "core.file_search", "core.list_dir", "core.exec"),
    ]
    assert capabilities_of("read") is None
    assert capabilities_of("core.read_file\n") is None


def test_a_lint_tells_what_would_surprise(site: Site) -> None:
    """D.1: outputs out of scope, scopes over everything, tools without use."""
    text = (
        BASE
        + TARGET
        + '  output_scope: ["src/service/*.kt", ".git/hooks/*"]\n'
        + "output_artifact: X.kt\noutput_directory: src/controller\navailable_tools: [Read, Bash]\n"
        + 'execution_task: "${output_artifact} ${nobody}"\nfavourite: blue\n'
    )
    notes = lint(agent(site, text), locale="pt-BR")
    assert not has_errors(notes)
    codes = {note.code for note in notes}
    assert codes == {
        "output_fora_do_escopo",
        "scope_never_written",
        "exec_is_off",
        "unknown_placeholder",
        "unknown_key",
    }
    outside = next(note for note in notes if note.code == "output_fora_do_escopo")
    assert outside.line == 8 and "src/controller/X.kt" in outside.message
    wide = {note.code for note in lint(agent(site, BASE + TARGET + "  output_scope: '**'\n"))}
    assert wide == {"root_wide_scope", "scope_without_write"}
    bare = {note.code for note in lint(agent(site, BASE + TARGET + "available_tools: [Write]\nexec: ask\n"))}
    assert bare == {"write_without_scope", "exec_without_tool"}
    site.agent("A", environment="main", manifest=BASE + TARGET + "on_write: apply\n")
    capped = lint(resolve(site.home, "main", "test-service", "A"))
    assert [note.code for note in capped] == ["apply_is_capped"]


def test_the_agents_of_the_original_could_not_have_saved_their_own_output(site: Site) -> None:
    """D.1: an output directory is held against the scope too."""
    inside = BASE + TARGET + '  output_scope: "src/{a,b}/*Controller.kt"\navailable_tools: [Write]\n'
    for folder, outside in (("src/a", False), ("src/b/", False), ("docs", True), ("src/a/deep", True)):
        codes = [note.code for note in lint(agent(site, inside + f"output_directory: {folder}\n"))]
        assert ("output_fora_do_escopo" in codes) is outside, folder


def test_a_missing_persona_and_a_broken_state_are_told_and_left(site: Site) -> None:
    """CO-4: a lint looks, and moves nothing."""
    folder = site.agent()
    (folder / "persona.md").unlink()
    (folder / "state.json").write_text("{half", encoding="utf-8")
    notes = lint(folder)
    assert {(note.code, note.severity) for note in notes} == {
        ("file_missing", "error"),
        ("state_unreadable", "warning"),
    }
    assert (folder / "state.json").read_text() == "{half"


def test_a_persona_knows_its_agent_and_brings_its_memory(site: Site) -> None:
    """D.1: three placeholders, the first H1 is the name, `memory/*.md` follow; bare words stay as they are."""
    folder = site.agent("A", manifest=BASE + TARGET)
    (folder / "persona.md").write_text(
        "# Mestre {{agent_id}}\n\n{{agent_name}}: {{ agent_description }} Contexto {{x}}"
    )
    (folder / "memory").mkdir()
    (folder / "memory" / "context.md").write_text("Remember this.")
    (folder / "memory" / "secret.md").symlink_to("/etc/passwd")
    (folder / "memory" / "notes.txt").write_text("not this")
    persona = read_persona(read_manifest(folder))
    assert persona.name == "Mestre A"
    assert persona.text == "# Mestre A\n\nMestre A: Does it. Contexto {{x}}\n\nRemember this."
    assert [note.code for note in persona.notes] == ["unknown_placeholder"]


def test_files_of_an_agent_are_never_reached_through_links(site: Site) -> None:
    """S9: neither a linked persona nor a linked folder on the way to the state leads out of the home."""
    secret = site.path / "secret"
    secret.mkdir()
    (secret / "state.json").write_text("{}")
    folder = site.agent("A", manifest=BASE + TARGET + "state_file_path: var/state.json\n")
    (folder / "var").symlink_to(secret)
    with pytest.raises(Misconfigured) as caught:
        read_manifest(folder)
    assert caught.value.notes[0].code == "leaves_the_home"
    folder = site.agent("B", manifest=BASE.replace("id: A", "id: B") + TARGET)
    (folder / "persona.md").unlink()
    (folder / "persona.md").symlink_to("/etc/passwd")
    assert [note.code for note in lint(folder)] == ["file_closed"]
    (folder / "agent.yaml").unlink()
    os.mkfifo(folder / "agent.yaml")
    assert [note.code for note in lint(folder)] == ["file_odd"]


@given(st.text(max_size=300))
def test_no_text_makes_a_manifest_crash(text: str) -> None:
    """D.1: whatever a file says, it is a manifest or an error of ours."""
    import tempfile

    with tempfile.TemporaryDirectory() as place:
        folder = Path(place).resolve() / "A"
        folder.mkdir()
        (folder / "agent.yaml").write_bytes(text.encode("utf-8", "surrogatepass"))
        assert has_errors(lint(folder))


@given(
    st.dictionaries(
        st.sampled_from(["id", "version", "target_context", "exec", "max_turns", "available_tools", "model", "config"]),
        st.recursive(
            st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=5),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
            max_leaves=5,
        ),
    )
)
def test_no_value_in_any_place_makes_a_manifest_crash(values: dict[str, object]) -> None:
    """D.1: types are checked everywhere."""
    import tempfile

    known = {"id": "A", "version": 2.0, "description": "d", "execution_mode": "meta_agent"}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place).resolve() / "A"
        folder.mkdir()
        (folder / "agent.yaml").write_text(json.dumps(known | values), encoding="utf-8")
        (folder / "persona.md").write_text("# A\n")
        try:
            manifest = read_manifest(folder)
        except Misconfigured as error:
            assert error.notes
        else:
            assert manifest.id == "A"


def test_what_a_scope_reaches_is_counted_within_bounds(site: Site) -> None:
    """CO-40: today's files, some of them named; folders of tools only where the scope names them."""
    for path in ("src/service/A.kt", "src/service/B.kt", "src/service/deep/C.kt", "node_modules/x/D.kt", ".hid/E.kt"):
        site.source(path)
    root = site.path / "develop" / "test-service"
    (root / "out").symlink_to("/etc")
    assert reach(root, ["src/service/*.kt"], CLOCK).count == 2
    wide = reach(root, ["**/*.kt"], CLOCK)
    assert (wide.count, wide.complete) == (3, True)
    assert reach(root, ["node_modules/**/*.kt"], CLOCK).examples == ("node_modules/x/D.kt",)
    assert reach(root, ["**/*.kt", "!src/**"], CLOCK).count == 0
    assert reach(root, ["**/*.kt"], CLOCK, seconds=-1).complete is False
    assert reach(root / "nowhere", ["**"], CLOCK).complete is False
    assert (is_root_wide("**"), is_root_wide("**/*"), is_root_wide("**/*.kt"), is_root_wide("*")) == (
        *(True, True, False, False),
    )


def test_every_phrase_is_in_both_languages_and_used(root: Path) -> None:
    """K-13: nothing is said in one language only, and no phrase is left over."""
    folder = root / "src" / "aule" / "apps" / "conductor"
    book = tomllib.loads((folder / "messages.toml").read_text("utf-8"))
    for name, said in book.items():
        assert {"en", "pt"} <= set(said), name
        assert ("hint_en" in said) == ("hint_pt" in said), name
        holes = [sorted(re.findall(r"(?<!\$)\{(\w+)\}", said[key])) for key in ("en", "pt")]
        assert holes[0] == holes[1], name
    code = "".join(path.read_text("utf-8") for path in folder.rglob("*.py"))
    made = {f"ask_{key}" for key in ("environment", "project", "output_scope", "id", "description")}
    made |= {f"{verb}_{key}" for verb in ("ask", "skip") for key in ("model", "persona", "tools", "task")}
    made |= {"skip_output_scope"}
    made |= {f"kind_{kind}" for kind in ("environment", "project", "agent")}
    made |= {f"not_{kind}" for kind in ("a_text", "texts", "a_number", "a_truth", "a_mapping_here")}
    assert [name for name in book if name not in made and not re.search(rf"[\"']{name}[\"']", code)] == []


def test_a_whole_home_is_looked_at(site: Site) -> None:
    """D.1: every agent of every environment, and the shared ones."""
    site.agent()
    site.agent("B", environment="main", manifest="id: B\n")
    site.shared("Meta")
    site.shared("Odd", mode="project_resident\ntarget_context: {project_key: test-service}")
    codes = {(Path(note.path).parent.name, note.code) for note in lint_home(site.home) if note.severity == "error"}
    assert codes == {("B", "missing_key"), ("Odd", "shared_resident")}
