"""Nothing of a document vanishes: each value is in the company, in what goes out beside it, or is told."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.apps.atlas.files import Files, files

from aule.apps.atlas.rows import exact_json as exact
from aule.contracts.errors import AuleError

_MARK = itertools.count(1)
NAMES = st.sampled_from(
    ["title", "name", "description", "unit", "status", "meta", "peso", "initial_value", "linked_krs", "extra", "tags"]
)


def leaf() -> st.SearchStrategy[str]:
    """A text that stands in no document twice, so that it can be looked for."""
    return st.builds(lambda: f"leaf{next(_MARK)}x")


def values() -> st.SearchStrategy[Any]:
    """Whatever somebody may write behind a name."""
    return st.recursive(
        leaf(), lambda inner: st.lists(inner, max_size=2) | st.dictionaries(NAMES, inner, max_size=2), max_leaves=3
    )


def items(below: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """An item with a title, whatever else, and what is inside it."""
    return st.builds(
        lambda title, rest, inside: {**{k: v for k, v in rest.items() if k not in inside}, "title": title, **inside},
        leaf(),
        st.dictionaries(NAMES, values(), max_size=3),
        st.fixed_dictionaries({}, optional=below),
    )


KEY_RESULTS = items({"initiatives": st.lists(items({}), max_size=2)})
OBJECTIVES = items({"key_results": st.lists(KEY_RESULTS, max_size=2)})
PILLARS = items({"objectives": st.lists(OBJECTIVES, max_size=2)})
TOP = st.dictionaries(
    st.sampled_from(["notes", "author", "projects", "beep_answers", "swot_analysis", "odd"]),
    values() | st.lists(items({}), max_size=2),
    max_size=3,
)
NESTED = st.builds(lambda pillars, top: {**top, "pillars": pillars}, st.lists(PILLARS, min_size=1, max_size=2), TOP)
FLAT = st.builds(
    lambda rows, top: {**top, "strategic_pillars": rows},
    st.lists(items({}), min_size=1, max_size=2),
    TOP,
)
ENVELOPE = st.builds(lambda flat, top: {**top, "version": "1.0", "data": flat}, FLAT, TOP)


def leaves(value: Any) -> Iterator[str]:
    """All texts of a document that were made to be looked for."""
    if isinstance(value, str):
        if value.startswith("leaf"):
            yield value
    elif isinstance(value, dict):
        for each in value.values():  # pyright: ignore[reportUnknownVariableType]
            yield from leaves(each)
    elif isinstance(value, list):
        for each in value:  # pyright: ignore[reportUnknownVariableType]
            yield from leaves(each)


def test_each_value_of_any_document_is_kept_or_told(tmp_path: Path) -> None:
    """LT-50, AT-43: nested, flat and enveloped documents with whatever beside and inside them."""
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        desk: Files = runner.run(stack.enter_async_context(files(tmp_path / "home")))

        async def story(document: dict[str, Any]) -> None:
            name = f"C{next(_MARK)}"
            document = {**document, "company_name": name}
            try:
                done = await desk.import_(document, allow_partial=True)
            except AuleError as error:
                assert error.problem.code in ("invalid_import", "invalid_rows"), error.problem
                return
            out = exact.write(await desk.exported(company=done.data["company"]))
            told = "\n".join([*done.data["skipped"], *done.data["warnings"]])
            lost = [each for each in leaves(document) if each not in out]
            keys = [_place_of(document, each) for each in lost]
            assert [place for place in keys if not any(part in told for part in place)] == [], (told, document)

        @given(st.one_of(NESTED, FLAT, ENVELOPE))
        @settings(
            max_examples=30,
            deadline=None,
            database=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        )
        def each(document: dict[str, Any]) -> None:
            runner.run(story(document))

        try:
            each()
        finally:
            runner.run(stack.aclose())


def _place_of(document: Any, wanted: str, path: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The names under which a text stands, itself included: one of them has to be told."""
    if document == wanted:
        return (*path, wanted)
    pairs: list[tuple[str, Any]] = []
    if isinstance(document, dict):
        pairs = [(str(name), each) for name, each in document.items()]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    elif isinstance(document, list):
        pairs = [(f"row {place + 1}", each) for place, each in enumerate(document)]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return next((found for name, each in pairs if (found := _place_of(each, wanted, (*path, name)))), ())


