"""Asking a team: its members speak one after another, in runs of their own, until the ask is answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from pydantic import Field

from aule.apps.teams import queries
from aule.apps.teams.app import teams
from aule.apps.teams.course import Done, Next, Spoke, budget_left, handoff_of, next_move, reported
from aule.apps.teams.prompts import REVIEW, handed_words, review_words, revision_words, shown_brief, work_words
from aule.apps.teams.records import AgentTeam, HandoffRule
from aule.apps.teams.routers import figures_for, route, told_figures
from aule.apps.teams.success import by_share, outcomes_of
from aule.apps.teams.words import say
from aule.contracts.access.agent import Agent, ModelChoice
from aule.contracts.access.capability import Spoken
from aule.contracts.events.teams import (
    TeamFact,
    TeamFinished,
    TeamHandedOver,
    TeamReported,
    TeamReviewed,
    TeamRouted,
    TeamStopped,
)
from aule.contracts.runs.run import RunStatus
from aule.contracts.runs.team import TeamTurn, TeamTurnEnd
from aule.contracts.talk.messages import MAX_MESSAGE, Speaker
from aule.sdk import Context, Effect, Model, errors
from aule.sdk.teams import parse_object
from aule.text.words import headline

MAX_DEPTH = 3
"""How many agents may stand above one that asks a team."""


class TeamTurnView(Model):
    """One turn of a member, as it is told."""

    number: int
    agent: str
    how: str
    reason: str
    run: str
    status: RunStatus
    score: float | None = None


class TeamAnswer(Model):
    """What a team answered, who said it and why, and how it came to that."""

    team: str
    answer: str
    speaker: str
    why: str
    turns: list[TeamTurnView]
    stopped: str | None = None
    """Why it stopped before it was done, as a code."""


@teams.capability(
    effect=Effect.READ,
    unspoken=True,
    title={"en": "Ask a team", "pt": "Perguntar a um time"},
    category="teams",
    timeout_s=86_400,
    anywhere=True,
)
async def ask(
    context: Context,
    team: Annotated[str, Field(min_length=1, max_length=200, description="The team, by id or name.")],
    request: Annotated[str, Field(min_length=1, max_length=MAX_MESSAGE, description="What the team is asked.")],
    is_final: Annotated[
        bool, Field(description="Whether the team's answer ends your turn; false to go on with it.")
    ] = True,
) -> TeamAnswer:
    """Ask a team of agents; its members work one after another, each with at most your rights."""
    if context.run.depth >= MAX_DEPTH:
        raise errors.Invalid(say("too_deep", context.locale), code="depth")
    asked = await TeamAsk.of(context, await queries.team(context.reading, team), request)
    done = await asked.carry_out()
    answer = asked.answer(done)
    if is_final:
        speaker = Speaker(agent=answer.speaker, team=answer.team, why=answer.why)
        context.spoken = Spoken(text=answer.answer, speaker=speaker)
    if done.code is not None and done.answer is None:
        raise errors.Unsuccessful(answer.answer, given=answer, code=f"team_{done.code}")
    return answer


@dataclass(slots=True)
class TeamAsk:
    """One ask of a team under way: everything it knows is on record, so it goes on where it was."""

    context: Context
    team: AgentTeam
    agents: Mapping[str, Agent]
    request: str
    facts: list[TeamFact]
    """What is on record of this call."""
    turns: list[Spoke] = field(default_factory=list[Spoke])
    routes: dict[int, TeamRouted] = field(default_factory=dict[int, TeamRouted])
    fallback_figures: str = ""
    """The figures by which the next one after a failure is chosen, where the team wants that."""

    @classmethod
    async def of(cls, context: Context, team: AgentTeam, request: str) -> TeamAsk:
        """Return an ask of a team, with what is on record of it already; members whose agent is gone take no part."""
        agents: dict[str, Agent] = {}
        for member in team.agents:
            try:
                agents[member.agent] = await context.team_turns.agent(member.agent)
            except errors.NotFound:
                continue
        here = team.model_copy(update={"agents": [each for each in team.agents if each.agent in agents]})
        if not here.workers:
            raise errors.Conflict(say("nobody", context.locale, team=team.name), code="nobody")
        facts = await context.team_turns.facts(context.run.id, context.call.id)
        routes = {fact.number: fact for fact in facts if isinstance(fact, TeamRouted)}
        return cls(context, here, agents, request, facts, routes=routes)

    async def carry_out(self) -> Done:
        """Let members speak until the ask is answered or has to stop."""
        move: Next | None = None
        while True:
            number = len(self.turns) + 1
            fact = self.routes.get(number) or await self._route(number, move)
            end = await self.context.team_turns.take(self.context.run, self.context.call.id, self._turn(fact, move))
            self.turns.append(await self._spoke(fact, end))
            found = await self._next()
            if isinstance(found, Done):
                await self._stop(found)
                await self._finish(found)
                return found
            move = found

    def answer(self, done: Done) -> TeamAnswer:
        """Return what the team answers."""
        spoke = done.answer
        last = spoke or self.turns[-1]
        words = [] if spoke is None else [spoke.answer.strip()]
        if done.code is not None:
            words.append(self._reason(done))
        return TeamAnswer(
            team=self.team.id,
            answer="\n\n".join(words),
            speaker=last.agent,
            why=self.routes[last.number].reason,
            turns=[self._view(turn) for turn in self.turns],
            stopped=done.code,
        )

    async def _route(self, number: int, move: Next | None) -> TeamRouted:
        """Decide who speaks and why, and put it on record before anybody does."""
        if move is None:
            found = await route(self.context, self.team, self.agents, self.request)
            fact = self._fact(number, found.agent, "router", found.reason).model_copy(
                update={"router": found.router, "confidence": found.confidence, "topic": found.topic}
            )
        else:
            if move.rule is not None and move.about is not None:
                await self._put(self._handed(move.about, move.rule))
            fact = self._fact(number, move.agent, move.how, self._why(move)).model_copy(update={"after": move.after})
        await self._put(fact)
        self.routes[number] = fact
        return fact

    def _fact(self, number: int, agent: str, how: str, reason: str) -> TeamRouted:
        call, team = self.context.call.id, self.team.id
        return TeamRouted.model_validate(
            {"call": call, "team": team, "number": number, "agent": agent, "how": how, "reason": reason}
        )

    def _why(self, move: Next) -> str:
        locale, about = self.context.locale, move.about
        match move.how:
            case "handoff":
                return say("by_handoff", locale, agent=self._name(self.turns[-1].agent))
            case "rule":
                condition = "" if move.rule is None else move.rule.condition
                return say("by_rule", locale, condition=condition, agent=self._name(self.turns[-1].agent))
            case "fallback":
                problem = "" if about is None else about.problem
                why = say("by_fallback", locale, agent=self._name(self.turns[-1].agent), problem=problem)
                return f"{why} {self.fallback_figures}".strip()
            case "review":
                return say("by_review", locale, agent=self._name("" if about is None else about.agent))
            case "revision":
                score = self.turns[-1].score
                return say("by_revision", locale, score=score, wanted=self._wanted())
            case "router":
                return ""

    def _turn(self, fact: TeamRouted, move: Next | None) -> TeamTurn:
        """Return what a member is asked; of one that has spoken already only its place counts."""
        return TeamTurn(
            team=self.team.id,
            number=fact.number,
            agent=fact.agent,
            title=headline(self.request),
            words=self._words(fact, move),
            shape=REVIEW if fact.how == "review" else None,
            after=fact.after,
            budget=budget_left(self.team, self.turns),
        )

    def _words(self, fact: TeamRouted, move: Next | None) -> str:
        team, agents, request = self.team, self.agents, self.request
        if not self.context.ports.has_model(self.context.run.choice or self._choice(fact.agent)):
            return request  # rules understand a person's words, and nothing around them
        if move is None or (move.about is None and move.brief is None):
            has_flow = agents[fact.agent].flow_graph is not None  # its steps take what was asked, not how to work
            return request if has_flow else work_words(team, agents, fact.agent, request)
        if move.brief is not None:
            return handed_words(team, agents, fact.agent, request, move.brief, "")
        assert move.about is not None
        match move.how:
            case "review":
                return review_words(team, agents, fact.agent, request, move.about)
            case "revision":
                rounds = sum(turn.how == "review" for turn in self.turns)
                return revision_words(team, agents, request, move.about, self.turns[-1], rounds)
            case "rule":
                assert move.rule is not None
                brief = handoff_of(team, move.about, move.rule, request).brief
                return handed_words(team, agents, fact.agent, request, brief, move.about.answer)
            case _:
                return work_words(team, agents, fact.agent, request)

    async def _spoke(self, fact: TeamRouted, end: TeamTurnEnd) -> Spoke:
        """Return a turn that ended, with what is on record in its run."""
        inside = await self.context.team_turns.facts(end.run)
        handed = next((each for each in inside if isinstance(each, TeamHandedOver)), None)
        sure, topic = reported([each for each in inside if isinstance(each, TeamReported)])
        spoke = Spoke(
            number=fact.number,
            agent=end.agent,
            how=fact.how,
            run=end.run,
            status=end.status,
            after=fact.after,
            answer="" if handed is not None else end.answer,
            problem="" if end.problem is None else end.problem.message,
            code="" if end.problem is None else end.problem.code,
            usage=end.usage,
            ms=end.ms,
            confidence=sure if sure is not None else fact.confidence,
            topic=topic or self.routes[1].topic,
            handed=handed,
        )
        return await self._judged(spoke) if fact.how == "review" and spoke.is_done else spoke

    async def _judged(self, spoke: Spoke) -> Spoke:
        """Read a review, and put it on record."""
        score, comments = read_review(spoke.answer)
        read = replace(spoke, answer="", score=score, comments=comments)
        if score is not None:
            fact = TeamReviewed(
                call=self.context.call.id,
                team=self.team.id,
                number=spoke.number,
                reviewer=spoke.agent,
                worker=self.turns[-1].agent,
                score=score,
                comments=comments,
            )
            await self._put(fact)
        return read

    async def _next(self) -> Next | Done:
        """Return what comes next; a rule that interrupts asks the person first."""
        declined: list[HandoffRule] = []
        team = (
            await self._by_success() if self.team.fallback_by == "success" and not self.turns[-1].is_done else self.team
        )
        while True:
            move = next_move(team, self.turns, declined)
            is_asked = isinstance(move, Next) and move.rule is not None and move.rule.strategy == "interrupt"
            if isinstance(move, Done) or not is_asked:
                return move
            assert move.rule is not None
            if await self._is_confirmed(move.rule):
                return move
            declined.append(move.rule)

    async def _by_success(self) -> AgentTeam:
        """Return the team with its fallback in the order of measured success with such requests."""
        topic, named = self.routes[1].topic, self.team.fallback
        figures = await figures_for(self.context, self.team, topic)
        names = {agent: self._name(agent) for agent in named}
        self.fallback_figures = told_figures(named, names, figures, topic, self.context.locale)
        return self.team.model_copy(update={"fallback": by_share(named, figures)})

    async def _is_confirmed(self, rule: HandoffRule) -> bool:
        locale, last = self.context.locale, self.turns[-1]
        receiver = self._name(rule.to_agent)
        question = say("may_hand_over", locale, giver=self._name(last.agent), receiver=receiver)
        shown = shown_brief(self._handed(last, rule).brief, locale)
        detail = f"{say('rule_says', locale, condition=rule.condition)}\n\n{shown}"
        options = [say("hand_over", locale), say("keep", locale)]
        answer = await self.context.ask_person(question, options, free_text=False, detail=detail)
        return answer.option == "option_1"

    def _handed(self, last: Spoke, rule: HandoffRule) -> TeamHandedOver:
        handed = handoff_of(self.team, last, rule, self.request)
        return handed.model_copy(update={"call": self.context.call.id})

    async def _stop(self, done: Done) -> None:
        if done.code is not None:
            call, team = self.context.call.id, self.team.id
            await self._put(TeamStopped(call=call, team=team, code=done.code, reason=self._reason(done)))
            self.context.warn(f"team_{done.code}", self._reason(done))

    async def _finish(self, done: Done) -> None:
        """Put on record what came of each member's part, by which later asks may be routed."""
        members = outcomes_of(self.turns, done)
        fact = TeamFinished(call=self.context.call.id, team=self.team.id, topic=self.routes[1].topic, members=members)
        await self._put(fact)

    def _reason(self, done: Done) -> str:
        named = {key: self._name(str(value)) for key, value in done.detail.items() if key in _AGENTS}
        reason = say(f"stopped_{done.code}", self.context.locale, **{**done.detail, **named})
        open_ = [turn.handed for turn in self.turns if turn.handed is not None]
        if done.answer is None and open_:
            return f"{reason}\n\n{shown_brief(open_[-1].brief, self.context.locale)}"
        return reason

    async def _put(self, fact: TeamFact) -> None:
        """Put a fact on record, once."""
        if fact not in self.facts:
            await self.context.team_turns.record(self.context.run, fact)
            self.facts.append(fact)

    def _view(self, turn: Spoke) -> TeamTurnView:
        reason = self.routes[turn.number].reason
        return TeamTurnView(
            number=turn.number,
            agent=turn.agent,
            how=turn.how,
            reason=reason,
            run=turn.run,
            status=turn.status,
            score=turn.score,
        )

    def _choice(self, id: str) -> ModelChoice | None:
        return self.agents[id].model if id in self.agents else None

    def _wanted(self) -> float:
        return 0.0 if self.team.review is None else self.team.review.min_score

    def _name(self, id: str) -> str:
        return self.agents[id].name if id in self.agents else id


_AGENTS = frozenset({"agent", "first", "second"})
"""Details of a stop that name agents."""


def read_review(answer: str) -> tuple[float | None, str]:
    """Return the score and the comments of a review; no score where it cannot be read."""
    try:
        said = parse_object(answer)
    except ValueError:
        return None, ""
    score = said.get("score")
    if isinstance(score, bool) or not isinstance(score, (int, float)) or not 0 <= score <= 1:
        return None, ""
    return float(score), str(said.get("comments", ""))[:4_000]
