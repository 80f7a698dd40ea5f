"""Rules of teams: rights and budgets only shrink, every course ends, conditions are read as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.apps.teams.checks import check_team
from aule.apps.teams.conditions import holds, read_condition
from aule.apps.teams.course import Done, Next, Spoke, budget_left, next_move
from aule.apps.teams.records import AgentTeam, TeamDraft
from aule.boot import ambient
from aule.contracts.access.agent import Agent, Allowed, Budget
from aule.contracts.access.capability import Policy
from aule.contracts.errors import Invalid
from aule.contracts.events.teams import TeamHandedOver
from aule.contracts.runs.bounds import Bounds
from aule.contracts.runs.run import Run, RunKind, RunStatus, Usage
from aule.contracts.runs.team import MOST_TURNS, HandoffBrief, TeamTurn
from aule.kernel.bounds import ON_WRITE, combined
from aule.kernel.policy import may_use
from aule.kernel.runs.team_turns import seat_below

NAMES = ["ana", "bia", "cid", "dan"]
CALLS = ["core.read_file", "core.write_file", "core.execute", "atlas.create", "teams.handoff"]
AROUND = ambient()

patterns = st.lists(st.sampled_from(["*", "core.*", "atlas.*", *CALLS]), max_size=4)
budgets = st.builds(
    Budget,
    max_turns=st.integers(1, 200),
    max_tokens=st.integers(1, 10**6),
    max_cost=st.floats(0, 100),
    max_seconds=st.floats(1, 1_000),
)
agents = st.builds(
    Agent,
    id=st.sampled_from(NAMES),
    name=st.just("Somebody"),
    capabilities=st.builds(Allowed, allow=patterns, deny=patterns),
    budget=budgets,
    policy=st.just(Policy()),
    bounds=st.none() | st.builds(Bounds, on_write=st.sampled_from(["fail", "propose", "ask", "apply"])),
)


def _may(run: Run, agent: Agent) -> set[str]:
    return {name for name in CALLS if may_use(name, agent.capabilities, run.allowed, is_seated=run.is_seated)}


@given(st.lists(agents, min_size=2, max_size=6), budgets, st.none() | budgets)
def test_rights_and_budgets_never_grow_over_any_chain_of_handoffs(
    chain: list[Agent], first: Budget, left: Budget | None
) -> None:
    """ST-4: whatever the agents' own lists, bounds and budgets say, nobody has more than who handed over."""
    top = Run.new(AROUND, RunKind.TURN, "ask", project="home", locale="en", budget=first, team="crew")
    above, handing = top, Agent(id="assistant", name="Assistant")
    for number, agent in enumerate(chain, start=1):
        turn = TeamTurn(team="crew", number=number, agent=agent.id, title="t", words="w", budget=left)
        run = seat_below(above, handing, agent, turn, f"run_{number}", AROUND)
        if above.is_seated:
            assert _may(run, agent) <= _may(above, handing)
        else:
            assert _may(run, agent) - {"teams.handoff"} <= _may(above, handing)
        for limit in ("max_turns", "max_tokens", "max_cost", "max_seconds"):
            assert getattr(run.budget, limit) <= getattr(above.budget, limit)
            assert left is None or getattr(run.budget, limit) <= getattr(left, limit)
        assert run.bounds[: len(above.bounds)] == above.bounds
        before, after = combined(above.bounds).on_write, combined(run.bounds).on_write
        assert before is None or (after is not None and ON_WRITE.index(after) <= ON_WRITE.index(before))
        above, handing = run, agent


rules = st.lists(
    st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES), st.sampled_from(["", "confidence<0.5", "round>=1"])),
    max_size=6,
)
outcomes = st.tuples(
    st.sampled_from(["say", "hand", "hand_news", "fail", "limit"]),
    st.sampled_from(NAMES),
    st.integers(0, 5),
    st.floats(0, 1),
)


@given(rules, st.lists(outcomes, min_size=MOST_TURNS + 1, max_size=MOST_TURNS + 1), st.booleans(), st.integers(1, 30))
def test_every_course_of_a_team_ends_within_its_limits(
    ways: list[tuple[str, str, str]], played: list[tuple[str, str, int, float]], is_reviewed: bool, rounds: int
) -> None:
    """ST-4: whoever hands over to whom, fails or reviews, an ask ends, with a reason where nobody answered."""
    team = _team(
        agents=[{"agent": name} for name in NAMES],
        handoff_rules=[{"from_agent": a, "to_agent": b, "condition": condition} for a, b, condition in ways if a != b],
        review={"reviewer": "dan", "rounds": 3} if is_reviewed else None,
        fallback=["bia", "cid"],
        limits={"rounds": rounds, "budget": {"max_tokens": 500}},
    )
    move: Next = Next("ana", "router")
    turns: list[Spoke] = []
    while True:
        turns.append(_played(team, move, turns, played[len(turns)]))
        found = next_move(team, turns)
        if isinstance(found, Done):
            break
        move = found
    assert len([turn for turn in turns if turn.how not in ("review", "revision")]) <= rounds
    assert len(turns) <= 500 // 10
    assert found.answer is not None or found.code is not None


