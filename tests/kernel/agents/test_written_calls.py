"""Calls that a model wrote as text: made where a tool is meant, else hidden and told."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.kernel.shop import open_shop

from aule.contracts.runs.run import RunStatus
from aule.testing import call, say
from aule.testing.system import system

ARGUMENTS = '{"n": 3}'


@pytest.mark.parametrize(
    "written",
    [
        f'<tool_call>{{"name": "shop.count", "arguments": {ARGUMENTS}}}</tool_call>',
        f'<tool_call>\n{{"name": "shop__count", "arguments": {ARGUMENTS}}}\n',
        f'```json\n{{"tool": "shop.count", "parameters": {ARGUMENTS}}}\n```',
        f'```\n{{"name": "shop__count", "arguments": {ARGUMENTS}}}\n```',
        f"<function=shop__count>{ARGUMENTS}</function>",
        "<tool_call>\n<function=shop.count>\n<parameter=n>\n3\n</parameter>\n</function>\n</tool_call>",
        f'[TOOL_CALLS][{{"name": "shop__count", "arguments": {ARGUMENTS}}}]',
        f'<|python_tag|>{{"name": "shop__count", "parameters": {ARGUMENTS}}}',
        '<function_calls><invoke name="shop.count"><parameter name="n">3</parameter></invoke></function_calls>',
        '{"type": "function", "function": {"name": "shop__count", "arguments": "{\\"n\\": 3}"}}',
        f'{{"name": "count", "arguments": {ARGUMENTS}}}',
    ],
)
@pytest.mark.parametrize("deltas", [1, 7])
async def test_a_call_written_as_text_is_made(tmp_path: Path, written: str, deltas: int) -> None:
    """OS-3: a model that writes its call instead of making it is understood, in one piece or in many."""
    shop = open_shop()
    script = [say(f"Let me count. {written}" if written[0] != "{" else written, deltas=deltas), say("Three.")]
    async with system(tmp_path, *script, apps=[shop.app]) as aule:
        run = await aule.ask("count to three")
        assert (run.status, shop.seen) == (RunStatus.DONE, ["count"])
        spoken = "".join(event.data.delta for event in await aule.events(run.id) if event.type == "turn.spoke")  # pyright: ignore
        assert "shop" not in spoken and "<" not in spoken and "{" not in spoken
        assert (await aule.messages(run))[-1].content == "Three."


@pytest.mark.parametrize(
    ("locale", "told"),
    [("en", "The model wrote a call that could not be made"), ("pt-BR", "O modelo escreveu uma chamada que não")],
)
async def test_a_written_call_that_cannot_be_made_is_hidden_and_told(tmp_path: Path, locale: str, told: str) -> None:
    """OS-3: an unknown tool, or parameters that are no object."""
    for written in (
        '<tool_call>{"name": "teleport", "arguments": {"to": "Mars"}}</tool_call>',
        '<tool_call>{"name": "shop.count", "arguments": [1]}</tool_call>',
        "<tool_call>{broken",
        '```json\n{"tool": "teleport", "parameters": {}}\n```',
    ):
        shop = open_shop()
        async with system(tmp_path / str(abs(hash(written))), say(f"Ok. {written}"), apps=[shop.app]) as aule:
            run = await aule.ask("go", locale=locale)
            content = (await aule.messages(run))[-1].content
            assert told in content and content.startswith("Ok.")
            assert "{" not in content and "<" not in content and shop.seen == []


@pytest.mark.parametrize(
    "text",
    [
        'An example: ```json\n{"name": "Ana", "age": 3}\n```',
        "Write `<tool_call>` to call a tool.",
        "```python\nprint('<tool_call>{}</tool_call>')\n```",
        "3 < 4 and [TO] be",
        "{ is a brace",
        '{"a": 1}',
    ],
)
@pytest.mark.parametrize("deltas", [1, 5])
async def test_other_text_stays_as_it_is(tmp_path: Path, text: str, deltas: int) -> None:
    """OS-3: data, code and examples are no calls."""
    async with system(tmp_path, say(text, deltas=deltas)) as aule:
        run = await aule.ask("explain")
        assert (await aule.messages(run))[-1].content == text


async def test_a_call_that_is_written_and_made_is_made_once(tmp_path: Path) -> None:
    """OS-3."""
    shop = open_shop()
    both = say('<tool_call>{"name": "shop.count", "arguments": {"n": 3}}</tool_call>') + call("shop.count", {"n": 3})
    async with system(tmp_path, both, say("Three."), apps=[shop.app]) as aule:
        await aule.ask("count to three")
        assert shop.seen == ["count"]
