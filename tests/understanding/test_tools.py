"""Which tools a full model is shown: those its request needs, within their room."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest
from scripts.train_head import read_requests

from aule.ambient import ambient
from aule.boot.apps import installed_apps
from aule.contracts.access.capability import Capability
from aule.kernel.agents.personas import builtin_personas
from aule.kernel.agents.tools import (
    TOOL_SHARE,
    TOOL_TOKENS,
    ToolForm,
    shorten_tool,
    tool_room,
    tool_tokens,
    toolbox,
)
from aule.models.local.embeddings import Encoder
from aule.models.local.relevance import Relevance
from aule.sdk import App, Effect
from aule.understanding.head import NONE

SMALL, LARGE = 8_192, 128_000


@pytest.fixture
async def relevance() -> AsyncGenerator[Relevance]:
    encoder = Encoder(ambient().clock)
    yield Relevance(encoder)
    await encoder.close()


def capabilities(*apps: str) -> list[Capability]:
    return [each.capability for app in installed_apps() for each in app.capabilities if not apps or app.id in apps]


async def test_a_request_finds_its_tool_among_those_that_are_shown(relevance: Relevance) -> None:
    """Requests of people who never saw the sentences it was trained with; measured: 97 % in an app, 96 % beside all."""
    everything, assistant = capabilities(), builtin_personas()[0]
    forms = [ToolForm.of(each) for each in everything]
    own = {app: [form for form in forms if form.whole.app in (app, "core")] for app in ("atlas", "school")}
    with_assistant: list[bool] = []
    in_app: list[bool] = []
    for request in read_requests():
        if request["capability"] == NONE:
            continue
        right = {request["capability"], *request.get("also", [])}
        scores = (await relevance.of(request["said"], everything)).scores
        shown = toolbox(forms, scores, [], assistant)
        assert sum(map(tool_tokens, shown)) <= TOOL_TOKENS
        with_assistant.append(any(tool.name in right for tool in shown))
        if (tools := own.get(request["capability"].partition(".")[0])) is not None:
            in_app.append(any(tool.name in right for tool in toolbox(tools, scores, [])))
    assert sum(with_assistant) / len(with_assistant) >= 0.95
    assert sum(in_app) / len(in_app) >= 0.96


def test_a_large_context_has_room_for_more_tools() -> None:
    assert tool_room(SMALL) == TOOL_TOKENS
    assert tool_room(LARGE) == LARGE * TOOL_SHARE
    everything = [ToolForm.of(each) for each in capabilities()]
    small, large = (toolbox(everything, {}, [], None, tool_room(size)) for size in (SMALL, LARGE))
    assert len(large) > 1.5 * len(small)
    assert sum(map(tool_tokens, large)) <= tool_room(LARGE)


async def test_an_app_that_came_later_is_found_by_what_it_says_of_itself(relevance: Relevance) -> None:
    garden = App("garden")

    @garden.capability(effect=Effect.WRITE, title={"en": "Water the plants", "pt": "Regar as plantas"})
    async def pour(bed: str) -> str:
        """Give water to the plants of a garden bed."""
        return bed

    known = [*capabilities(), *(each.capability for each in garden.capabilities)]
    for said in ("could you water my tomatoes?", "rega as plantas da varanda"):
        shown = toolbox(
            [ToolForm.of(each) for each in known], (await relevance.of(said, known)).scores, [], builtin_personas()[0]
        )
        assert "garden.pour" in [tool.name for tool in shown], said


def test_a_short_tool_keeps_its_parameters_and_loses_their_words() -> None:
    [write] = [each for each in capabilities("core") if each.name == "core.create_note"]
    short = shorten_tool(write)
    assert short.params["properties"].keys() == write.params["properties"].keys() == {"title", "text"}
    assert short.params.get("required") == write.params.get("required")
    assert "description" not in short.params["properties"]["title"]
    assert tool_tokens(short) < tool_tokens(write)
