"""Agents are made from answers: by the dialogue, by a form, by talking to the meta agent (CO-40, CO-S6)."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.apps.conductor.places import Site
from tests.models.conftest import asked
from tests.models.requests import IN_SCOPE, OUT_OF_SCOPE

from aule import boot
from aule.apps.conductor.agents.creation import draft, make, questions
from aule.apps.conductor.agents.forms import manifest_text
from aule.apps.conductor.agents.lint import lint_home, lint_place
from aule.apps.conductor.agents.questions import KEYS, AgentExists, Questionnaire, split_globs
from aule.apps.conductor.conductor import Conductor
from aule.apps.conductor.documents import parse_document
from aule.apps.conductor.homes.homes import find_home
from aule.apps.conductor.homes.resolution import Unresolved, resolve
from aule.apps.conductor.views import AgentAnswers, SessionRequest, TurnRequest
from aule.boot.parts import books_of
from aule.contracts.errors import AuleError, Unavailable, Untrusted
from aule.contracts.runs.run import RunStatus
from aule.models.builtin.brain import Builtin
from aule.models.switchboard import Switchboard
from aule.stores.home.directory import Home
from aule.testing import ScriptedModel, call, say
from aule.testing.system import System, system
from aule.understanding.plan_acts import PlanAct, plan_act

CLOCK = boot.ambient().clock
SCRIPT = {
    "environment": "develop",
    "project": "test-service",
    "output_scope": "sim, src/service/*.kt",
    "id": "ServiceCreatorAgent",
    "description": "Cria e modifica serviços em Kotlin.",
    "model": "claude",
    "persona": "Direta. Responde pelos serviços.",
    "tools": "read, write, grep",
    "task": "Revise ${input_file} e escreva em ${output_directory}.",
}


def answered(site: Site, script: dict[str, str] = SCRIPT, locale: str = "pt-BR") -> tuple[AgentAnswers, list[str]]:
    """Go through the dialogue as a terminal does; gives the answers and what was echoed."""
    asking = Questionnaire.of(site.home, CLOCK, locale)
    known: dict[str, Any] = {}
    echoes: list[str] = []
    for key in KEYS:
        taken = asking.take(key, script[key], known)
        known |= taken.values
        echoes.append(taken.echo)
    return AgentAnswers.model_validate(known), echoes


def tree(folder: Path) -> list[str]:
    """Everything under a folder, by path."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def test_co_s6_scripted_answers_make_exactly_that_agent_and_a_second_time_is_refused(site: Site) -> None:
    """CO-S6: exact directory and target_context, lint passes, the same id is refused and nothing changes."""
    site.source("src/service/MyService.kt")
    answers, echoes = answered(site)
    made = make(site.home, answers, CLOCK, "pt-BR")
    assert made.made
    folder = site.home_path / "projects/develop/test-service/agents/ServiceCreatorAgent"
    assert tree(folder) == ["agent.yaml", "persona.md", "state.json"]
    written = parse_document((folder / "agent.yaml").read_text("utf-8"), "agent.yaml").value
    assert written["target_context"] == {"project_key": "test-service", "output_scope": "src/service/*.kt"}
    assert (written["id"], written["version"], written["execution_mode"]) == (
        "ServiceCreatorAgent",
        2.0,
        "project_resident",
    )
    assert written["available_tools"] == ["Read", "Write", "Grep"]
    assert [note for note in lint_home(site.home) if note.severity == "error"] == []
    resolved = resolve(site.home, "develop", "test-service", "ServiceCreatorAgent")
    assert (resolved.manifest.provider, resolved.manifest.scope) == ("anthropic", ("src/service/*.kt",))
    assert "alcança 1 arquivo hoje: src/service/MyService.kt" in echoes[2]

    before = {path: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(AgentExists) as caught:
        make(site.home, answers, CLOCK, "pt-BR")
    assert "agent.yaml" in (caught.value.problem.hint or "")
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    assert tree(folder.parent) == [
        "ServiceCreatorAgent",
        *(f"ServiceCreatorAgent/{name}" for name in ("agent.yaml", "persona.md", "state.json")),
    ]


def test_the_questions_are_the_seeds_word_for_word(site: Site) -> None:
    """CO-40: nine questions in order; the first three as the seed has them, with what is at hand."""
    asked = questions(site.home, CLOCK, "pt-BR")
    assert [each.key for each in asked] == list(KEYS)
    assert [each.text for each in asked[:3]] == [
        "Em qual **ambiente** este agente irá operar? (develop, main, etc.)",
        "Qual o **nome do projeto** alvo?",
        "Este agente irá modificar código? Se sim, por favor, forneça o "
        "**padrão glob para o escopo de escrita** (output_scope).",
    ]
    assert asked[0].choices == ["develop", "main"]
    projects = Questionnaire.of(site.home, CLOCK).question("project", {"environment": "develop"})
    assert projects.choices == ["test-service"]
    english = questions(site.home, CLOCK, "en")
    assert all("**" in each.text for each in (*asked, *english))
    assert not {each.text for each in asked} & {each.text for each in english}


def test_what_is_dear_wide_or_empty_is_said_at_once(site: Site) -> None:
    """CO-40: each answer is echoed; a protected environment and a scope over everything are pointed out."""
    asking = Questionnaire.of(site.home, CLOCK, "en")
    assert "protected" in asking.take("environment", "main", {}).echo
    known = {"environment": "develop", "project": "test-service"}
    wide = asking.take("output_scope", "**", known)
    assert [note.code for note in wide.notes] == ["root_wide_scope"]
    assert asking.take("output_scope", "no", known).values == {"output_scope": []}
    assert asking.take("output_scope", "não.", known).values == {"output_scope": []}
    assert "no file today" in asking.take("output_scope", "docs/*.md", known).echo
    assert asking.take("tools", "", {"output_scope": ["a"]}).values["tools"] == ["Read", "Grep", "Glob", "LS", "Write"]
    assert asking.take("tools", "", {}).values["tools"] == ["Read", "Grep", "Glob", "LS"]
    assert asking.take("model", "code", known).values == {"provider": None, "model": "code"}
    assert asking.take("model", "ollama/qwen3", known).values == {"provider": "ollama", "model": "qwen3"}


@pytest.mark.parametrize(
    ("key", "answer"),
    [
        ("environment", "staging"),
        ("environment", ""),
        ("project", "../main"),
        ("project", "ghost"),
        ("output_scope", "/etc/passwd"),
        ("output_scope", "../**"),
        ("output_scope", "!src/**"),
        ("output_scope", "sim"),
        ("output_scope", "sim, em qualquer lugar que /seja"),
        ("id", "a/b"),
        ("id", ".."),
        ("id", ""),
        ("description", "x" * 501),
        ("description", "half \ud800"),
        ("model", "!!"),
        ("tools", "Teleport"),
    ],
)
def test_an_answer_that_cannot_be_used_is_refused_with_why(site: Site, key: Any, answer: str) -> None:
    """CO-40: every answer is checked when it is given, and told about in words of the reader."""
    asking = Questionnaire.of(site.home, CLOCK, "pt-BR")
    known = {"environment": "develop", "project": "test-service"}
    with pytest.raises(AuleError) as caught:
        asking.take(key, answer, known)
    assert str(caught.value)
    assert caught.value.problem.field == key


def test_a_draft_writes_nothing_and_shows_everything(site: Site) -> None:
    """CO-40: what would be made is seen first, with what the scope reaches."""
    site.source("src/service/A.kt")
    site.source("src/service/B.kt")
    answers, _ = answered(site)
    before = tree(site.path)
    drafted = draft(site.home, answers, CLOCK, "pt-BR")
    assert (drafted.made, drafted.reaches) == (False, 2)
    assert drafted.place == "projects/develop/test-service/agents/ServiceCreatorAgent"
    assert set(drafted.files) == {"agent.yaml", "persona.md", "state.json"}
    assert [note.code for note in drafted.notes if note.severity == "error"] == []
    assert tree(site.path) == before


def test_a_failure_leaves_nothing_behind(site: Site) -> None:
    """CO-40: built beside and renamed: what cannot be placed is not there, nor are the folders above it."""
    answers, _ = answered(site)
    site.home_path.joinpath("projects").mkdir()
    site.home_path.joinpath("projects/develop").write_text("a file in the way", encoding="utf-8")
    before = tree(site.home_path)
    with pytest.raises((Unavailable, AuleError)):
        make(site.home, answers, CLOCK)
    assert tree(site.home_path) == before


def test_an_agent_for_a_project_that_is_not_there_is_not_made(site: Site) -> None:
    """CO-40: the place is checked again when it is made."""
    answers, _ = answered(site)
    with pytest.raises(Unresolved):
        make(site.home, answers.model_copy(update={"project": "ghost"}), CLOCK)
    assert not (site.home_path / "projects").exists()


@given(
    description=st.text(min_size=1, max_size=80),
    task=st.text(max_size=200) | st.lists(st.text("ab: -#|>\t'\"{}", max_size=8), max_size=5).map("\n".join),
    scope=st.lists(st.from_regex(r"[a-z]{1,5}(/[a-z*]{1,5}){0,2}", fullmatch=True), max_size=3),
)
def test_a_manifest_reads_back_as_it_was_answered(description: str, task: str, scope: list[str]) -> None:
    """CO-40: whatever people type, quotes, colons and line breaks too, is what the manifest says."""
    if "\0" in description + task or any("\ud800" <= each <= "\udfff" for each in description + task):
        return
    answers = AgentAnswers(
        environment="e", project="p", id="A", description=description, task=task, output_scope=scope, model="no"
    )
    read = parse_document(manifest_text(answers, "en"), "agent.yaml").value
    assert (read["description"], read.get("execution_task", "")) == (description, task)
    expected: Any = None if not scope else scope[0] if len(scope) == 1 else scope
    assert read["target_context"]["output_scope"] == expected
    assert read["model"] == "no"


def test_globs_are_told_apart() -> None:
    """CO-40: commas inside braces belong to the glob."""
    assert split_globs("src/{a,b}/*.kt, docs/**; !docs/old/**\ntests/*") == [
        "src/{a,b}/*.kt",
        "docs/**",
        "!docs/old/**",
        "tests/*",
    ]
    assert split_globs("Sim: `src/*.kt`") == ["src/*.kt"]
    assert split_globs("Não") == []


@asynccontextmanager
async def without_model(path: Path) -> AsyncGenerator[System]:
    """The product as it is installed, with nothing connected."""
    home = Home(path)
    home.prepare()
    kernel = await boot.build(home, boot.ambient(), models=Switchboard)
    await kernel.start()
    try:
        yield System(kernel, ScriptedModel(), home)
    finally:
        await kernel.stop()


def settled(path: Path) -> Path:
    """A data directory whose home of Conductor has one environment with the project `loja`."""
    site = Site(path.resolve() / "site")
    (site.path / "develop" / "loja" / "src").mkdir(parents=True)
    (site.path / "develop" / "loja" / "src" / "a.py").write_text("a\n", encoding="utf-8")
    data = path.resolve() / "data"
    site.home_path.rename(data / "conductor") if data.mkdir() is None else None
    return data


async def test_with_no_model_the_meta_agent_asks_the_nine_questions_and_makes_the_agent(tmp_path: Path) -> None:
    """CO-40, K-14: said in a sentence, asked one by one, shown, made after a yes; a wrong answer is asked again."""
    data = settled(tmp_path)
    async with without_model(data) as aule:
        await aule.ask("criar um agente para o projeto loja", locale="pt-BR", agent="agent-creator")
        first = await aule.pending()
        assert first.title == "1/9 · Em qual ambiente este agente irá operar? (develop, main, etc.)"
        await aule.decide("option_1")
        asked = await aule.pending()
        assert "padrão glob para o escopo de escrita" in asked.title
        assert [option.label for option in asked.options] == ["Não, ele só lê", "Responder"]
        await aule.decide("answer", answer="/etc/*")
        assert "não pode ser usado" in (await aule.pending()).body
        await aule.decide("answer", answer="src/*.py, src/__init__.py")
        assert "src/\\*.py, src/\\_\\_init\\_\\_.py; alcança 1 arquivo hoje: src/a.py" in (await aule.pending()).body
        await aule.decide("answer", answer="LojaAgent")
        await aule.decide("answer", answer="Cuida da loja.")
        for _ in range(4):
            await aule.decide("option_1")
        last = await aule.pending()
        assert last.title == "Criar o agente LojaAgent para develop/loja?"
        assert "projects/develop/loja/agents/LojaAgent" in last.body and "output_scope" in last.body
        assert not (data / "conductor/projects/develop/loja/agents/LojaAgent").exists()
        run = await aule.decide("option_1")
        assert run.status is RunStatus.DONE
        assert "LojaAgent" in (await aule.messages(run))[-1].content
    home = find_home(None, environment={}, cwd=None, data=data)
    assert [note for note in lint_place(home, "develop", "loja", "LojaAgent") if note.severity == "error"] == []
    assert resolve(home, "develop", "loja", "LojaAgent").manifest.scope == ("src/*.py", "src/__init__.py")


async def test_only_who_wants_an_agent_is_asked_about_one() -> None:
    """K-14, PL-3: making an agent is one call, not a plan, and no other request is taken for it."""
    for words in ("criar um agente para o projeto nex", "create a new agent for the project nex"):
        assert plan_act(words) is PlanAct.TALK, words
    for words in ("implemente um agente que lê e-mails", "crie testes para o projeto nex"):
        assert plan_act(words) is PlanAct.NEW, words
    apps = boot.installed_apps()
    brain = Builtin(lambda: [recipe for app in apps for recipe in app.recipes], boot.ambient(), books=books_of(apps))
    tools = [each.capability for app in apps for each in app.capabilities]

    async def meant(words: str) -> list[str]:
        return [call.capability for call in (await brain.understand(asked(words, *tools), words)).calls]

    try:
        for words in (
            "preciso de um agente novo para o projeto nex",
            "make me an agent",
            "crie um agente pro projeto x",
        ):
            assert await meant(words) == ["conductor.new_agent"], words
        for words in [*OUT_OF_SCOPE[:8], *(requests[0] for requests in IN_SCOPE.values())]:
            assert not any(name.startswith("conductor.") for name in await meant(words)), words
    finally:
        await brain.close()


async def test_a_no_at_the_end_makes_nothing(tmp_path: Path) -> None:
    """CO-40: the last question is the approval."""
    data = settled(tmp_path)
    params = {"environment": "develop", "project": "loja", "output_scope": "no", "id": "A", "description": "Reads."}
    params |= {"model": "", "persona": "", "tools": "", "task": ""}
    async with system(data, call("conductor.new_agent", params), say("Very well.")) as aule:
        await aule.ask("make it", agent="agent-creator")
        await aule.decide("option_2")
    assert not (data / "conductor/projects").exists()


async def test_a_model_makes_an_agent_only_after_its_files_were_seen(tmp_path: Path) -> None:
    """CO-40: with all answers at once the files are the preview, and the approval is asked every time."""
    data = settled(tmp_path)
    params = {"environment": "develop", "project": "loja", "id": "Maker", "description": "Makes.", "output_scope": []}
    async with system(data, call("conductor.create_agent", params), say("Made.")) as aule:
        run = await aule.ask("make Maker", agent="agent-creator")
        assert run.status is RunStatus.WAITING
        shown = (await aule.pending()).preview
        assert shown is not None and shown.type == "patch"
        assert [each.path.rpartition("/")[2] for each in shown.files] == ["agent.yaml", "persona.md", "state.json"]
        assert not (data / "conductor/projects").exists()
        run = await aule.decide()
        assert run.status is RunStatus.DONE
    assert (data / "conductor/projects/develop/loja/agents/Maker/agent.yaml").is_file()


async def test_agents_are_listed_shown_and_checked_by_talking(tmp_path: Path) -> None:
    """CO-40: what there is, what it may write today, and what is wrong with it."""
    data = settled(tmp_path)
    home = find_home(None, environment={}, cwd=None, data=data)
    answers = AgentAnswers(
        environment="develop", project="loja", id="Loja", description="Cuida da loja.", output_scope=["src/*.py"]
    )
    make(home, answers, CLOCK)
    for folder in ("_common/agents/Meta", "develop/agents/Old"):
        (home.projects / folder).mkdir(parents=True)
        manifest = f"id: {folder[-4:].strip('/')}\nversion: 2.0\ndescription: d\nexecution_mode: meta_agent\n"
        (home.projects / folder / "agent.yaml").write_text(manifest)
        (home.projects / folder / "persona.md").write_text("# P\n")
    wishes = [
        call("conductor.list_agents"),
        call("conductor.show_agent", {"environment": "develop", "project": "loja", "agent": "Loja"}),
        call("conductor.lint_agents"),
    ]
    async with system(data, *wishes, say("Seen.")) as aule:
        run = await aule.ask("look", agent="agent-creator")
        done = [event for event in await aule.events(run.id) if event.type == "call.completed"]
    listed, shown, linted = [event.data.result.data for event in done]  # type: ignore[union-attr]
    assert [each["ref"] for each in listed["agents"]] == ["develop/loja/Loja", "_common/Meta"]
    assert "version 1, which wait to be migrated: 1." in listed["message"]
    assert shown["reach"] == "it reaches 1 file today: src/a.py"
    assert linted["ok"] is True


async def test_an_agent_that_lives_beside_a_project_makes_no_others(tmp_path: Path) -> None:
    """CO-24: not even when its manifest names the tool; nobody is asked, and nothing is made."""
    data = settled(tmp_path)
    home = find_home(None, environment={}, cwd=None, data=data)
    tools = ["Read", "conductor.create_agent", "conductor.new_agent"]
    answers = AgentAnswers(environment="develop", project="loja", id="Sly", description="Sly.", tools=tools)
    make(home, answers, CLOCK)
    params = {"environment": "develop", "project": "loja", "id": "Wide", "description": "d", "output_scope": ["**"]}
    script = (call("conductor.create_agent", params), call("conductor.new_agent", {"id": "Wide"}), say("No."))
    request = SessionRequest(environment="develop", project="loja", agent="Sly", on_write="ask")
    async with system(data, *script) as aule:
        sessions = aule.kernel.part(Conductor).sessions
        with pytest.raises(Untrusted):
            await sessions.open(request)
        approval = await aule.pending()
        await aule.kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash)
        opened = await sessions.open(request)
        started = await sessions.turn(opened.id, TurnRequest(message="Make one more."))
        run = await aule.until_still(started.run)
        failed = [event.data for event in await aule.events(run.id) if event.type == "call.failed"]
        assert await aule.kernel.approvals.pending() == []
    assert len(failed) == 2
    assert not (home.agents("develop", "loja") / "Wide").exists()