def _played(team: AgentTeam, move: Next, turns: list[Spoke], outcome: tuple[str, str, int, float]) -> Spoke:
    kind, other, news, share = outcome
    number = len(turns) + 1
    left = budget_left(team, turns)
    assert left is not None and left.max_tokens >= 1
    spoke = Spoke(number, move.agent, move.how, f"run_{number}", RunStatus.DONE, move.after, usage=Usage(tokens_in=10))
    if move.how == "review":
        return _with(spoke, score=share, comments="more")
    match kind:
        case "hand" | "hand_news" if other != move.agent:
            done = [f"news {number}"] if kind == "hand_news" else ["old"]
            brief = HandoffBrief(goal="go on", done=done)
            handed = TeamHandedOver(call="c", team="crew", from_agent=move.agent, to_agent=other, brief=brief)
            return _with(spoke, handed=handed)
        case "fail" | "limit":
            code = "max_tokens" if kind == "limit" else "model_unavailable"
            return _with(spoke, status=RunStatus.FAILED, problem="it failed", code=code)
        case _:
            return _with(spoke, answer=f"answer {news}", confidence=share)


def _with(spoke: Spoke, **fields: object) -> Spoke:
    known = {name: getattr(spoke, name) for name in Spoke.__slots__}
    return Spoke(**{**known, **fields})


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        ("topic=code", {"topic": "code"}, True),
        ("topic = 'code'", {"topic": "text"}, False),
        ("topic==code and confidence<0.5", {"topic": "code", "confidence": 0.4}, True),
        ("confidence<0.5", {"confidence": None}, False),
        ("confidence>=0.5 or failed", {"confidence": 0.1, "failed": True}, True),
        ("not failed && round>2", {"failed": False, "round": 3}, True),
        ('topic="a=b"', {"topic": "a=b"}, True),
    ],
)
def test_conditions_are_read_as_the_seed_spells_them(text: str, values: dict[str, object], expected: bool) -> None:
    """ST-4: `topic=code`, `confidence<0.5`, and the whole closed grammar; what is unknown makes nothing true."""
    assert holds(text, values) is expected


@pytest.mark.parametrize("text", ["weather=fine", "__import__('os')", "topic=code)", "confidence<", "a.b==1"])
def test_other_conditions_are_refused(text: str) -> None:
    """ST-4: nothing outside of the grammar, and nothing that no team knows."""
    with pytest.raises(Invalid):
        read_condition(text)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"agents": [{"agent": "ana"}, {"agent": "ana"}]}, "agents"),
        ({"handoff_rules": [{"from_agent": "ana", "to_agent": "zoe"}]}, "handoff_rules.0.to_agent"),
        ({"handoff_rules": [{"from_agent": "ana", "to_agent": "ana"}]}, "handoff_rules.0.to_agent"),
        ({"handoff_rules": [{"from_agent": "ana", "to_agent": "bia", "condition": "x("}]}, "handoff_rules.0.condition"),
        ({"fallback": ["zoe"]}, "fallback.0"),
        ({"review": {"reviewer": "zoe"}}, "review.reviewer"),
        ({"agents": [{"agent": "ana"}], "review": {"reviewer": "ana"}}, "review.reviewer"),
    ],
)
@pytest.mark.parametrize("locale", ["en", "pt-BR"])
def test_a_team_that_makes_no_sense_is_refused_with_its_place(
    fields: dict[str, object], field: str, locale: str
) -> None:
    """ST-4: clear errors, each with the field it stands in."""
    draft = {"name": "Crew", "agents": [{"agent": "ana"}, {"agent": "bia"}], **fields}
    with pytest.raises(Invalid) as refused:
        check_team(TeamDraft.model_validate(draft), locale)
    assert refused.value.problem.field == field


def _team(**fields: object) -> AgentTeam:
    known = {"id": "crew", "name": "Crew", "created_at": "", "updated_at": ""}
    return AgentTeam.model_validate({**known, **fields})
