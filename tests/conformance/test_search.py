"""The search index finds what is there by its words, the best first, on every database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from tests.conformance.conftest import PostgresServer
from tests.conformance.world import (
    DAY,
    TS,
    a_change,
    a_conversation,
    a_memory,
    a_message,
    a_run,
    an_approval,
    an_artifact,
    opened,
)

from aule.contracts.access.change import ChangeStatus
from aule.contracts.events.facts import (
    ApprovalRequested,
    ArtifactDeleted,
    ArtifactSaved,
    ChangeIntended,
    ChangeRecorded,
    ChangeReinstated,
    ChangeUndone,
    ChangeVoided,
    ConversationDeleted,
    ConversationEdited,
    ConversationOpened,
    ConversationRewound,
    Fact,
    MemoryForgotten,
    MemorySaved,
    MessageAdded,
    ProjectDeleted,
    ProjectSaved,
    RunStarted,
)
from aule.contracts.project import Project
from aule.stores.database import Database
from aule.stores.log.projections import Entry
from aule.stores.repositories.search import STORED, Found, Rank, Search, Within
from aule.text.words import terms

pytestmark = pytest.mark.xdist_group("postgres")


@asynccontextmanager
async def holding(url: str, *facts: Fact) -> AsyncGenerator[Database]:
    """A database in which these facts happened."""
    async with opened(url) as database:
        await tell(database, *facts)
        yield database


async def tell(database: Database, *facts: Fact) -> None:
    """Write facts."""
    async with database.transaction() as transaction:
        await transaction.append([Entry(fact, TS, "run_1") for fact in facts])


async def find(
    database: Database, query: str, kinds: Sequence[str] = STORED, project: str | None = None
) -> list[Found]:
    """What a query finds."""
    return await Search(database).find(terms(query), Within(TS, tuple(kinds), project))


async def refs(database: Database, query: str, kinds: Sequence[str] = STORED, project: str | None = None) -> list[str]:
    """The names of what a query finds."""
    return [found.ref for found in await find(database, query, kinds, project)]


def talk(id: str, title: str, **more: str) -> Fact:
    """A conversation with a title began."""
    return ConversationOpened(conversation=a_conversation(id, title=title, **more))


def a_project(id: str, name: str, description: str = "") -> Fact:
    """A project was saved."""
    return ProjectSaved(project=Project(id=id, name=name, root="/", description=description, created_at=TS))


async def test_case_and_accents_do_not_count(url: str) -> None:
    """OS-10: "voce" finds "Você"."""
    async with holding(url, talk("con_1", "Você e a ESCOLA"), talk("con_2", "Nada")) as database:
        for query in ("voce", "VOCÊ", "vocẽ", "escola voce", "esc"):
            assert await refs(database, query) == ["conversation:con_1"], query


async def test_the_best_fit_comes_first(url: str) -> None:
    """An exact title, then its beginning, words, beginnings of words, parts of words, and last the text."""
    facts = [
        MessageAdded(message=a_message("msg_1", conversation="con_9", content="o plano ficou pronto")),
        talk("con_1", "O planotário"),
        talk("con_2", "O plano de aula"),
        talk("con_3", "Plano de aula"),
        talk("con_4", "Plano"),
        talk("con_9", "Outra conversa"),
    ]
    async with holding(url, *facts) as database:
        found = await find(database, "plano")
        assert [(one.ref, one.rank) for one in found] == [
            ("conversation:con_4", Rank.EXACT),
            ("conversation:con_3", Rank.START),
            ("conversation:con_2", Rank.WORDS),
            ("conversation:con_1", Rank.BEGINS),
            ("message:msg_1", Rank.TEXT),
        ]


async def test_kind_then_latest_use_break_ties(url: str) -> None:
    later = "2026-06-01T10:00:00.000Z"
    facts = [
        RunStarted(started=a_run("run_1", title="Mapa novo")),
        talk("con_1", "Mapa velho"),
        talk("con_2", "Mapa velho"),
        MessageAdded(message=a_message("msg_1", conversation="con_1", content="oi", ts=later)),
        a_project("mapas", "Mapa"),
    ]
    async with holding(url, *facts) as database:
        assert await refs(database, "mapa") == [
            "project:mapas",
            "conversation:con_1",
            "conversation:con_2",
            "run:run_1",
        ]
        latest = await Search(database).latest(Within(TS, ("conversation", "project")), limit=2)
        assert [one.ref for one in latest] == ["conversation:con_1", "conversation:con_2"]


@pytest.mark.parametrize(
    "typed", ["atividdes", "atividaeds", "atvidades", "attividades", "xtividades", "ativd", "ativu"]
)
async def test_a_slip_is_forgiven(url: str, typed: str) -> None:
    """OS-10: "atividdes" finds "Atividades"."""
    async with holding(url, talk("con_1", "Atividades da escola"), talk("con_2", "Motivos")) as database:
        found = await find(database, typed)
        assert [(one.ref, one.rank) for one in found] == [("conversation:con_1", Rank.NEAR)]
        assert await refs(database, f"{typed} escola") == ["conversation:con_1"]


async def test_a_part_of_a_word_is_enough(url: str) -> None:
    artifact = an_artifact("art_1", name="relatoriofinal.pdf")
    camel = an_artifact("art_2", name="myReport2024.PDF")
    async with holding(url, ArtifactSaved(artifact=artifact), ArtifactSaved(artifact=camel)) as database:
        assert await refs(database, "final") == ["artifact:art_1"]
        assert await refs(database, "report") == ["artifact:art_2"]
        assert await refs(database, "2024 pdf") == ["artifact:art_2"]
        assert await refs(database, "myreport2024.pdf") == ["artifact:art_2"]


async def test_every_kind_is_found_by_its_words(url: str) -> None:
    facts = [
        talk("con_1", "zebra um", project="zoo"),
        MessageAdded(message=a_message("msg_1", conversation="con_1", content="uma zebra")),
        MessageAdded(message=a_message("msg_2", conversation="con_1", role="tool", content="zebra")),
        RunStarted(started=a_run("run_1", title="Ver a zebra")),
        RunStarted(started=a_run("run_2", title="Parte da zebra", parent="run_1")),
        a_project("zoo", "Zoo", "com uma zebra"),
        ArtifactSaved(artifact=an_artifact("art_1", name="zebra.png")),
        MemorySaved(item=a_memory("mem_1", content="A zebra é listrada")),
        ChangeRecorded(change=a_change("chg_1", entity="file:home/zebra.md")),
        ApprovalRequested(approval=an_approval("apr_1", title="Escrever zebra.md")),
    ]
    async with holding(url, *facts) as database:
        everything = ["artifact:art_1", "approval:apr_1", "change:chg_1", "conversation:con_1", "memory:mem_1"]
        everything += ["message:msg_1", "project:zoo", "run:run_1"]
        assert sorted(await refs(database, "zebra")) == sorted(everything)
        assert await refs(database, "zebra", ["memory", "message"]) == ["memory:mem_1", "message:msg_1"]
        assert await refs(database, "zebra", project="zoo") == ["conversation:con_1", "project:zoo", "message:msg_1"]
        assert await refs(database, "zebra", []) == []


async def test_what_is_gone_is_never_found(url: str) -> None:
    facts = [
        a_project("zoo", "zebra"),
        ArtifactSaved(artifact=an_artifact("art_1", name="zebra.png")),
        ArtifactSaved(artifact=an_artifact("art_2", name="zebra.png")),
        MemorySaved(item=a_memory("mem_1", content="zebra")),
        MemorySaved(item=a_memory("mem_2", content="zebra", expires_at="2026-05-31T09:00:00.000Z")),
        ChangeIntended(change=a_change("chg_1", title="zebra", status=ChangeStatus.INTENDED)),
        ProjectDeleted(project="zoo"),
        ArtifactDeleted(artifact="art_1"),
        ArtifactSaved(artifact=an_artifact("art_2", name="zebra.png", deleted=True)),
        MemoryForgotten(item="mem_1"),
        ChangeVoided(change=a_change("chg_1", title="zebra", status=ChangeStatus.VOID)),
    ]
    async with holding(url, *facts) as database:
        assert await refs(database, "zebra") == []
        await tell(database, a_project("zoo", "zebra"), ArtifactSaved(artifact=an_artifact("art_1", name="zebra.png")))
        assert await refs(database, "zebra") == ["project:zoo", "artifact:art_1"]


async def test_a_removed_conversation_takes_its_messages_along_and_brings_them_back(url: str) -> None:
    said = MessageAdded(message=a_message("msg_1", conversation="con_1", content="zebra"))
    late = MessageAdded(message=a_message("msg_2", conversation="con_1", content="zebra também"))
    async with holding(url, talk("con_1", "Zebra"), said, ConversationDeleted(conversation="con_1")) as database:
        await tell(database, late, ConversationEdited(conversation=a_conversation("con_1", title="Zebra")))
        assert await refs(database, "zebra") == []
        await tell(database, talk("con_1", "Zebra"))
        assert await refs(database, "zebra") == ["conversation:con_1", "message:msg_2", "message:msg_1"]


async def test_a_change_that_was_taken_back_is_found_when_it_stands_again(url: str) -> None:
    async with holding(url, ChangeRecorded(change=a_change("chg_1", title="Zebra"))) as database:
        await tell(database, ChangeUndone(change="chg_1", undone_by="chg_2"))
        assert await refs(database, "zebra") == []
        await tell(database, ChangeReinstated(change="chg_1"))
        assert await refs(database, "zebra") == ["change:chg_1"]


async def test_messages_that_were_set_aside_are_not_found(url: str) -> None:
    said = [MessageAdded(message=a_message(f"msg_{n}", conversation="con_1", content="zebra")) for n in range(4)]
    rewound = ConversationRewound(conversation="con_1", message="msg_2")
    async with holding(url, talk("con_1", "Fala"), *said, rewound) as database:
        assert sorted(await refs(database, "zebra")) == ["message:msg_0", "message:msg_1"]


async def test_a_renamed_thing_is_found_by_its_new_name_only(url: str) -> None:
    """OS-10: the old name finds nothing, not even a part of it."""
    async with holding(url, talk("con_1", "Girafa azul")) as database:
        await tell(database, ConversationEdited(conversation=a_conversation("con_1", title="Elefante")))
        assert await refs(database, "elefante") == ["conversation:con_1"]
        for old in ("girafa azul", "girafa", "giraf", "gixafa", "iraf"):
            assert await refs(database, old) == [], old


async def test_words_of_any_script_are_found(url: str) -> None:
    facts = [
        talk("con_1", "日本語の授業"),
        talk("con_2", "Привет, мир"),
        talk("con_3", "Festa 🎉"),
        talk("con_4", "Größe"),
    ]
    async with holding(url, *facts) as database:
        assert await refs(database, "日本") == ["conversation:con_1"]
        assert await refs(database, "привет") == ["conversation:con_2"]
        assert await refs(database, "🎉") == ["conversation:con_3"]
        assert await refs(database, "grösse") == await refs(database, "GRÖSSE") == ["conversation:con_4"]


async def test_few_things_do_not_drown_in_many(url: str) -> None:
    many = [RunStarted(started=a_run(f"run_{n}", title=f"Relatório do dia {n}")) for n in range(300)]
    async with holding(url, talk("con_1", "O velho relatório"), *many) as database:
        found = await refs(database, "relat")
        assert (len(found), found.index("conversation:con_1")) == (20, 5)


async def test_runs_of_one_title_are_found_once_and_lead_to_the_latest(url: str) -> None:
    """OS-10: by project; what somebody asked for in a conversation is found by itself."""

    def at(minute: int, id: str, **more: str) -> Fact:
        return RunStarted(started=a_run(id, started_at=f"{DAY}T10:{minute:02d}:00.000Z", title="Relatório", **more))

    async with holding(url, *(at(n, f"run_{n}") for n in range(30))) as database:
        assert await refs(database, "relat") == ["run:run_29"]
        await tell(database, at(31, "run_a"), at(30, "run_late"), at(32, "run_b", project="zoo"))
        assert await refs(database, "relatorio") == ["run:run_b", "run:run_a"]
        assert await refs(database, "relatorio", project="home") == ["run:run_a"]
        await tell(database, at(33, "run_said", session_id="con_1"), at(34, "run_c", parent="run_a"))
        assert await refs(database, "relatório") == ["run:run_said", "run:run_b", "run:run_a"]
        latest = await Search(database).latest(Within(TS, ("run",)))
        assert [(one.ref, one.id) for one in latest] == [
            ("run:run_said", "run_said"),
            ("run:run_b", "run_b"),
            ("run:run_a", "run_a"),
        ]


_ODD = [
    '"',
    "'",
    "NEAR(a b",
    "a AND",
    "* OR",
    "{words}:x",
    "-",
    "col:",
    "a:*&!|b",
    "\\",
    "§run",
    "(",
    "%_",
    "a" * 9_999,
]
_QUERIES = st.lists(st.text(max_size=40) | st.lists(st.sampled_from(_ODD), max_size=3).map(" ".join), max_size=12)


@example(queries=_ODD)
@given(queries=_QUERIES)
@settings(deadline=None, max_examples=60)
def test_no_query_is_an_error_on_sqlite(queries: list[str]) -> None:
    with TemporaryDirectory() as directory:
        asyncio.run(_asked(f"sqlite:///{Path(directory) / 'aule.db'}", queries))


@example(queries=_ODD)
@given(queries=_QUERIES)
@settings(deadline=None, max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_query_is_an_error_on_postgres(postgres: PostgresServer, queries: list[str]) -> None:
    asyncio.run(_asked(postgres.new_database(), queries))


async def _asked(url: str, queries: list[str]) -> None:
    """Whatever is a title finds its thing, if it has words at all; and asking is never an error."""
    titles = [query.replace("\x00", " ")[:200] for query in queries]
    async with holding(url, *(talk(f"con_{n}", title) for n, title in enumerate(titles))) as database:
        for number, (title, query) in enumerate(zip(titles, queries, strict=True)):
            found = await refs(database, title)
            assert (f"conversation:con_{number}" in found) is bool(terms(title))
            await refs(database, f"x {query} yzzy")


async def test_a_title_of_any_length_is_stored_and_found(url: str) -> None:
    """OS-10: a long path or a letter that stands for many must not keep a change from being recorded."""
    long = " ".join(f"parte{number}{'abcdefghij'[number % 10]}" for number in range(900))
    facts = [ChangeRecorded(change=a_change("chg_1", title=long)), talk("con_1", "\ufdfa日" * 100)]
    word = MessageAdded(message=a_message("msg_1", content="".join(map(str, range(4_000))) + "z"))
    async with holding(url, *facts, word) as database:
        assert await refs(database, "parte0a parte1b") == ["change:chg_1"]
        assert await refs(database, "parte899j") == ["change:chg_1"]


async def test_artifacts_are_narrowed_by_type_before_the_best_are_taken(url: str) -> None:
    """OS-9: one picture among hundreds of texts of the same name is found."""
    many = [ArtifactSaved(artifact=an_artifact(f"art_{n}", type="text", name=f"o relato {n}")) for n in range(300)]
    async with holding(url, ArtifactSaved(artifact=an_artifact("art_x", name="meu relato")), *many) as database:
        within = Within(TS, ("artifact",), types=("image",))
        assert "artifact:art_x" in [one.ref for one in await Search(database).find(["relato"], within, limit=150)]


async def test_a_single_letter_before_other_words_stands_for_itself(url: str) -> None:
    async with holding(url, talk("con_1", "Plano b final"), talk("con_2", "Plano bom final")) as database:
        assert await refs(database, "b final") == ["conversation:con_1"]
        assert sorted(await refs(database, "plano b")) == ["conversation:con_1", "conversation:con_2"]


async def test_a_slip_in_a_new_name_is_mended(url: str) -> None:
    async with holding(url, talk("con_1", "Girafa azul")) as database:
        await tell(database, ConversationEdited(conversation=a_conversation("con_1", title="Elefante azul")))
        assert await refs(database, "elefnate") == ["conversation:con_1"]
