"""Agents of version 1 become agents of version 2, whatever happens on the way (CO-60 to CO-62, CO-S11)."""

from __future__ import annotations

import contextlib
import json
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.apps.conductor.old_homes import RESIDENTS, Died, OldHome, carry_out, dying_at, quick
from tests.processes.nursery import nursery
from tests.security.trees import tree_hash

from aule import boot
from aule.apps.conductor.agents.lint import has_errors, lint_home
from aule.apps.conductor.homes.resolution import resolve
from aule.apps.conductor.migrating import Answers, asked, describe, find_old, from_file, migrate, plan, rollback
from aule.apps.conductor.migrating.finding import OldAgent
from aule.apps.conductor.migrating.trees import sums_of
from aule.contracts.errors import NotFound


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """A folder in memory where there is one: a migration waits for the disk at every step."""
    folder = quick()
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def old(tmp_path: Path) -> OldHome:
    """A home with nine agents of version 1."""
    return OldHome(tmp_path.resolve())


@pytest.fixture(scope="module")
def undisturbed() -> tuple[str, str, int]:
    """The tree before and after a migration that nothing disturbed, and how many moments it has."""
    old = OldHome(quick())
    before, moments = old.hash, list[str]()
    assert carry_out(old.home, moments.append).failed == {}
    found = _portable(before, old), _portable(old.hash, old), len(moments)
    shutil.rmtree(old.path)
    return found


def _portable(found: str, old: OldHome) -> str:
    """A hash without the environment file, which names where the test runs."""
    return found.removesuffix(tree_hash(old.home_path / "config"))


def test_co_s11_nine_agents_get_their_new_homes(old: OldHome) -> None:
    """Every file is kept byte for byte; of the manifest only what is new differs, comments and order stay (CO-61)."""
    before = {id: sums_of(old.old(id)) for id in (f"{name}_Agent" for name in RESIDENTS)}
    text = (old.old("Entity_Agent") / "agent.yaml").read_text()
    done = carry_out(old.home)
    assert (done.failed, len(done.moved)) == ({}, 9)
    assert not (old.home_path / "projects/develop/agents").exists()
    for id, files in before.items():
        after = sums_of(old.new(id))
        changed = {name for name in files if files[name] != after[name]}
        assert files.keys() == after.keys()
        assert changed <= {"agent.yaml", "state.json"}
    assert (old.new("Entity_Agent") / "agent.yaml").read_text() == text.replace(
        "version: 1.0   # the first one\n",
        "version: 2.0   # the first one\nexecution_mode: project_resident\ntarget_context:\n"
        '  project_key: "nex"\n  output_scope: "src/entity/**"\n',
    )
    mapper = (old.new("Mapper_Agent") / "agent.yaml").read_bytes()
    assert b"version: '2.0' # the first one\r\nexecution_mode: project_resident\r\n" in mapper
    assert mapper.count(b"\n") == mapper.count(b"\r\n")
    assert (old.new("Test_Agent") / "state.json").read_text() == (
        '{"agent_id": "Test_Agent","environment": "develop","project": "nex","conversation_history":[],"mood":"calm"}'
    )
    state = (old.new("Entity_Agent") / "state.json").read_text()
    assert state.startswith('{\n  "agent_id": "Entity_Agent",\n  "environment": "develop",\n  "project": "nex",\n')
    assert (old.new("Review_Agent") / "state.json").read_text() == "{broken"
    creator = old.home_path / "projects/_common/agents/AgentCreator_Agent/agent.yaml"
    assert "execution_mode: meta_agent\n" in creator.read_text()
    assert "target_context" not in creator.read_text()
    resolved = resolve(old.home, "develop", "nex", "Entity_Agent")
    assert resolved.manifest.scope == ("src/entity/**",)
    errors = [note for note in lint_home(old.home) if note.severity == "error"]
    assert [(note.code, Path(note.path).parent.name) for note in errors] in ([], [("state_corrupt", "Review_Agent")])
    assert find_old(old.home) == ([], [])
    assert carry_out(old.home).moved == []


