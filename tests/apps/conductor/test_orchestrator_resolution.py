"""Three names lead to one agent and one project, or to a clear refusal (CO-2, CO-S0)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.apps.conductor.places import RESIDENT, Site

from aule.apps.conductor.findings import Misconfigured
from aule.apps.conductor.homes.environments import is_name
from aule.apps.conductor.homes.resolution import Unresolved, resolve
from aule.contracts.errors import AuleError, Invalid

WHERE = ("develop", "test-service", "ServiceCreatorAgent")


def test_co_s0_three_names_give_the_home_of_the_agent_and_the_root_of_the_project(site: Site) -> None:
    """CO-S0, CO-2: from a workspaces.yaml both paths are put together, canonical."""
    folder = site.agent()
    resolved = resolve(site.home, *WHERE)
    assert resolved.home_path == folder
    assert resolved.project_root == site.path / "develop" / "test-service"
    assert resolved.environment.name == "develop"
    assert not resolved.environment.protected
    assert resolved.manifest.scope == ("src/service/*.kt",)
    assert resolved.ref == "develop/test-service/ServiceCreatorAgent"


def test_co_s0_an_unknown_environment_is_refused_with_those_there_are(site: Site) -> None:
    """CO-S0: the error lists the available environments, in the reader's language."""
    with pytest.raises(Unresolved) as caught:
        resolve(site.home, "staging", "test-service", "ServiceCreatorAgent", locale="pt-BR")
    assert caught.value.problem.candidates == ["develop", "main"]
    assert str(caught.value) == "Não há um ambiente 'staging'."
    assert caught.value.problem.hint == "Disponíveis: develop, main."
    assert caught.value.exit_code == 2


def test_co_s0_an_agent_of_another_environment_is_named_and_not_loaded(site: Site) -> None:
    """CO-S0: what only `main` has is never used in `develop`."""
    site.agent(environment="main")
    with pytest.raises(Unresolved) as caught:
        resolve(site.home, *WHERE)
    assert "main/test-service/ServiceCreatorAgent" in str(caught.value)
    assert caught.value.problem.candidates == ["main/test-service/ServiceCreatorAgent"]
    assert "was not loaded" in str(caught.value)


def test_a_meta_agent_is_shared_by_all_environments(site: Site) -> None:
    """CO-2: without one of its own, a project gets the meta agent of that name, and no resident that way."""
    folder = site.shared("Reviewer")
    resolved = resolve(site.home, "develop", "test-service", "Reviewer")
    assert (resolved.home_path, resolved.is_shared) == (folder, True)
    assert resolved.project_root == site.path / "develop" / "test-service"
    site.shared("Odd", mode="project_resident\ntarget_context: {project_key: test-service}")
    with pytest.raises(Misconfigured) as caught:
        resolve(site.home, "develop", "test-service", "Odd")
    assert caught.value.notes[0].code == "shared_resident"


def test_the_own_agent_comes_before_the_shared_one(site: Site) -> None:
    """CO-2: a project's own agent is meant first."""
    site.shared("ServiceCreatorAgent")
    assert resolve(site.home, *WHERE[:2], "ServiceCreatorAgent").is_shared
    folder = site.agent()
    assert resolve(site.home, *WHERE).home_path == folder


def test_a_manifest_for_another_project_is_refused(site: Site) -> None:
    """D.1: `project_key` has to be the project that was named."""
    site.agent(manifest=RESIDENT.format(id="ServiceCreatorAgent", project="other"))
    with pytest.raises(Misconfigured) as caught:
        resolve(site.home, *WHERE)
    assert caught.value.notes[0].code == "other_project"
    assert caught.value.notes[0].line == 5


def test_the_project_has_to_be_a_folder_that_exists(site: Site) -> None:
    """CO-2: neither a missing folder nor a file is worked in; the error names the projects there are."""
    site.agent(project="ghost")
    with pytest.raises(Unresolved) as caught:
        resolve(site.home, "develop", "ghost", "ServiceCreatorAgent")
    assert caught.value.problem.candidates == ["test-service"]
    (site.path / "develop" / "ghost").write_text("a file", encoding="utf-8")
    with pytest.raises(Unresolved):
        resolve(site.home, "develop", "ghost", "ServiceCreatorAgent")