def with_own_home(path: Path) -> tuple[Path, Path]:
    """A data directory with a home of Conductor, and a repository that has one of its own."""
    data = settled(path)
    repository = path.resolve() / "repository"
    own = repository / "conductor" / "config"
    own.mkdir(parents=True)
    (own / "workspaces.yaml").write_text(f"workspaces:\n  local: {repository}\n", encoding="utf-8")
    (repository / "shop" / "src").mkdir(parents=True)
    return data, repository


SHOP = {"environment": "local", "project": "shop", "id": "Maker", "description": "Makes.", "output_scope": []}
IN_SHOP = "conductor/projects/local/shop/agents/Maker/agent.yaml"


async def test_the_creator_in_chat_uses_the_projects_own_conductor(tmp_path: Path) -> None:
    """LT-60: its environments are asked about, its folder is shown in full, and the agent can be asked afterwards."""
    data, repository = with_own_home(tmp_path)
    async with without_model(data) as aule:
        place = await aule.kernel.documents.create_project("Shop", root=str(repository))
        await aule.ask("crie um agente para o projeto shop", locale="pt-BR", agent="agent-creator", project=place.id)
        first = await aule.pending()
        assert [option.label for option in first.options][:1] == ["local"]
        await aule.decide("option_1")
        await aule.decide("option_1")
        await aule.decide("answer", answer="Maker")
        await aule.decide("answer", answer="Cuida da loja.")
        for _ in range(4):
            await aule.decide("option_1")
        assert f"{repository}/conductor/projects/local/shop/agents/Maker" in (await aule.pending()).body
        run = await aule.decide("option_1")
        assert run.status is RunStatus.DONE
        ids = await aule.kernel.part(Conductor).residents.names()
    assert (repository / IN_SHOP).is_file() and not (data / "conductor/projects").exists()
    assert [id.partition("/")[2] for id in ids if id.startswith("~")] == ["local/shop/Maker"]