async def test_a_nested_document_is_read_in_our_words_and_every_item_has_a_status(tmp_path: Path) -> None:
    """LT-50: `reais` is R$, `initial_value` is where it stands, statuses are set; each exchanged word is told."""
    kr = {"title": "Receita", "meta": 10, "unit": "reais", "initial_value": 4, "initiatives": [{"title": "Canal"}]}
    document = {
        "pillars": [{"title": "Vendas", "objectives": [{"name": "Crescer", "key_results": [kr]}]}],
        "projects": [{"name": "Loja", "status": "in_progress"}, {"name": "Site", "tasks": [{"title": "Pintar"}]}],
        "notes": "feito à mão",
        "company": "Nova",
    }
    async with files(tmp_path / "home") as desk:
        done = await desk.call("bulk_import", data=document)
        data = (await desk.exported())["data"]
        made = data["key_results"][0]
        assert [made[name] for name in ("unit", "current_value", "target_value")] == ["R$", 4, 10]
        assert data["strategic_objectives"][0]["status"] == "not_started"
        assert data["kr_initiatives"][0]["status"] == "planned"
        assert [row["status"] for row in data["strategic_projects"]] == ["active", "planning"]
        assert data["project_tasks"][0]["status"] == "todo"
        told = done.data["warnings"]
        for words in ("'reais' was read as 'R$' (1×)", "'initial_value' was read as 'current_value' (1×)"):
            assert words in told
        assert (await desk.exported())["notes"] == "feito à mão"
        assert (await desk.call("bulk_import", data=document)).changes == []
        later = await desk.call("bulk_import", data={**document, "notes": "outra coisa", "linked": {"a": 1}})
        assert [line for line in later.data["warnings"] if "notes" in line or "linked" in line] == [
            'notes is not taken, because nothing here holds it: "outra coisa"',
            'linked is not taken, because nothing here holds it: {"a":1}',
        ]


async def test_columns_and_cells_a_spreadsheet_has_too_many_are_told(tmp_path: Path) -> None:
    """AT-45: a column nobody knows, and a cell behind the last column."""
    async with files(tmp_path / "home") as desk:
        await desk.call("bulk_import", data={"pillars": [{"name": "P", "objectives": [{"title": "O"}]}]})
        text = "title;objective;target_value;humor\nReceita;O;10;bom;sobra\n"
        done = await desk.import_(text, name="krs.csv")
        told = "\n".join(done.data["warnings"])
        assert "humor is not taken" in told and "'bom'" in told and "line 2: 'sobra'" in told
        text = "title;objective;2026-01 target;2026-01 target;;humor\nReceita;O;10;20;solto;bom\nCusto;O;5;5;;ruim\n"
        told = "\n".join((await desk.import_(text, name="krs.csv")).data["warnings"])
        assert "line 2: the column '2026-01 target' stands twice; '20' is not taken" in told
        assert "column 5 has no heading and is not taken: 'solto'" in told
        assert "humor is not taken, because nothing here holds it: 'bom', 'ruim'" in told
        assert "line 3" not in told


async def test_what_a_document_says_of_its_company_is_told_where_it_is_not_taken(tmp_path: Path) -> None:
    """LT-50: a document of another company says so, and each thing it says of that company is named with its value."""
    company = {"name": "Beta", "mission": "crescer", "weird": "keepme"}
    async with files(tmp_path / "home") as desk:
        await desk.call("bulk_import", data={"company": "Acme", "pillars": [{"name": "P1"}]})
        done = await desk.call("bulk_import", data={"company": company, "pillars": [{"name": "P9"}]})
        told = "\n".join(done.data["warnings"])
        assert 'company.mission is not taken, because nothing here holds it: "crescer"' in told
        assert 'company.weird is not taken, because nothing here holds it: "keepme"' in told
        assert "Beta" in told and "Acme" in told
        named = await desk.call("bulk_import", data={"company": "Gama", "pillars": [{"name": "P10"}]})
        assert "Gama" in "\n".join(named.data["warnings"])
        same = await desk.call("bulk_import", data={"company": {"name": "Acme"}, "pillars": [{"name": "P11"}]})
        assert not [line for line in same.data["warnings"] if "Acme" in line]
    async with files(tmp_path / "new") as desk:
        await desk.call("bulk_import", data={"company": company, "pillars": [{"name": "P9"}]})
        assert (await desk.exported())["company"] == {"mission": "crescer", "weird": "keepme"}