def test_a_dry_run_tells_every_path_and_every_line_and_changes_nothing(old: OldHome) -> None:
    """CO-62: the tree hash is the same afterwards, and there is no backup."""
    before = tree_hash(old.path)
    told = "\n".join(describe(plan(old.home, lambda agent: Answers("develop", "nex", ("src/**",)))))
    assert tree_hash(old.path) == before
    for name in RESIDENTS:
        for file in ("agent.yaml", "persona.md", "state.json"):
            new = f"projects/develop/nex/agents/{name}_Agent/{file}"
            assert f"projects/develop/agents/{name}_Agent/{file} -> {new}" in told
    assert "  -version: 1.0   # the first one\n  +version: 2.0   # the first one" in told
    assert '  +  output_scope: "src/**"' in told
    assert '  +  "agent_id": "Entity_Agent",' in told


PLANNED, EACH = 18, 10
"""Moments of the planned lines of nine agents, and of the five lines of each agent after them."""
MOMENTS = [0, 1, 9, 17, *range(PLANNED + 3 * EACH, PLANNED + 4 * EACH), 107, 108, 109]


def test_dying_around_any_line_of_the_journal_changes_nothing_of_the_end(
    tmp_path: Path, undisturbed: tuple[str, str, int]
) -> None:
    """CO-S11: die before and after each kind of line, run it again: the same tree; roll back: the original one."""
    before, after, moments = undisturbed
    assert moments == PLANNED + 9 * EACH + 2
    for count in MOMENTS:
        old = OldHome((tmp_path / str(count)).resolve())
        with pytest.raises(Died):
            carry_out(old.home, dying_at(count))
        assert carry_out(old.home).failed == {}
        assert _portable(old.hash, old) == after, count
        assert rollback(old.home, _stamp(old), boot.ambient()).failed == {}
        assert _portable(old.hash, old) == before, count


def test_dying_again_and_again_gets_there_too(tmp_path: Path, undisturbed: tuple[str, str, int]) -> None:
    """Every start comes a few lines further and dies; in the end all is as if nothing had been."""
    old = OldHome(tmp_path.resolve())
    deaths = 0
    while True:
        try:
            assert carry_out(old.home, dying_at(7)).failed == {}
            break
        except Died:
            deaths += 1
    assert deaths > 12
    assert _portable(old.hash, old) == undisturbed[1]


def test_a_migration_that_died_can_be_rolled_back_too_even_if_that_dies(
    tmp_path: Path, undisturbed: tuple[str, str, int]
) -> None:
    """Rolling back from anywhere gives the original tree, however often it is cut off."""
    for count in (5, 20, 49, 53, 55, 57, 90, 109):
        old = OldHome((tmp_path / str(count)).resolve())
        with pytest.raises(Died):
            carry_out(old.home, dying_at(count))
        for more in (0, 1, 4):
            with contextlib.suppress(Died):
                rollback(old.home, _stamp(old), boot.ambient(), around=dying_at(more))
        assert rollback(old.home, _stamp(old), boot.ambient()).failed == {}
        assert _portable(old.hash, old) == undisturbed[0], count


def _stamp(old: OldHome) -> str:
    (stamp,) = _stamps(old)
    return stamp


def _stamps(old: OldHome) -> list[str]:
    """The migrations of a home, the latest first."""
    folders = (old.home_path / "backups").glob("migrate-v2-*")
    stamps = [folder.name.removeprefix("migrate-v2-") for folder in folders]
    return sorted(stamps, key=lambda stamp: (stamp[:15], int(stamp[16:] or 1)), reverse=True)


@pytest.mark.parametrize("count", [22, 26])
def test_a_killed_process_is_gone_on_with(tmp_path: Path, undisturbed: tuple[str, str, int], count: int) -> None:
    """SIGKILL in the middle of a real migration, then again: the same tree."""
    old = OldHome(tmp_path.resolve())
    ended = nursery().run(str(old.path), str(count), module="tests.apps.conductor.old_homes")
    assert ended.code == -signal.SIGKILL, ended.err
    assert carry_out(old.home).failed == {}
    assert _portable(old.hash, old) == undisturbed[1]