async def test_a_project_without_a_conductor_of_its_own_uses_the_usual_one(tmp_path: Path) -> None:
    """LT-60: a folder that is merely called so, or a link to somebody else's, is not the project's own."""
    data, repository = with_own_home(tmp_path)
    plain, linked = repository.parent / "plain", repository.parent / "linked"
    (plain / "conductor").mkdir(parents=True)
    linked.mkdir()
    (linked / "conductor").symlink_to(repository / "conductor")
    for root in (plain, linked):
        async with system(data, call("conductor.create_agent", SHOP), say("No.")) as aule:
            place = await aule.kernel.documents.create_project(root.name, root=str(root))
            run = await aule.ask("make Maker", agent="agent-creator", project=place.id)
            assert run.status is RunStatus.DONE_WITH_FAILURES  # `local` is no environment of the usual home
    assert not (repository / IN_SHOP).exists()


async def test_a_resident_makes_no_agents_because_its_project_says_so(tmp_path: Path) -> None:
    """LT-60, CO-24: a repository that brings a meta agent of the same name lends its rights to nobody."""
    data = settled(tmp_path)
    usual = find_home(None, environment={}, cwd=None, data=data)
    tools = ["Read", "conductor.create_agent"]
    make(usual, AgentAnswers(environment="develop", project="loja", id="Sly", description="Sly.", tools=tools), CLOCK)
    project = data.parent / "site" / "develop" / "loja"
    folder = project / "conductor/projects/develop/loja/agents/Sly"
    folder.mkdir(parents=True)
    (folder / "agent.yaml").write_text("id: Sly\nversion: 2.0\ndescription: d\nexecution_mode: meta_agent\n")
    (folder / "persona.md").write_text("# P\n")
    config = project / "conductor/config/workspaces.yaml"
    config.parent.mkdir()
    config.write_text(f"workspaces:\n  develop: {project.parent}\n")
    params = {"environment": "develop", "project": "loja", "id": "Wide", "description": "d", "output_scope": ["**"]}
    request = SessionRequest(environment="develop", project="loja", agent="Sly", on_write="ask")
    async with system(data, call("conductor.create_agent", params), say("No.")) as aule:
        sessions = aule.kernel.part(Conductor).sessions
        with pytest.raises(Untrusted):
            await sessions.open(request)
        approval = await aule.pending()
        await aule.kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash)
        opened = await sessions.open(request)
        started = await sessions.turn(opened.id, TurnRequest(message="Make one more."))
        run = await aule.until_still(started.run)
        failed = [event.data for event in await aule.events(run.id) if event.type == "call.failed"]
        assert await aule.kernel.approvals.pending() == []
    assert len(failed) == 1
    assert [each for each in (folder.parent / "Wide", usual.agents("develop", "loja") / "Wide") if each.exists()] == []
