"""Handoffs: one member hands its work to another, who goes on in the same conversation."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tests.apps.teams.crew import (
    REPORT,
    WRITE,
    Crew,
    Move,
    hand,
    make_agents,
    make_team,
    team_facts,
    until_waiting,
)

from aule.contracts.runs.run import RunStatus
from aule.contracts.talk.ask import Ask
from aule.contracts.talk.brain import Said
from aule.testing.system import system

Moves = dict[str, Sequence[Move]]


async def test_a_handoff_between_two_agents_is_answered_by_the_second(tmp_path: Path) -> None:
    """ST-4: the seed's exit criterion; who speaks and why is in the log and at the answer."""
    model = Crew(ana=[hand("bia", "write the poem", done=["found a rhyme"])], bia=["A poem."])
    async with system(tmp_path, model=model) as aule:
        await make_agents(aule, "ana", "bia")
        await make_team(aule, agents=[{"agent": "ana", "skills": ["research"]}, {"agent": "bia", "skills": ["poems"]}])
        run = await aule.ask("research a rhyme", team="crew")
        assert run.status is RunStatus.DONE
        last = (await aule.messages(run))[-1]
        assert last.content == "A poem."
        assert last.speaker is not None and (last.speaker.agent, last.speaker.why) == ("bia", "Ana handed over.")
        kinds = [fact.type for fact in team_facts(await aule.events())]
        assert kinds == ["team.routed", "team.handed_over", "team.routed", "team.finished"]
        tree = await aule.kernel.runs.tree(run.id)
        assert [(each.agent, each.parent) for each in tree] == [
            ("assistant", None),
            ("ana", run.id),
            ("bia", tree[1].id),
        ]
        assert "found a rhyme" in model.told[1][1]


async def test_a_handoff_that_interrupts_waits_for_the_person_over_a_restart(tmp_path: Path) -> None:
    """ST-4, need 29: the person sees what is handed over, the system stops, and the yes lets the other one go on."""
    crew: Moves = {"ana": [hand("bia", "write it", open=["the last verse"])], "bia": ["Written."]}
    async with system(tmp_path, model=Crew(**crew)) as aule:
        await make_agents(aule, "ana", "bia")
        ways = [{"from_agent": "ana", "to_agent": "bia", "strategy": "interrupt"}]
        await make_team(aule, agents=["ana", "bia"], handoff_rules=ways)
        asked = await aule.kernel.ask(Ask(message="a poem", team="crew", locale="en"))
        await until_waiting(aule)
    async with system(tmp_path, model=Crew(**crew)) as aule:
        approval = await aule.pending()
        assert approval.title == "May Ana hand over to Bia?"
        assert "the last verse" in str(approval.model_dump())
        await aule.kernel.decide(approval.id, "option_1", content_hash=approval.binds.content_hash)
        run = await aule.until_still(asked.run)
        assert (run.status, (await aule.messages(run))[-1].content) == (RunStatus.DONE, "Written.")
        assert [each.agent for each in await aule.kernel.runs.tree(run.id)] == ["assistant", "ana", "bia"]


async def test_who_may_not_hand_over_goes_on_alone(tmp_path: Path) -> None:
    """ST-4: a no of the person, a way that is not there, and a second handoff are told to the agent."""
    model = Crew(ana=[hand("cid"), hand("bia"), "Then I say it myself."])
    async with system(tmp_path, model=model) as aule:
        await make_agents(aule, "ana", "bia", "cid")
        ways = [{"from_agent": "ana", "to_agent": "bia", "strategy": "interrupt"}]
        await make_team(aule, agents=["ana", "bia", "cid"], handoff_rules=ways)
        asked = await aule.kernel.ask(Ask(message="a poem", team="crew", locale="en"))
        await until_waiting(aule)
        approval = await aule.pending()
        await aule.kernel.decide(approval.id, "option_2", content_hash=approval.binds.content_hash)
        run = await aule.until_still(asked.run)
        assert (await aule.messages(run))[-1].content == "Then I say it myself."
        failed = [event.data.result.error for event in await aule.events() if event.type == "call.failed"]  # pyright: ignore
        told = [each and (each.code, each.candidates) for each in failed]
        assert told == [("no_way", ["bia"]), ("handoff_declined", [])]


async def test_members_that_hand_over_in_circles_are_stopped_with_a_reason(tmp_path: Path) -> None:
    """ST-4: the same pair with nothing new done ends the ask; what was to be done is told."""
    model = Crew(ana=[hand("bia", "you do it")], bia=[hand("ana", "no, you")])
    async with system(tmp_path, model=model) as aule:
        await make_agents(aule, "ana", "bia")
        await make_team(aule, agents=["ana", "bia"], router="round_robin")
        run = await aule.ask("do it", team="crew")
        assert run.status is RunStatus.DONE_WITH_FAILURES
        assert [who for who, _ in model.told] == ["ana", "bia", "ana"]
        stopped = [fact for fact in team_facts(await aule.events()) if fact.type == "team.stopped"]
        assert [fact.code for fact in stopped] == ["circle"]
        content = (await aule.messages(run))[-1].content
        assert content.startswith("The team stopped: Ana and Bia handed the work to each other")
        assert "you do it" in content