def test_dying_in_the_middle_of_anything_is_gone_on_with(tmp_path: Path, undisturbed: tuple[str, str, int]) -> None:
    """The process ends at moments nobody chose, between files and inside of them, until one start gets through."""
    old = OldHome(tmp_path.resolve())
    seconds, deaths = 0.02, 0
    while True:
        ended = nursery().run(str(old.path), "after", str(seconds), module="tests.apps.conductor.old_homes")
        if ended.code == 0:
            break
        assert ended.code == -signal.SIGALRM, ended.err
        seconds, deaths = seconds * 3, deaths + 1
    assert deaths > 0
    assert _portable(old.hash, old) == undisturbed[1]
    assert rollback(old.home, _stamp(old), boot.ambient()).failed == {}
    assert _portable(old.hash, old) == undisturbed[0]


def test_half_a_line_in_the_journal_counts_for_nothing(old: OldHome) -> None:
    with pytest.raises(Died):
        carry_out(old.home, dying_at(30))
    (journal,) = (old.home_path / "backups").glob("migrate-v2-*/journal.jsonl")
    whole = journal.read_bytes()
    journal.write_bytes(whole + b'{"agent": "Entity_Ag')
    assert carry_out(old.home).failed == {}
    lines = [json.loads(line) for line in journal.read_text().splitlines()]
    assert journal.read_bytes().startswith(whole)
    assert lines[-1] == {"closed": "done"}


def test_a_target_with_other_content_is_a_conflict_and_stays(old: OldHome) -> None:
    """CO-62: what somebody made in the new place is theirs; the others are migrated."""
    mine = old.write("projects/develop/nex/agents/Entity_Agent/agent.yaml", "mine\n")
    source = sums_of(old.old("Entity_Agent"))
    done = carry_out(old.home)
    assert [problem.code for problem in done.failed.values()] == ["target_differs"]
    assert len(done.moved) == 8
    assert mine.read_text() == "mine\n"
    assert sums_of(old.old("Entity_Agent")) == source


def test_backups_are_verified_and_never_overwritten(old: OldHome) -> None:
    """A backup that is not what it should be stops that agent, and is left as it is."""
    with pytest.raises(Died):
        carry_out(old.home, dying_at(20))  # all are planned, one is backed up
    (folder,) = (old.home_path / "backups").glob("migrate-v2-*")
    (kept,) = (folder / "copies/develop").iterdir()
    (kept / "persona.md").write_text("other\n")
    done = carry_out(old.home)
    assert (kept / "persona.md").read_text() == "other\n"
    assert len(done.moved) == 8 or list(done.failed) == [f"projects/develop/agents/{kept.name}"]
    (kept / "persona.md").write_text(f"# {kept.name}\n\nVocê é {{{{agent_id}}}}.\n")
    assert carry_out(old.home).failed == {}
    assert (folder / "retired/develop/Entity_Agent/agent.yaml").read_text().startswith("# Entity_Agent: kept by hand")


def test_the_questions_are_those_of_the_seed(old: OldHome) -> None:
    """CO-60: three questions in this order, with what the output folder suggests; nothing means that it only reads."""
    heard: list[tuple[str, str, str]] = []

    def ask(agent: OldAgent, question: str, suggestion: str) -> str:
        heard.append((agent.id, question, suggestion))
        return "nex" if "project_key" in question and agent.id != "AgentCreator_Agent" else ""

    wanted = plan(old.home, asked(ask, {"develop": ["nex"]}))
    assert [each for each in heard if each[0] == "Entity_Agent"] == [
        ("Entity_Agent", "Qual o ambiente de destino para este agente? [padrão: develop]", "develop"),
        ("Entity_Agent", "Qual a chave de projeto (project_key) associada?", "nex"),
        ("Entity_Agent", "Qual o escopo de escrita (output_scope) para este agente?", "src/entity/**"),
    ]
    assert ("AgentCreator_Agent", "Qual a chave de projeto (project_key) associada?", "_common") in heard
    move = next(each for each in wanted.moves if each.agent.id == "Entity_Agent")
    assert b"  output_scope: null\n" in move.contents["agent.yaml"]
    assert migrate(wanted, boot.ambient()).failed == {}
    assert resolve(old.home, "develop", "nex", "Entity_Agent").manifest.scope == ()


