"""Where Conductor keeps things, and which environments it knows (CO-1, CO-36)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.apps.conductor.places import Site

from aule.apps.conductor.agents.lint import has_errors, lint_home
from aule.apps.conductor.findings import Misconfigured
from aule.apps.conductor.homes.environments import expand, is_dear, read_workspaces
from aule.apps.conductor.homes.homes import find_home
from aule.contracts.errors import Invalid, Refused


def found(
    tmp_path: Path, *, given: str | None = None, env: dict[str, str] | None = None, cwd: str | None = None
) -> str:
    home = find_home(
        None if given is None else Path(given),
        environment={"HOME": str(tmp_path), **(env or {})},
        cwd=None if cwd is None else tmp_path / cwd,
        data=tmp_path / "data",
    )
    return home.path.relative_to(tmp_path).as_posix()


def test_the_first_home_found_in_order_is_the_one(tmp_path: Path) -> None:
    """D.1: the one given, the variable, one around the working directory, the data directory's."""
    tmp_path = tmp_path.resolve()
    (tmp_path / "repo" / "deep").mkdir(parents=True)
    env = {"AULE_CONDUCTOR_HOME": str(tmp_path / "named")}
    assert found(tmp_path, cwd="repo/deep") == "data/conductor"
    (tmp_path / "repo" / "config").mkdir()
    (tmp_path / "repo" / "config" / "workspaces.yaml").write_text("workspaces: {}\n")
    assert found(tmp_path, cwd="repo/deep") == "repo"
    (tmp_path / "repo" / "conductor").mkdir()
    assert found(tmp_path, cwd="repo/deep") == "repo"  # a folder that is merely called so
    (tmp_path / "repo" / "conductor" / "projects").mkdir()
    assert found(tmp_path, cwd="repo/deep") == "repo/conductor"
    assert found(tmp_path, cwd="repo/deep", env=env) == "named"
    assert found(tmp_path, given="~/mine", cwd="repo/deep", env=env) == "mine"
    assert found(tmp_path, given="sub", cwd="repo", env=env) == "repo/sub"
    assert found(tmp_path) == "data/conductor"  # a server looks around no working directory


def test_a_home_is_named_so_that_it_can_be_found_again(tmp_path: Path) -> None:
    """D.1: relative paths need a working directory, files and NUL are no homes."""
    (tmp_path / "file").write_text("")
    for bad in ("relative", "a\0b", str(tmp_path / "file")):
        with pytest.raises(Invalid):
            find_home(Path(bad), environment={}, cwd=None, data=tmp_path)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder to another user")
def test_a_home_that_another_user_put_there_is_not_taken(tmp_path: Path) -> None:
    """S13: what is only found, not named, has to be one's own."""
    planted = tmp_path / "conductor" / "projects"
    planted.mkdir(parents=True)
    os.chown(tmp_path / "conductor", 12345, 12345)
    with pytest.raises(Refused) as caught:
        find_home(None, environment={}, cwd=tmp_path, data=tmp_path / "data")
    assert caught.value.problem.code == "home_of_another"
    assert "--home" in (caught.value.problem.hint or "")
    assert find_home(tmp_path / "conductor", environment={}, cwd=None, data=tmp_path).exists


def test_both_forms_say_where_projects_are_and_what_is_dear(site: Site) -> None:
    """CO-1: short and long form; protected by a word in the name unless the entry says otherwise."""
    site.workspaces(
        """\
        workspaces:
          develop: ~/develop
          primoia-main: ${HOME}/primoia
          main:
            root: ${BASE}/main
            protected: false
            projects: {nex: services/nex, far: /far}
        """
    )
    home = find_home(site.home_path, environment={"HOME": "/h", "BASE": "/b"}, cwd=None, data=site.path)
    develop, primoia, main = read_workspaces(home)
    assert (develop.root, develop.protected) == (Path("/h/develop"), False)
    assert (primoia.root, primoia.protected) == (Path("/h/primoia"), True)
    assert (main.root, main.protected, dict(main.projects)) == (
        Path("/b/main"),
        False,
        {"nex": Path("/b/main/services/nex"), "far": Path("/far")},
    )


def test_names_that_are_dear() -> None:
    """CO-1: a token of the name decides, split at `-`, `_` and `.`."""
    for name in ("main", "MASTER", "prod", "eu-production", "site_live", "a.prod.b", "producao", "x-produção"):
        assert is_dear(name), name
    for name in ("develop", "mainframe", "maintenance", "product", "alive", "staging"):
        assert not is_dear(name), name


