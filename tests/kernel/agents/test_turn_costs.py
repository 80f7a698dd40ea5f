"""What a turn with a full model may cost: commits, encoded sentences, measured tools (LI-1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from aule.ambient import ambient
from aule.boot.apps import installed_apps
from aule.contracts.access.agent import Allowed
from aule.contracts.access.capability import Capability
from aule.kernel.agents.tools import Toolsets
from aule.models.local.embeddings import Encoder
from aule.models.local.recent_sentences import MOST_SENTENCES, RecentSentences
from aule.models.local.relevance import Relevance
from aule.testing import ScriptedModel, call, say
from aule.testing.system import system
from aule.understanding.filling.fields import FieldBook, frame_of
from aule.understanding.front import Front
from aule.understanding.readings import Heard

MOST_COMMITS = 5
"""Of a turn with a call: the ask, the model, the first step with its call, the last one, the end."""
NOW = datetime(2026, 3, 4, 15, 30, tzinfo=UTC)


class CountingEncoder(Encoder):
    """The encoder, with a count of the texts it was given."""

    def __init__(self) -> None:
        super().__init__(ambient().clock)
        self.given: Counter[str] = Counter()

    async def encode(self, texts: Sequence[str]) -> Any:
        self.given.update(texts)
        return await super().encode(texts)


def capabilities() -> list[Capability]:
    return [each.capability for app in installed_apps() for each in app.capabilities]


async def test_a_turn_with_a_call_commits_at_most_five_times(tmp_path: Path) -> None:
    """LI-1."""
    async with system(tmp_path, call("core.now"), say("It is late."), call("core.now"), say("Later still.")) as aule:
        await aule.ask("what time is it?")  # what is made once is made now
        commits: list[int] = []
        before = aule.kernel.journal.on_commit
        aule.kernel.journal.on_commit = commits.append
        run = await aule.ask("what time is it?")
        aule.kernel.journal.on_commit = before
        assert run.status.is_final and 0 < len(commits) <= MOST_COMMITS


async def test_a_sentence_is_encoded_once_whoever_asks_for_it() -> None:
    """LI-1: what is understood and which tools are shown come from the same vector."""
    encoder = CountingEncoder()
    sentences = RecentSentences(encoder)
    known = capabilities()
    frames = {each.name: frame_of(each, FieldBook()) for each in known}
    words = "marca prova de matemática pro 7A na sexta valendo 10"
    try:
        relevant = await Relevance(sentences).of(words, known)
        found = await Front(sentences).understand(Heard(words, NOW.date(), frames, "pt", now=NOW))
        assert relevant.surest > 0.9 and found.best is not None
        assert found.best.frame.name == max(relevant.scores, key=lambda name: relevant.scores[name])
        assert set(encoder.given.values()) == {1}
        await sentences.encode([f"sentence {n}" for n in range(MOST_SENTENCES)])
        await sentences.encode(["sentence 0", words])
        assert encoder.given["sentence 0"] == 1, "what was said lately is remembered"
    finally:
        await sentences.close()


def test_tools_are_permitted_and_measured_once() -> None:
    """LI-1."""
    known, toolsets, allowed = capabilities(), Toolsets(), Allowed(allow=["core.*"])
    first = toolsets.of(known, allowed, [])
    assert toolsets.of(list(known), Allowed(allow=["core.*"]), []) is first
    assert {each.app for each in first.capabilities} == {"core"}
    assert first.tokens == sum(form.whole_tokens for form in first.forms)
    narrowed = toolsets.of(known, allowed, [["core.now"]])
    assert [each.name for each in narrowed.capabilities] == ["core.now"]
    changed = [
        each.model_copy(update={"description": "Another."}) if each.name == "core.now" else each for each in known
    ]
    [now] = [form for form in toolsets.of(changed, allowed, []).forms if form.name == "core.now"]
    assert now.whole.description == now.short.description == "Another."


@pytest.mark.parametrize(
    ("words", "context", "is_loaded"),
    [("hello", 8_192, False), ("obrigada!", 8_192, False), ("list my notes", 4_000_000, False), ("why?", 8_192, True)],
)
async def test_the_encoder_is_loaded_only_to_choose_tools(
    tmp_path: Path, words: str, context: int, is_loaded: bool
) -> None:
    """LI-1: a greeting needs no tools, and a model with room for all of them is shown all."""
    async with system(tmp_path, model=ScriptedModel(say("Hm."), context_length=context)) as aule:
        await aule.ask(words)
        assert aule.kernel.models.is_encoder_loaded is is_loaded
        assert aule.model.prompts[0].tools


async def test_a_further_step_shows_the_same_tools(tmp_path: Path) -> None:
    """LI-1: the beginning of its prompt is what a provider has cached."""
    model = ScriptedModel(call("core.list_notes"), say("None."), context_length=8_192)
    async with system(tmp_path, model=model) as aule:
        await aule.ask("list my notes")
        first, second = aule.model.prompts
        assert second.tools == first.tools and "core.list_notes" in {tool.name for tool in first.tools}
