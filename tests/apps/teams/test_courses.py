"""Who speaks in a team: routers, fallbacks, reviews and pools, through the front door."""

from __future__ import annotations

import json
from pathlib import Path

from tests.apps.teams.crew import Crew, make_agents, make_team, team_facts

from aule.apps.teams.wire.routes import requests_graph
from aule.contracts.access.agent import Agent
from aule.contracts.errors import ModelUnavailable
from aule.contracts.events.teams import TeamRouted
from aule.contracts.runs.run import Run, RunStatus
from aule.kernel.engine.run_request import RunRequest
from aule.testing.system import System, system


async def test_skills_choose_who_answers_and_say_why(tmp_path: Path) -> None:
    """ST-4: by words where they say it, by meaning where they do not, else whoever stands first; always the same."""
    model = Crew(ana=["Ana here."], bia=["Bia here."])
    async with system(tmp_path, model=model) as aule:
        await make_agents(aule, "ana", "bia")
        members = [{"agent": "ana", "skills": ["poetry"]}, {"agent": "bia", "skills": ["Python code", "bugs"]}]
        await make_team(aule, agents=members)
        asked = ("fix the bugs here", "write me some verses that rhyme")
        routed = [await _first(aule, words) for words in asked]
        assert [(each.agent, each.reason) for each in routed] == [
            ("bia", "The request is about “bugs”."),
            ("ana", "The request is closest to “poetry”."),
        ]
        again = [await _first(aule, words) for words in asked]
        assert [each.model_copy(update={"call": ""}) for each in routed] == [
            each.model_copy(update={"call": ""}) for each in again
        ]


async def test_a_model_routes_with_a_confidence_and_skills_decide_below_it(tmp_path: Path) -> None:
    """ST-4: sure: its choice and reason; unsure: skills, told so; no member: sent back, then skills."""
    boss = {"a storm": [_choice("bia", 0.9)], "a calm": [_choice("bia", 0.4)], "a fog": [_choice("zoe", 1)]}
    model = Crew(assistant=boss, ana=["Ana here."], bia=["Bia here."])
    async with system(tmp_path, model=model) as aule:
        await make_agents(aule, "ana", "bia")
        await _as_assistant(aule, model)
        members = [{"agent": "ana", "skills": ["calm"]}, {"agent": "bia", "skills": ["rain"]}]
        await make_team(aule, agents=members, router="model")
        sure, unsure, none = [await _first(aule, words) for words in ("a storm", "a calm", "a fog")]
        assert (sure.agent, sure.router, sure.confidence, sure.reason) == ("bia", "model", 0.9, "It fits.")
        assert (unsure.agent, unsure.router) == ("ana", "skill")
        assert unsure.reason == "The model would choose Bia, and is only 40 % sure. The request is about “calm”."
        assert none.router == "skill" and "could not be used" in none.reason


async def test_an_unsure_model_lets_the_person_choose_where_the_team_says_so(tmp_path: Path) -> None:
    """ST-4: below the threshold it asks; the answer is on record and the run goes on."""
    model = Crew(assistant=[_choice("bia", 0.4)], ana=["Ana here."], bia=["Bia here."])
    async with system(tmp_path, model=model) as aule:
        await make_agents(aule, "ana", "bia")
        await _as_assistant(aule, model)
        await make_team(aule, agents=["ana", "bia"], router="model", unsure="ask")
        waiting = await aule.ask("a calm", team="crew")
        assert waiting.status is RunStatus.WAITING
        ended = await aule.decide("option_1")
        assert (await aule.messages(ended))[-1].content == "Ana here."
        assert (await _routes(aule, ended))[0].reason == "You chose them."


async def test_the_next_one_named_is_asked_when_a_member_fails(tmp_path: Path) -> None:
    """ST-4: visibly, with the reason; with nobody left the failure is the answer."""
    down = ModelUnavailable("The model is away.")
    model = Crew(ana=[down], bia=["Bia here."])
    async with system(tmp_path, model=model) as aule:
        await make_agents(aule, "ana", "bia")
        await make_team(aule, agents=["ana", "bia"], router="round_robin", fallback=["bia"])
        await make_team(aule, "lonely", agents=["ana", "bia"], router="round_robin")
        run = await aule.ask("one", team="crew")
        assert (await aule.messages(run))[-1].content == "Bia here."
        fact = (await _routes(aule, run))[-1]
        assert (fact.agent, fact.how, fact.reason) == ("bia", "fallback", "Ana failed: The model is away.")
        alone = await aule.ask("one", team="lonely")
        assert alone.status is RunStatus.DONE_WITH_FAILURES
        assert "nobody else is named" in (await aule.messages(alone))[-1].content


