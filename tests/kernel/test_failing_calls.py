"""A call that ends without success counts as failed, and what it gave back is there for whoever reads."""

from __future__ import annotations

from pathlib import Path

from aule.contracts.errors import ModelUnavailable, Unsuccessful
from aule.contracts.events.facts import CallFailed
from aule.contracts.runs.run import RunStatus
from aule.contracts.talk.brain import Observed
from aule.models.brains.transcript import observation
from aule.sdk import App, Context, Effect, Model
from aule.testing import call, fail, say
from aule.testing.system import system


class Counted(Model):
    """How many were counted."""

    good: int
    bad: int


def counter() -> App:
    """An app whose one capability keeps what it found, and fails where something of it is bad."""
    app = App("counter")

    @app.capability(effect=Effect.READ)
    async def count(context: Context, bad: int) -> Counted:
        """Count."""
        await context.keep("found.txt", "text/plain", b"all of it")
        context.warn("noticed", "One more thing.")
        found = Counted(good=3, bad=bad)
        if bad:
            raise Unsuccessful(f"{bad} are bad.\nand this is how", given=found, code="bad_ones")
        return found

    return app


async def test_an_agent_reads_what_a_failing_call_gave_and_goes_on(tmp_path: Path) -> None:
    script = [call("counter.count", {"bad": 2}), say("Two are bad.")]
    async with system(tmp_path, *script, apps=[counter()]) as aule:
        run = await aule.ask("count")
        assert run.status is RunStatus.DONE_WITH_FAILURES
        [seen] = [entry for entry in aule.model.prompts[1].history if isinstance(entry, Observed)]
        assert (seen.result.ok, seen.result.data) == (False, {"good": 3, "bad": 2})
        text = observation(seen)
        assert '"ok": false' in text and '"good": 3' in text and "2 are bad." in text and "this is how" not in text
        [failed] = [event.data for event in await aule.events(run.id) if isinstance(event.data, CallFailed)]
        assert failed.result.error is not None and failed.result.error.code == "bad_ones"
        assert [each.message for each in failed.result.warnings] == ["One more thing."]
        [kept] = failed.result.artifacts
        assert (await aule.kernel.uploads.origin(await aule.kernel.uploads.get(kept))).capability == "counter.count"


async def test_a_direct_call_that_does_not_succeed_is_a_failed_run_that_is_not_made_twice(tmp_path: Path) -> None:
    async with system(tmp_path, apps=[counter()]) as aule:
        called = await aule.kernel.call("counter.count", {"bad": 1}, locale="en", key="once")
        assert (called.result.ok, called.result.data) == (False, {"good": 3, "bad": 1})
        run = await aule.kernel.runs.get(called.run)
        assert (run.status, run.error and run.error.code) == (RunStatus.FAILED, "bad_ones")
        again = await aule.kernel.call("counter.count", {"bad": 1}, locale="en", key="once")
        assert (again.run, again.result.data) == (called.run, called.result.data)
        fine = await aule.kernel.call("counter.count", {"bad": 0}, locale="en")
        assert (fine.result.ok, (await aule.kernel.runs.get(fine.run)).status) == (True, RunStatus.DONE)


async def test_a_sub_agent_that_fails_fails_the_delegation_and_the_others_are_read(tmp_path: Path) -> None:
    briefs = [{"task": "good part"}, {"task": "bad part"}]
    script = [
        call("core.delegate", {"briefs": briefs}).to("both"),
        say("Done well.").to("good part"),
        fail(ModelUnavailable("It is gone.")).to("bad part"),
        say("One of them failed.").to("both"),
    ]
    async with system(tmp_path, *script) as aule:
        run = await aule.ask("both")
        assert run.status is RunStatus.DONE_WITH_FAILURES
        [failed] = [event.data for event in await aule.events(run.id) if isinstance(event.data, CallFailed)]
        assert failed.result.error is not None and failed.result.error.code == "delegation_failed"
        assert "1 of 2 sub-agents did not finish. 'assistant': It is gone." in failed.result.error.message
        assert [each["answer"] for each in failed.result.data["results"]] == ["Done well.", ""]


async def test_a_workflow_that_fails_fails_the_call_that_ran_it(tmp_path: Path) -> None:
    text = "id: broken\nsteps:\n  - {id: count, capability: counter.count, params: {bad: 4}}\n"
    async with system(tmp_path, apps=[counter()]) as aule:
        library = aule.kernel.library
        await library.save(await library.read(text), expected=None)
        called = await aule.kernel.call("core.run_workflow", {"workflow": "broken"}, locale="en")
        assert called.result.error is not None and called.result.error.code == "workflow_failed"
        assert (called.result.data["status"], called.result.data["problem"]) == (
            "failed",
            "4 are bad.\nand this is how",
        )
        assert (await aule.kernel.runs.get(called.run)).status is RunStatus.FAILED
