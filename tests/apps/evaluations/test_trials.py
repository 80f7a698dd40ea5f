"""Trials over HTTP: sets and single questions, over versions and drafts, with results, regressions and tables."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.apps.evaluations.benches import SET, Bench, statuses
from tests.apps.evaluations.benches import bench as run_bench
from tests.apps.teams.crew import Crew

from aule.testing import call, hang, say


async def test_a_set_is_run_over_its_agent_and_tells_what_failed_and_why(bench: Bench) -> None:
    """ST-3, ST-14: one answer a question; what the agent only wished for counts, and its trace is there."""
    await bench.make_agent()
    made = await bench.make_set()
    bench.model.add(
        say("Hello there.").to("say hello"),
        call("core.write_file", {"path": "notes/x.md", "content": "x"}).to("keep a note"),
        say("I would have kept it.").to("keep a note"),
    )
    trial = await bench.tried(f"/v1/evaluations/{made}/trials", {})
    assert statuses(trial) == [("hello", 0, "passed"), ("notes", 0, "failed")]
    assert (trial["status"], trial["done"], trial["total"]) == ("done", 2, 2)
    (result,) = trial["results"]
    assert (result["passed"], result["failed"], result["pass_rate"], result["version"]) == (1, 1, 0.5, 1)
    assert result["models"] == ["scripted/scripted"]
    wished = trial["cells"][1]["calls"][0]
    assert (wished["capability"], wished["targets"], wished["is_wished"]) == ("core.write_file", ["notes/x.md"], True)
    assert not (bench.aule.workspace / "notes").exists()
    trace = (await bench.client.get(f"/v1/runs/{trial['run']}/trace")).json()
    assert {"try"} <= {span["name"].partition(" ")[0].partition("[")[0] for span in trace["spans"]} or trace["spans"]
    listed = (await bench.client.get(f"/v1/evaluations/{made}/trials")).json()["items"]
    assert [(each["id"], each["results"][0]["pass_rate"]) for each in listed] == [(trial["id"], 0.5)]
    by_agent = (await bench.client.get("/v1/agents/ana/trials")).json()["items"]
    assert [each["id"] for each in by_agent] == [trial["id"]]


async def test_a_draft_is_tried_beside_the_saved_version_and_never_saved(bench: Bench) -> None:
    """ST-3: the same question to both, each under its own prompt; the agent stays as it was."""
    await bench.make_agent()
    bench.model.add(say("Draft.").to("who"), say("Saved.").to("who"))
    subjects = [{"agent": "ana", "draft": {"system_prompt": "I am the draft.", "name": "Ana 2"}}, {"agent": "ana"}]
    body = {"words": "who are you?", "subjects": subjects, "expectations": [{"expects": "words", "most": 3}]}
    trial = await bench.tried("/v1/agents/ana/try", body)
    assert statuses(trial) == [("question", 0, "passed"), ("question", 1, "passed")]
    assert [each["is_draft"] for each in trial["results"]] == [True, False]
    prompts = sorted("I am the draft." in prompt.system for prompt in bench.model.prompts)
    assert prompts == [False, True]
    agent = (await bench.client.get("/v1/agents/ana")).json()
    assert (agent["name"], agent["system_prompt"], agent["version"]) == ("Ana", "I am ana.", 1)


async def test_an_agent_that_is_not_saved_yet_can_be_tried(bench: Bench) -> None:
    """ST-3: a draft needs no saved agent; afterwards there is still none."""
    bench.model.add(say("Here."))
    subject = {"agent": "new-one", "draft": {"name": "New", "system_prompt": "I am new."}}
    trial = await bench.tried("/v1/agents/new-one/try", {"words": "are you there?", "subjects": [subject]})
    assert statuses(trial) == [("question", 0, "not_checked")]
    assert (await bench.client.get("/v1/agents/new-one")).status_code == 404


async def test_regressions_are_told_against_the_last_trial_of_an_earlier_version(bench: Bench) -> None:
    """ST-14: what fails now and passed before is named, as JSON and as CSV; an old version can be tried again."""
    await bench.make_agent()
    made = await bench.make_set(questions=SET["questions"][:1])
    path = f"/v1/evaluations/{made}/trials"
    bench.model.add(say("Hello!"))
    first = await bench.tried(path, {})
    await bench.client.patch("/v1/agents/ana", json={"system_prompt": "I am ana, and rude."})
    bench.model.add(say("What?"))
    second = await bench.tried(path, {})
    assert (first["baseline"], second["baseline"]) == (None, first["id"])
    compared = (await bench.client.get(f"/v1/trials/{second['id']}/compare/{first['id']}")).json()
    assert (compared["newly_failing"], compared["newly_passing"]) == (1, 0)
    (question,) = compared["questions"]
    assert (question["change"], question["before"], question["after"]) == ("newly_failing", "passed", "failed")
    assert question["why"] == [second["cells"][0]["checks"][0]["sentence"]]
    table = await bench.client.get(f"/v1/trials/{second['id']}/compare/{first['id']}/table")
    assert "newly_failing" in table.text
    assert (await bench.client.get(f"/v1/trials/{second['id']}/table")).text.splitlines()[0].startswith("question,")
    bench.model.add(say("Hello again."))
    old = await bench.tried(path, {"subjects": [{"agent": "ana", "version": 1}]})
    assert (old["results"][0]["version"], statuses(old)) == (1, [("hello", 0, "passed")])
    assert "I am ana." in bench.model.prompts[-1].system
    assert (await bench.client.post(path, json={"subjects": [{"agent": "ana", "version": 9}]})).status_code == 404


async def test_a_judged_expectation_says_that_a_model_judged_it(bench: Bench) -> None:
    """ST-14: the score and the reason are kept; what the judge says in no shape leaves it unchecked, never passed."""
    await bench.make_agent()
    judged = [{"expects": "judged", "criterion": "It is kind.", "min_score": 0.5}]
    bench.model.add(say("Dear friend.").to("greet"), say('{"score": 0.9, "why": "Kind."}').to("criterion"))
    trial = await bench.tried("/v1/agents/ana/try", {"words": "greet me", "expectations": judged})
    (check,) = trial["cells"][0]["checks"]
    assert (check["passed"], check["score"], check["why"], check["by_model"]) == (True, 0.9, "Kind.", True)
    bench.model.add(say("Dear friend.").to("greet"), *[say("no").to("") for _ in range(3)])
    trial = await bench.tried("/v1/agents/ana/try", {"words": "greet me", "expectations": judged})
    assert (trial["cells"][0]["checks"][0]["passed"], statuses(trial)[0][2]) == (None, "not_checked")


async def test_a_trial_begun_twice_with_one_key_is_one_trial(bench: Bench) -> None:
    """ST-14: a request that is sent again begins nothing new."""
    await bench.make_agent()
    bench.model.add(say("Hello."))
    body, headers = {"words": "say hello"}, {"Idempotency-Key": "once"}
    first = (await bench.client.post("/v1/agents/ana/try", json=body, headers=headers)).json()
    second = (await bench.client.post("/v1/agents/ana/try", json=body, headers=headers)).json()
    assert first == second
    await bench.aule.until_still(first["run"])
    bench.model.assert_done()


async def test_more_than_a_trial_may_be_is_refused_with_a_reason(bench: Bench) -> None:
    """ST-14: no subject, no question, or too many answers; an unknown trial is not found."""
    await bench.make_agent()
    made = await bench.make_set(agent=None)
    path = f"/v1/evaluations/{made}/trials"
    assert (await bench.client.post(path, json={})).json()["field"] == "subjects"
    empty = await bench.make_set(title="Empty", questions=[])
    body = {"subjects": [{"agent": "ana"}]}
    assert (await bench.client.post(f"/v1/evaluations/{empty}/trials", json=body)).json()["field"] == "questions"
    many = [{**SET["questions"][0], "id": f"q{n}"} for n in range(100)]
    large = await bench.make_set(title="Large", questions=many)
    body = {"subjects": [{"agent": "ana"}], "repeats": 5}
    refused = await bench.client.post(f"/v1/evaluations/{large}/trials", json=body)
    assert (refused.status_code, refused.json()["code"]) == (422, "too_many")
    assert (await bench.client.get("/v1/trials/run_none")).status_code == 404


async def test_a_trial_can_be_cancelled_and_keeps_what_it_had(bench: Bench) -> None:
    """ST-14: cancelling the run stops the agents in it; the answers so far stay."""
    await bench.make_agent()
    made = await bench.make_set()
    bench.model.add(say("Hello.").to("say hello"), hang().to("keep a note"))
    started = (await bench.client.post(f"/v1/evaluations/{made}/trials", json={})).json()
    path = f"/v1/trials/{started['trial']}"
    async with asyncio.timeout(20):
        async for event in bench.aule.kernel.journal.follow("0"):
            if event.type == "call.completed" and event.run == started["run"] and "Hello." in repr(event.data):
                break
    trial = (await bench.client.get(path)).json()
    assert (trial["status"], trial["total"]) == ("executing", 2)
    assert (await bench.client.post(f"/v1/runs/{started['run']}/cancel")).status_code == 200
    await bench.aule.until_still(started["run"])
    trial = (await bench.client.get(path)).json()
    assert (trial["status"], statuses(trial)) == ("cancelled", [("hello", 0, "passed")])
    assert {run.status for run in await bench.aule.kernel.runs.tree(started["run"])} <= {"cancelled", "done"}


async def test_a_trial_stays_within_its_budget(tmp_path: Path) -> None:
    """ST-14: what is over the budget is not asked; those answers are errors with the reason, never passed."""
    async with run_bench(tmp_path / "home", model=Crew(ana=[("core.now", {}), "Hello."])) as bench:
        await bench.make_agent()
        made = await bench.make_set(questions=[{**SET["questions"][0], "id": f"q{n}"} for n in range(6)])
        trial = await bench.tried(f"/v1/evaluations/{made}/trials", {"budget": {"max_tokens": 40, "max_cost": 1}})
        (result,) = trial["results"]
        assert (result["tokens"] < 6 * 30, result["errors"] >= 1) == (True, True)
        problems = {cell["problem"]["code"] for cell in trial["cells"] if cell["status"] == "error"}
        assert problems == {"max_tokens"}


async def test_a_model_runs_an_evaluation_in_a_chat_after_a_yes(bench: Bench) -> None:
    """ST-14: the person sees what is tried before it costs anything; the trial is begun once, and told."""
    await bench.make_agent()
    made = await bench.make_set(questions=SET["questions"][:1])
    bench.model.add(call("evaluations.run_evaluation", {"evaluation": made}).to("run my"), say("It runs.").to("run my"))
    bench.model.add(say("Hello!").to("say hello"))
    await bench.aule.ask("run my evaluation")
    assert "Boas maneiras" in repr((await bench.aule.pending()).preview)
    assert (await bench.client.get(f"/v1/evaluations/{made}/trials")).json()["items"] == []
    await bench.aule.decide()
    runs = [run for run in (await bench.aule.kernel.runs.list(limit=50)).items if run.has_graph]
    assert len(runs) == 1
    await bench.aule.until_still(runs[0].id)
    (trial,) = (await bench.client.get(f"/v1/evaluations/{made}/trials")).json()["items"]
    assert (trial["id"], trial["results"][0]["passed"]) == (runs[0].id, 1)