def test_a_value_is_filled_in_once() -> None:
    """CO-1: what a variable brings is a path, not another template."""
    assert expand("${A}/x", {"A": "~/${B}", "B": "no"}) == ("~/${B}/x", None)
    assert expand("${A}${C}", {"A": "a"}) == ("a", "C")
    assert expand("~/${A}", {"A": "a", "HOME": "/h"}) == ("/h/a", None)
    assert expand("${A B}", {"A B": "a"}) == ("", "A B")


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("", "not_a_mapping", 1),
        ("- a\n", "not_a_mapping", 1),
        ("other: {}\n", "unknown_key", 1),
        ("workspaces:\n", "missing_key", 1),
        ("workspaces: [a]\n", "not_a_mapping_here", 1),
        ("workspaces:\n  a: /a\n  a: /b\n", "not_yaml", 3),
        ("workspaces:\n  a/b: /a\n", "not_a_name", 2),
        ("workspaces:\n  '..': /a\n", "not_a_name", 2),
        ("workspaces:\n  _common: /a\n", "not_a_name", 2),
        ("workspaces:\n  a: relative\n", "not_absolute", 2),
        ("workspaces:\n  a: ''\n", "empty_value", 2),
        ("workspaces:\n  a: ~\n", "missing_root", 2),
        ("workspaces:\n  a: 7\n", "not_a_mapping_here", 2),
        ("workspaces:\n  a: ${NOWHERE}/x\n", "unknown_variable", 2),
        ("workspaces:\n  a:\n    root: /a\n    protect: true\n", "unknown_key_near", 4),
        ("workspaces:\n  a:\n    protected: true\n", "missing_key", 2),
        ("workspaces:\n  a:\n    root: /a\n    protected: 'yes'\n", "not_a_truth", 4),
        ("workspaces:\n  a:\n    root: /a\n    projects: {p: ../up}\n", "climbs_out", 4),
        ("workspaces: &a\n  x: *a\n", "not_yaml", 2),
        ("workspaces:\n  a: !!python/object:os.system x\n", "not_yaml", 2),
        ("workspaces:\n  <<: {a: /b}\n", "not_yaml", 2),
        ("workspaces:\n  a: /a\n---\nx: 1\n", "not_yaml", 3),
    ],
)
def test_what_is_wrong_is_told_with_file_and_line(site: Site, text: str, code: str, line: int) -> None:
    """CO-1: duplicate and unknown keys, bad names and paths are errors, in both languages."""
    site.workspaces(text)
    for locale in ("en", "pt-BR"):
        with pytest.raises(Misconfigured) as caught:
            read_workspaces(site.home, locale=locale)
        note = caught.value.notes[0]
        assert (note.code, note.line) == (code, line), note
        assert str(site.home.workspaces) in str(caught.value)
        assert caught.value.exit_code == 2


def test_a_missing_huge_linked_or_broken_file_is_told(site: Site) -> None:
    """CO-1: whatever stands in the file's place, nothing crashes and nothing grows."""
    path = site.home.workspaces
    cases = {
        "file_too_large": lambda: path.write_text("# " + "x" * 300_000),
        "file_not_utf8": lambda: path.write_bytes(b"workspaces:\n  a: /\xff\n"),
        "file_closed": lambda: (path.unlink(), path.symlink_to("/etc/passwd")),
        "file_odd": lambda: (path.unlink(), path.mkdir()),
        "no_workspaces": path.rmdir,
    }
    for code, prepare in cases.items():
        prepare()
        with pytest.raises(Misconfigured) as caught:
            read_workspaces(site.home)
        assert caught.value.notes[0].code == code


def test_a_bomb_of_anchors_is_refused_quickly(site: Site) -> None:
    """CO-1: repeated parts count as often as they are used."""
    rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    rows += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    site.workspaces("\n".join(rows) + "\nworkspaces: {}\n")
    with pytest.raises(Misconfigured) as caught:
        read_workspaces(site.home)
    assert caught.value.notes[0].code == "not_yaml"
    site.workspaces("workspaces: " + "[" * 200 + "]" * 200)
    with pytest.raises(Misconfigured):
        read_workspaces(site.home)


def test_environments_that_share_a_project_fail_the_lint(site: Site) -> None:
    """CO-36: the same directory in two environments is an error, however it comes about."""
    assert not has_errors(lint_home(site.home))
    site.workspaces(f"workspaces:\n  develop: {site.path / 'develop'}\n  other: {site.path / 'develop'}\n")
    same = lint_home(site.home, locale="pt-BR")
    assert [(note.code, note.line) for note in same if note.severity == "error"] == [("ambientes_sobrepostos", 3)]
    site.workspaces(
        f"workspaces:\n  develop: {site.path / 'develop'}\n  main:\n    root: {site.path / 'main'}\n"
        f"    projects: {{svc: {site.path / 'develop' / 'test-service'}}}\n"
    )
    assert [note.code for note in lint_home(site.home) if note.severity == "error"] == ["ambientes_sobrepostos"]
    site.workspaces(f"workspaces:\n  outer: {site.path}\n  inner: {site.path / 'main' / 'test-service'}\n")
    assert [note.code for note in lint_home(site.home)] == ["nested_environments"]


def test_agents_that_nobody_can_call_are_told(site: Site) -> None:
    """D.1: agents of unnamed environments and of version 1 in their old place."""
    site.agent(environment="gone")
    site.write("projects/develop/agents/Old/agent.yaml", "id: Old\nversion: 1.0\n")
    assert sorted(note.code for note in lint_home(site.home)) == ["environment_not_named", "old_place"]