def test_a_project_may_lie_elsewhere(site: Site) -> None:
    """D.1: `projects:` overrides where a project lies, relative to the root or absolute."""
    (site.path / "develop" / "services" / "nex").mkdir(parents=True)
    (site.path / "far").mkdir()
    site.workspaces(
        f"workspaces:\n  develop:\n    root: {site.path / 'develop'}\n"
        f"    projects: {{nex: services/nex, far: {site.path / 'far'}}}\n"
    )
    for project, root in (("nex", site.path / "develop" / "services" / "nex"), ("far", site.path / "far")):
        site.agent(project=project)
        assert resolve(site.home, "develop", project, "ServiceCreatorAgent").project_root == root


def test_links_are_followed_to_the_project_and_never_to_an_agent(site: Site) -> None:
    """CO-2: the project's root is canonical; an agent's folder behind a link could be another environment's."""
    real = site.path / "elsewhere"
    real.mkdir()
    (site.path / "develop" / "linked").symlink_to(real)
    site.agent(project="linked")
    assert resolve(site.home, "develop", "linked", "ServiceCreatorAgent").project_root == real

    site.agent(id="Dear", environment="main")
    agents = site.home.agents("develop", "test-service")
    agents.mkdir(parents=True)
    (agents / "Dear").symlink_to(site.home.agent("main", "test-service", "Dear"))
    with pytest.raises(Misconfigured) as caught:
        resolve(site.home, "develop", "test-service", "Dear")
    assert caught.value.notes[0].code == "linked_home"


def test_a_project_that_two_environments_share_is_not_worked_in(site: Site) -> None:
    """CO-36: a link from `develop` into `main` does not get around the protection of `main`."""
    site.agent(project="trap")
    (site.path / "main" / "trap").mkdir()
    os.symlink(site.path / "main" / "trap", site.path / "develop" / "trap")
    with pytest.raises(Misconfigured) as caught:
        resolve(site.home, "develop", "trap", "ServiceCreatorAgent")
    assert caught.value.notes[0].code == "ambientes_sobrepostos"


def test_no_path_leads_from_a_free_environment_into_a_protected_one(site: Site) -> None:
    """CO-35, CO-36: deeper inside `main` than its projects neither, by a link or by an override."""
    deep = site.path / "main" / "team" / "nex"
    deep.mkdir(parents=True)
    (site.path / "develop" / "linked").symlink_to(deep)
    site.workspaces(
        f"workspaces:\n  develop:\n    root: {site.path / 'develop'}\n    projects: {{mapped: {deep}}}\n"
        f"  main: {site.path / 'main'}\n"
    )
    for project in ("linked", "mapped"):
        site.agent(project=project)
        with pytest.raises(Misconfigured) as caught:
            resolve(site.home, "develop", project, "ServiceCreatorAgent")
        assert caught.value.notes[0].code == "ambientes_sobrepostos"
    site.agent(environment="main", project="team")
    assert resolve(site.home, "main", "team", "ServiceCreatorAgent").environment.protected


@pytest.mark.parametrize(
    "bad", ["", ".", "..", ".a", "a/b", "a\\b", "../main", "a..b", "_common", "a\nb", "ção", "x" * 65]
)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_name_that_could_be_a_path_is_refused(site: Site, bad: str, place: int) -> None:
    """CO-2: names with `/`, `\\` or `..` are rejected before anything is looked for."""
    names = [*WHERE]
    names[place] = bad
    with pytest.raises(Invalid) as caught:
        resolve(site.home, *names)
    assert caught.value.problem.field == ("environment", "project", "agent")[place]


@given(st.tuples(st.text(max_size=20), st.text(max_size=20), st.text(max_size=20)))
def test_no_names_ever_lead_out_of_the_home(names: tuple[str, str, str]) -> None:
    """CO-2: whatever is given, the result is an agent below its environment, or an error of ours."""
    assert all(Path("/root", name).parent == Path("/root") for name in names if is_name(name))


@given(st.lists(st.sampled_from(["develop", "main", "..", "/", "test-service", "_common", ""]), min_size=3, max_size=3))
def test_mixed_up_names_are_told(names: list[str]) -> None:
    """CO-2: names in the wrong places are refused by an error that can be read."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder).resolve())
        with pytest.raises(AuleError) as caught:
            resolve(site.home, *names)
        assert str(caught.value)
