"""The card: what a person approves, counted at its most, with names for ids, and bound to the hash."""

from __future__ import annotations

from tests.kernel.planning.sound import call, plan, registry, step

from aule.contracts.plans.plan import Estimate, Feedback, Plan, PlanStepKind
from aule.contracts.plans.views import Counted
from aule.contracts.runs.graph import Repeat
from aule.contracts.talk.catalog import Price
from aule.kernel.planning.card import card_of
from aule.kernel.planning.document.content import hash_of


def example() -> Plan:
    """Seven steps, one of each sort."""
    return plan(
        call("1", "find_gaps", {"group": "tur_7A"}),
        call(
            "2",
            "criar_atividade",
            {"group": "tur_7A", "topic": {"$item": "title"}},
            repeat=Repeat(for_each={"$from": "1.result.data.gaps"}, max=3),
            dependencies=["1"],
        ),
        call("3", "school.rename_group", {"id": {"$from": "2.result.data"}, "name": "7A"}),
        call("4", "school.delete_group", {"id": "tur_9"}, approval="before"),
        call("5", "school.post", {"url": "https://example.org/hook", "text": "done"}),
        step("6", file="src/routes/users.ts", file_action=None, files=["src/new.ts"]),
        step("7", kind=PlanStepKind.HUMAN, file=None, file_action=None, question="All right?"),
        step("8", kind=PlanStepKind.AGENT, file=None, file_action=None, tools=["school.find_gaps"]),
        feedback=[
            Feedback(code="C12", step_id="6", issue="vague", severity="warning"),
            Feedback(code="C07", step_id="6", issue="open", severity="critical"),
            Feedback(code="C06", step_id="6", issue="gone", severity="critical", status="resolved"),
            Feedback(code="C13", issue="taken", severity="critical", status="accepted"),
        ],
    )


def test_everything_is_counted_at_its_most() -> None:
    card = card_of(example(), registry(), "en")
    assert card.counts == Counted(create=4, change=2, delete=1, execute=0, send=1)
    assert [each.times for each in card.steps] == [1, 3, 1, 1, 1, 1, 1, 1]
    assert card.files == ["src/new.ts", "src/routes/users.ts"]
    assert card.hosts == ["example.org"]


def test_steps_say_what_they_use_and_whether_they_ask_again() -> None:
    """What is only known while it runs is not approved; what was seen on the card is."""
    steps = card_of(example(), registry(), "pt-BR").steps
    assert [each.function for each in steps] == [
        "school.find_gaps",
        "school.create_activity",
        "school.rename_group",
        "school.delete_group",
        "school.post",
        "dev",
        "human",
        "agent",
    ]
    assert [each.effect for each in steps[:5]] == ["read", "write", "write", "delete", "external"]
    assert [each.asks for each in steps] == [False, False, True, True, False, False, True, False]
    assert steps[6].function_title == "Você" and steps[5].function_title == "Editar arquivos"


def test_what_is_written_out_for_each_item_was_seen_and_does_not_ask_again() -> None:
    """The card says of a repeated step what the engine does with it: it asks only for what nobody could see."""
    items = ["tur_7A", "tur_9"]
    repeated = plan(
        call("1", "school.delete_group", {"id": {"$item": ""}}, repeat=Repeat(for_each=items, max=2)),
        call("2", "school.delete_group", {"id": {"$from": "1.result.data"}}, repeat=Repeat(for_each=items, max=2)),
    )
    assert [each.asks for each in card_of(repeated, registry(), "en").steps] == [False, True]


def test_ids_are_shown_by_name() -> None:
    steps = card_of(example(), registry(), "en", names={"tur_7A": "7A", "tur_9": "9B"}).steps
    assert [each.names for each in steps[:4]] == [{"group": "7A"}, {"group": "7A"}, {}, {"id": "9B"}]


def test_the_card_is_bound_to_the_very_content_and_to_what_it_allows() -> None:
    made = example()
    card = card_of(made, registry(), "en")
    assert card.content_hash == hash_of(made)
    assert card.envelope["calls"]["school.create_activity"] == 3
    assert card.envelope["targets"]["school.delete_group.id"] == ["tur_9"]
    changed = made.model_copy(update={"goal": "Something else"})
    assert card_of(changed, registry(), "en").content_hash != card.content_hash


def test_findings_stay_on_the_card_until_they_are_settled() -> None:
    card = card_of(example(), registry(), "en")
    assert [each.code for each in card.findings] == ["C12", "C07", "C13"]
    assert card.open_criticals == 1


def test_the_estimate_follows_a_stated_rule_and_the_steps_own_figures() -> None:
    """About six thousand tokens for a step of an agent, ten for one that edits; money only where a price is known."""
    made = plan(
        step("1"),
        step("2", kind=PlanStepKind.AGENT, file=None, file_action=None, repeat=Repeat(count=2)),
        step("3", estimate=Estimate(tokens=500, seconds=5)),
        call("4", "find_gaps", {"group": "7A"}),
    )
    card = card_of(made, registry(), "en")
    assert card.estimate == Estimate(tokens=10_000 + 2 * 6_000 + 500, cost=None, seconds=60 + 80 + 5 + 1)
    priced = card_of(made, registry(), "en", price=Price(input=1.0, output=5.0))
    assert priced.estimate.cost == round(22_500 * (0.8 * 1 + 0.2 * 5) / 1e6, 6)


def test_a_plan_that_cannot_run_has_a_card_that_allows_nothing() -> None:
    empty = plan().model_copy(update={"steps": []})
    card = card_of(empty, registry(), "en")
    assert (card.steps, card.counts, card.envelope["calls"]) == ([], Counted(), {})