async def test_a_reviewed_answer_is_worked_over_until_it_is_good_enough(tmp_path: Path) -> None:
    """ST-4: the score stops it, or the rounds do; then the best answer stands, with the reason."""
    review = {
        "Better": [_review(0.9)],
        "Draft": [_review(0.2, "Say more.")],
        "Weak": [_review(0.5)],
        "": [_review(0.1)],
    }
    work = {"again": ["Better."], "weak, please": ["Weak."], "": ["Draft."]}
    model = Crew(ana=work, rev=review)
    async with system(tmp_path, model=model) as aule:
        await make_agents(aule, "ana", "rev")
        rules = {"reviewer": "rev", "min_score": 0.8, "rounds": 2}
        await make_team(aule, agents=["ana", "rev"], review=rules)
        run = await aule.ask("a text", team="crew")
        last = (await aule.messages(run))[-1]
        assert (last.content, last.speaker and last.speaker.agent) == ("Better.", "ana")
        assert [fact.score for fact in team_facts(await aule.events(run.id)) if fact.type == "team.reviewed"] == [
            0.2,
            0.9,
        ]
        assert "Say more." in model.told[2][1]
        await make_team(aule, "strict", agents=["ana", "rev"], review={**rules, "min_score": 1.0})
        run = await aule.ask("a text", team="strict")
        assert (await aule.messages(run))[-1].content.startswith("Better.\n\nThe review gave 0.9 after 2 rounds; 1.0")


async def test_the_budget_of_a_team_is_one_for_all_its_members(tmp_path: Path) -> None:
    """ST-4: what one member spent is gone for the next; the ask ends with the reason and the answer so far."""
    model = Crew(ana=["Draft."], rev=[_review(0.1)])
    async with system(tmp_path, model=model) as aule:
        await make_agents(aule, "ana", "rev")
        limits = {"budget": {"max_tokens": 40}}
        await make_team(aule, agents=["ana", "rev"], review={"reviewer": "rev", "rounds": 9}, limits=limits)
        run = await aule.ask("a text", team="crew")
        assert [who for who, _ in model.told] == ["ana", "rev", "ana"]
        assert (await aule.messages(run))[-1].content.startswith("Draft.\n\nThe team stopped at a limit")


async def test_many_asks_run_side_by_side_through_the_queue(tmp_path: Path) -> None:
    """ST-4: a pool of two: each ask has its own members and its own answer, in one run of the queue."""
    model = Crew(ana={"red": ["Red."], "blue": ["Blue."], "green": ["Green."]})
    async with system(tmp_path, model=model) as aule:
        await make_agents(aule, "ana")
        await make_team(aule, agents=["ana"], instances=2)
        graph = requests_graph("crew", 3)
        inputs = {"requests": ["red", "blue", "green"]}
        request = RunRequest(graph=graph, inputs=inputs, title="Colours", project="home", at_once=2)
        run = await aule.until_still((await aule.kernel.engine.start(request)).id)
        assert run.status is RunStatus.DONE
        assert run.queue is not None and run.at_once == 2
        output = (await aule.kernel.engine.graph(run.id)).output
        assert [each["answer"] for each in output] == ["Red.", "Blue.", "Green."]
        assert len([each for each in await aule.kernel.runs.tree(run.id) if each.team == "crew"]) == 3


async def _first(aule: System, words: str) -> TeamRouted:
    return (await _routes(aule, await aule.ask(words, team="crew")))[0]


async def _routes(aule: System, run: Run) -> list[TeamRouted]:
    return [fact for fact in team_facts(await aule.events(run.id)) if isinstance(fact, TeamRouted)]


async def _as_assistant(aule: System, model: Crew) -> None:
    """Let the script know the assistant, who thinks for the router, by its persona."""
    agent: Agent = await aule.kernel.agents.get("assistant")
    model.known["assistant"] = agent.persona_text[:60]


def _choice(agent: str, confidence: float) -> str:
    return json.dumps({"agent": agent, "confidence": confidence, "reason": "It fits."})


def _review(score: float, comments: str = "") -> str:
    return json.dumps({"score": score, "comments": comments})
