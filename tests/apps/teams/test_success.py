"""Routing by measured success: measured from the log, shown, corrected, and never silent."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.apps.teams.crew import Crew, hand, make_agents, make_team, team_facts

from aule.apps.teams.figures import Figures
from aule.apps.teams.records import AgentTeam
from aule.apps.teams.success import LOOK_AGAIN, TRIALS, MemberFigures, by_share, candidates_for, choose
from aule.contracts.errors import ModelUnavailable
from aule.contracts.events.teams import TeamFinished, TeamRouted
from aule.contracts.runs.run import Run
from aule.kernel.capabilities.gate.caller import ByHand
from aule.testing.system import System, system

AWAY = ModelUnavailable("The model is away.")
CODERS = [
    {"agent": "ana", "skills": ["code"]},
    {"agent": "bo", "skills": ["Code"]},
    {"agent": "poe", "skills": ["poems"]},
]


async def test_figures_decide_after_trials_and_the_talk_says_why(tmp_path: Path) -> None:
    """ST-4, OS-37: each is tried, then the best is asked; the fact and the answer name the figures."""
    model = Crew(ana=[AWAY], bo=["Bo here."], poe=["Poe here."])
    async with system(tmp_path, model=model) as aule:
        await make_agents(aule, "ana", "bo", "poe")
        await make_team(aule, agents=CODERS, router="success")
        routed = [await _first(aule, "mend the code") for _ in range(2 * TRIALS + 1)]
        assert [each.agent for each in routed] == ["ana", "bo"] * TRIALS + ["bo"]
        assert routed[0].reason == (
            "Each member is tried 3 times with such requests before figures decide. "
            "Answered well, of requests about “code”: Ana 0 of 0, Bo 0 of 0."
        )
        last = routed[-1]
        assert last.reason == (
            "Bo answers such requests best so far. Answered well, of requests about “code”: Ana 0 of 3, Bo 3 of 3."
        )
        assert (last.router, last.confidence, last.topic) == ("success", 0.8, "code")
        run = await aule.ask("mend the code", team="crew", locale="pt-BR")
        speaker = (await aule.messages(run))[-1].speaker
        assert speaker is not None
        assert speaker.why == (
            "Bo é quem responde melhor a pedidos assim até aqui. "
            "Bem respondidos, de pedidos sobre “code”: Ana 0 de 3, Bo 4 de 4."
        )
        assert (await _first(aule, "write poems")).reason.startswith("Nobody else names this skill.")


async def test_what_came_of_each_member_is_measured_once_and_again_the_same(tmp_path: Path) -> None:
    """ST-4: answers, reviews that never were satisfied, failures and handoffs; a rebuild tells the same."""
    review = {"reviewer": "rev", "min_score": 0.8, "rounds": 1}
    poor = json.dumps({"score": 0.5, "comments": "More."})
    model = Crew(ana={"first": [hand("bo")], "": ["Draft."]}, bo=["Done."], rev={"Done": [_good()], "": [poor]})
    async with system(tmp_path, model=model) as aule:
        await make_agents(aule, "ana", "bo", "rev")
        members = [{"agent": "ana", "skills": ["code"]}, "bo", "rev"]
        await make_team(aule, agents=members, review=review)
        await aule.ask("first some code", team="crew")
        run = await aule.ask("then more code", team="crew")
        finished = [fact for fact in team_facts(await aule.events(run.id)) if isinstance(fact, TeamFinished)]
        assert [(each.agent, each.outcome, each.score) for each in finished[0].members] == [
            ("ana", "unsatisfactory", 0.5)
        ]
        own = Figures(aule.kernel)
        told = await own.of("crew")
        assert [_counts(each) for each in told] == [
            ("ana", "code", 2, 0, 1, 0, 1, 0.5, 30),
            ("bo", "code", 1, 1, 0, 0, 0, 0.9, 15),
        ]
        await own.rebuild()
        assert await own.of("crew") == told == await Figures(aule.kernel).of("crew")


async def test_forgotten_figures_count_no_more_until_it_is_undone(tmp_path: Path) -> None:
    """ST-4: of one member; it is tried anew, what comes later counts, and undo brings all back."""
    async with system(tmp_path, model=Crew(ana=["Ana."], bo=["Bo."], poe=["Poe."])) as aule:
        await make_agents(aule, "ana", "bo", "poe")
        await make_team(aule, agents=CODERS, router="success")
        for _ in range(2 * TRIALS):
            await aule.ask("some code", team="crew")
        gone = await aule.kernel.call("teams.forget_figures", {"team": "crew", "agent": "bo"}, by_hand=ByHand())
        own = Figures(aule.kernel)
        assert [each.agent for each in await own.of("crew")] == ["ana"]
        assert (await _first(aule, "some code")).agent == "bo"
        assert [(each.agent, each.asks) for each in await own.of("crew")] == [("ana", 3), ("bo", 1)]
        await own.rebuild()
        assert [(each.agent, each.asks) for each in await own.of("crew")] == [("ana", 3), ("bo", 1)]
        await aule.kernel.undo(f"change:{gone.result.changes[0]}")
        assert [(each.agent, each.asks) for each in await own.of("crew")] == [("ana", 3), ("bo", 4)]


@pytest.mark.parametrize(("how", "asked"), [("order", "ana"), ("success", "bo")])
async def test_fallbacks_follow_success_only_where_the_team_says_so(tmp_path: Path, how: str, asked: str) -> None:
    """ST-4: in the order of the team, or by figures, and then with them in the reason."""
    model = Crew(lead=[AWAY], ana=[AWAY], bo=["Bo here."])
    async with system(tmp_path, model=model) as aule:
        await make_agents(aule, "lead", "ana", "bo")
        members = [{"agent": "lead", "skills": ["code"]}, "ana", "bo"]
        await make_team(aule, agents=members, fallback=["ana", "bo"], fallback_by=how)
        await aule.ask("some code", team="crew")  # ana fails, bo answers
        run = await aule.ask("more code", team="crew")
        fact = (await _routes(aule, run))[1]
        told = "" if how == "order" else " Answered well, of requests about “code”: Ana 0 of 1, Bo 1 of 1."
        assert (fact.agent, fact.reason) == (asked, f"Lead failed: The model is away.{told}")


@given(st.lists(st.booleans(), min_size=60, max_size=120), st.integers(2, 5))
def test_no_member_is_ever_starved(ends: list[bool], count: int) -> None:
    """ST-4: whatever comes of it, everybody is tried, and within some requests asked again."""
    members, figures, asked = [f"m{place}" for place in range(count)], dict[str, MemberFigures](), list[str]()
    for is_well in ends:
        agent = choose(members, figures).agent
        was = figures.get(agent) or MemberFigures(agent=agent, kind="")
        figures[agent] = was.model_copy(update={"asks": was.asks + 1, "well": was.well + is_well})
        asked.append(agent)
    assert all(asked[: TRIALS * count].count(each) == TRIALS for each in members)
    counts = Counter(asked)
    assert min(counts.values()) >= TRIALS + (len(ends) - TRIALS * count) // (LOOK_AGAIN * count)


@given(st.dictionaries(st.sampled_from(["a", "b", "c"]), st.tuples(st.integers(0, 40), st.integers(0, 40))))
def test_a_choice_follows_from_figures_and_order_alone(known: dict[str, tuple[int, int]]) -> None:
    """ST-4: the same figures, the same choice; the best share of those who were tried; the first of equals."""
    figures = {
        agent: MemberFigures(agent=agent, kind="", asks=well + rest, well=well) for agent, (well, rest) in known.items()
    }
    chosen = choose(["a", "b", "c"], figures)
    assert chosen == choose(["a", "b", "c"], dict(reversed(figures.items())))
    asks = {each: figures[each].asks if each in figures else 0 for each in ("a", "b", "c")}
    if chosen.ground in ("trial", "again"):
        assert asks[chosen.agent] == min(asks.values())
        return
    best = max(figures[each].share for each in asks)
    assert chosen.agent == next(each for each in asks if figures[each].share == best)
    assert by_share(["a", "b", "c"], figures)[0] == chosen.agent


def test_those_who_name_the_skill_can_be_chosen_and_all_where_nobody_does() -> None:
    """ST-4: however it is spelt; a reviewer never."""
    known = {"id": "crew", "name": "Crew", "created_at": "", "updated_at": "", "review": {"reviewer": "rev"}}
    team = AgentTeam.model_validate({**known, "agents": [*CODERS, {"agent": "rev", "skills": ["code"]}]})
    assert candidates_for(team, "CODE") == ["ana", "bo"]
    assert candidates_for(team, "") == candidates_for(team, "cooking") == ["ana", "bo", "poe"]


def _counts(each: MemberFigures) -> tuple[object, ...]:
    counts = (each.asks, each.well, each.unsatisfactory, each.failed, each.handed)
    return (each.agent, each.kind, *counts, each.score, each.tokens)


def _good() -> str:
    return json.dumps({"score": 0.9, "comments": ""})


async def _first(aule: System, words: str) -> TeamRouted:
    return (await _routes(aule, await aule.ask(words, team="crew")))[0]


async def _routes(aule: System, run: Run) -> list[TeamRouted]:
    return [fact for fact in team_facts(await aule.events(run.id)) if isinstance(fact, TeamRouted)]