def test_answers_come_from_a_file(old: OldHome) -> None:
    file = old.path / "answers.yaml"
    file.write_text(
        "defaults: {environment: develop, project_key: nex}\n"
        "agents:\n  Entity_Agent: {output_scope: ['src/a/*.kt', '!src/a/X.kt']}\n  Docs_Agent: {output_scope: null}\n"
        "  Review_Agent: {project_key: _common}\n"
    )
    wanted = plan(old.home, from_file(file, {"develop": ["nex"]}))
    answers = {move.agent.id: move.answers for move in wanted.moves}
    assert answers["Entity_Agent"] == Answers("develop", "nex", ("src/a/*.kt", "!src/a/X.kt"))
    assert answers["Docs_Agent"] == Answers("develop", "nex", ())
    assert answers["Service_Agent"] == Answers("develop", "nex", ("src/service/**",))
    assert answers["Review_Agent"].is_meta
    assert migrate(wanted, boot.ambient()).failed == {}
    assert not has_errors([note for note in lint_home(old.home) if "Review_Agent" not in note.path])


def test_what_cannot_be_moved_says_why_and_stays(old: OldHome) -> None:
    """A project that is not there, an environment that nobody knows, a manifest that is none."""
    old.write("projects/develop/agents/Odd_Agent/agent.yaml", "id: [\n")
    before = old.hash
    odd = [("develop", None), ("develop", "gone"), ("moon", "nex"), ("../x", "nex")]
    for answers in (Answers(*each) for each in odd):
        done = migrate(plan(old.home, lambda agent, given=answers: given), boot.ambient())
        assert (done.moved, len(done.failed)) == ([], 10)
        assert old.hash == before
    with pytest.raises(NotFound):
        rollback(old.home, "20200101T000000", boot.ambient())


def test_later_homes_migrate_again_beside_earlier_backups(old: OldHome) -> None:
    assert carry_out(old.home).failed == {}
    old.agent("Late_Agent", "id: Late_Agent\nversion: 1.1\ndescription: Tarde.\noutput_directory: nex/src/late\n")
    done = carry_out(old.home)
    assert done.failed == {}
    assert done.moved == ["projects/develop/nex/agents/Late_Agent"]
    assert len(list((old.home_path / "backups").glob("migrate-v2-*"))) == 2


NAMES = st.text("abcdefgXYZ_-", min_size=1, max_size=8).filter(lambda name: name[0].isalpha())
FILES = st.dictionaries(NAMES.map(lambda name: f"extra/{name}.bin"), st.binary(max_size=60), max_size=3)


@settings(max_examples=40)
@given(
    agents=st.dictionaries(NAMES, st.tuples(FILES, st.sampled_from(["\n", "\r\n"])), min_size=1, max_size=4),
    starts=st.lists(st.tuples(st.booleans(), st.integers(0, 60)), max_size=5),
)
def test_any_home_is_migrated_and_rolled_back(
    tmp_path_factory: pytest.TempPathFactory,
    agents: dict[str, tuple[dict[str, bytes], str]],
    starts: list[tuple[bool, int]],
) -> None:
    """Whatever is in the folders, however often it dies on the way there or back: all new, then all old again."""
    old = OldHome(quick(), empty=True)
    for id, (files, newline) in agents.items():
        text = f"description: d{newline}# c{newline}id: {id}{newline}output_directory: nex/src{newline}".encode()
        old.agent(id, "")
        (old.old(id) / "agent.yaml").write_bytes(text)
        for path, content in files.items():
            (old.old(id) / path).parent.mkdir(exist_ok=True)
            (old.old(id) / path).write_bytes(content)
    before = old.hash
    for forward, death in starts:
        with contextlib.suppress(Died):
            if forward:
                carry_out(old.home, dying_at(death))
            elif stamps := _stamps(old):
                rollback(old.home, stamps[0], boot.ambient(), around=dying_at(death))
    assert carry_out(old.home).failed == {}
    assert all((old.new(id) / "agent.yaml").is_file() and not old.old(id).exists() for id in agents)
    for stamp in _stamps(old):
        assert rollback(old.home, stamp, boot.ambient()).failed == {}
    assert old.hash == before
    shutil.rmtree(old.path)