async def test_members_that_always_have_something_new_are_stopped_by_the_rounds(tmp_path: Path) -> None:
    """ST-4: a circle with news in it ends at the limit."""
    news = {str(n): [hand("bia", str(n + 2), done=[f"step {n}"])] for n in range(9, 0, -2)}
    other = {str(n): [hand("ana", str(n + 2), done=[f"step {n}"])] for n in range(9, 0, -2)}
    model = Crew(ana={**news, "": [hand("bia", "1", done=["begin"])]}, bia={**other, "": [hand("ana", "1")]})
    async with system(tmp_path, model=model) as aule:
        await make_agents(aule, "ana", "bia")
        await make_team(aule, agents=["ana", "bia"], router="round_robin", limits={"rounds": 4})
        run = await aule.ask("do it", team="crew")
        assert len(model.told) == 4
        assert "spoke 4 times" in (await aule.messages(run))[-1].content


async def test_a_rule_hands_over_by_itself_where_its_condition_holds(tmp_path: Path) -> None:
    """ST-4: `confidence<0.5` and `topic=code`, as the seed spells them; one that interrupts asks in the ask itself."""
    unsure = (REPORT, {"confidence": 0.3})
    model = Crew(ana=[unsure, "Perhaps 7."], bia={"": [(REPORT, {"topic": "code"}), "It is 8."]}, cid=["It is 9."])
    async with system(tmp_path, model=model) as aule:
        await make_agents(aule, "ana", "bia", "cid")
        rules = [
            {"from_agent": "ana", "to_agent": "bia", "condition": "confidence<0.5"},
            {"from_agent": "bia", "to_agent": "cid", "condition": "topic=code", "strategy": "interrupt"},
        ]
        await make_team(aule, agents=["ana", "bia", "cid"], router="round_robin", handoff_rules=rules)
        run = await aule.ask("how much is it?", team="crew")
        assert run.status is RunStatus.WAITING
        run = await aule.decide("option_1")
        assert (await aule.messages(run))[-1].content == "It is 9."
        routed = [fact for fact in team_facts(await aule.events(run.id)) if fact.type == "team.routed"]
        assert [(fact.agent, fact.how, fact.reason) for fact in routed] == [
            ("ana", "router", "It is their turn."),
            ("bia", "rule", "After Ana, because confidence<0.5."),
            ("cid", "rule", "After Bia, because topic=code."),
        ]
        assert "Perhaps 7." in model.told[1][1]


async def test_whoever_takes_over_may_do_no_more_than_who_handed_over(tmp_path: Path) -> None:
    """ST-4: a reader hands to one that may write; it cannot, though its own list allows it."""
    model = Crew(ana=[hand("bia", "write it")], bia=[(WRITE, {"path": "a.txt", "content": "x"}), "I could not."])
    async with system(tmp_path, model=model) as aule:
        await make_agents(aule, "ana", "bia", ana=["core.read_file"])
        await make_team(aule, agents=["ana", "bia"], router="round_robin")
        run = await aule.ask("write it", team="crew")
        assert (await aule.messages(run))[-1].content == "I could not."
        failed = [event.data.result.error.code for event in await aule.events() if event.type == "call.failed"]  # pyright: ignore
        assert failed == ["not_allowed"]
        assert not (aule.workspace / "a.txt").exists()


async def test_nobody_hands_over_outside_of_a_team(tmp_path: Path) -> None:
    """ST-4: the calls of members are shown to nobody else, and refused to them."""
    model = Crew(ana=[hand("bia"), "Nobody to hand to."])
    async with system(tmp_path, model=model) as aule:
        await make_agents(aule, "ana", "bia")
        await make_team(aule, agents=["ana", "bia"])
        run = await aule.ask("do it", agent="ana")
        assert (await aule.messages(run))[-1].content == "Nobody to hand to."
        assert not [tool.name for tool in model.prompts[0].tools if tool.name in ("teams.handoff", "teams.report")]


async def test_a_conversation_with_a_team_goes_on(tmp_path: Path) -> None:
    """ST-4: members see what was said before, and cannot be steered in the middle of an answer."""
    model = Crew(ana=["First."], bia=["Second."])
    async with system(tmp_path, model=model) as aule:
        await make_agents(aule, "ana", "bia")
        await make_team(aule, agents=["ana", "bia"], router="round_robin")
        first = await aule.ask("one", team="crew")
        await aule.ask("two", team="crew", conversation_id=first.session_id)
        assert [each.content for each in await aule.messages(first)] == ["one", "First.", "two", "Second."]
        heard = [each.text for each in model.prompts[-1].history if isinstance(each, Said)]
        assert heard[:2] == ["one", "First."] and heard[2].endswith("two") and len(heard) == 3
