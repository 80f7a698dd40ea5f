"""Finding context and putting texts together: retrieve_context, gather_text (PL-2)."""

from __future__ import annotations

import os

import pytest
from tests.apps.core.calls import Calls

pytestmark = pytest.mark.anyio

DAY = 86_400


def put(core: Calls, path: str, content: str | bytes, *, days_old: int = 0) -> None:
    """A file somebody else made."""
    file = core.workspace / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    if days_old:
        changed = file.stat().st_mtime - days_old * DAY
        os.utime(file, (changed, changed))


async def test_the_passages_that_fit_best_come_first_with_their_lines(core: Calls) -> None:
    """PL-2."""
    put(
        core,
        "src/auth.ts",
        "import jwt\n\n\n\n\n\n\nexport function verifyToken(token) {\n  return jwt.verify(token)\n}\n",
    )
    put(core, "src/other.ts", "export const other = 1\n")
    put(core, "docs/login.md", "# Login\n\nThe token is checked.\n")
    data = await core.data("retrieve_context", query="jwt token")
    assert [each["path"] for each in data["found"]] == ["src/auth.ts", "docs/login.md"]
    first = data["found"][0]
    assert (first["kind"], first["lines"]) == ("code", "8-10")
    assert first["snippet"].startswith("export function verifyToken")
    assert data["paths"] == ["src/auth.ts", "docs/login.md"]
    assert data["files_searched"] == 3


async def test_a_name_counts_more_than_a_mention_and_accents_do_not_matter(core: Calls) -> None:
    put(core, "notes/fotossintese.md", "# Luz\n\nAs folhas.\n")
    put(core, "notes/diario.md", "Hoje li sobre fotossíntese.\n")
    data = await core.data("retrieve_context", query="Fotossíntese")
    assert data["paths"] == ["notes/fotossintese.md", "notes/diario.md"]


async def test_a_plural_finds_what_is_said_of_one(core: Calls) -> None:
    put(core, "a.md", "O risco é alto. A menção é curta.\n")
    assert (await core.data("retrieve_context", query="riscos"))["paths"] == ["a.md"]
    assert (await core.data("retrieve_context", query="menções"))["paths"] == ["a.md"]


async def test_only_the_kinds_that_were_asked_for_are_looked_at(core: Calls) -> None:
    put(core, "AGENTS.md", "Tokens MUST expire.\n")
    put(core, "readme.md", "About tokens.\n")
    put(core, "a.py", "token = 1\n")
    assert (await core.data("retrieve_context", query="token", kinds=["rule"]))["paths"] == ["AGENTS.md"]
    assert (await core.data("retrieve_context", query="token", kinds=["doc"]))["paths"] == ["readme.md"]


async def test_ignored_secret_binary_and_huge_files_are_left_out(core: Calls) -> None:
    """PL-2."""
    put(core, ".gitignore", "logs/\n*.tmp\n/only-here.txt\n!keep.tmp\n# a remark\n[\n")
    put(core, "logs/a.txt", "token")
    put(core, "x.tmp", "token")
    put(core, "keep.tmp", "token")
    put(core, "only-here.txt", "token")
    put(core, "deep/only-here.txt", "token")
    put(core, ".env", "token")
    put(core, "server.key", "token")
    put(core, "config/secrets.json", "token")
    put(core, "image.bin", b"token\0\1\2")
    put(core, "huge.txt", "token " * 200_000)
    data = await core.data("retrieve_context", query="token")
    assert sorted(data["paths"]) == ["deep/only-here.txt", "keep.tmp"]


async def test_a_question_without_a_word_is_refused(core: Calls) -> None:
    assert (await core.problem("retrieve_context", query="?!")).field == "query"


async def test_the_name_of_the_seed_is_an_alias(core: Calls) -> None:
    """PL-2: `cappy_retrieve_context`."""
    put(core, "a.md", "token\n")
    called = await core.system.kernel.call("cappy_retrieve_context", {"query": "token"}, locale="en")
    assert called.result.data["paths"] == ["a.md"]


async def test_texts_are_put_together_with_where_they_come_from(core: Calls) -> None:
    put(core, "notes/a.md", "# Sun\n\nLight.\n\n## More\n\nHeat.\n")
    put(core, "notes/b.md", "Just words about light.\n\nAnd about rain.\n")
    data = await core.data("gather_text", title="All", paths=["notes/a.md", "notes/b.md", "notes/a.md"])
    assert data["text"] == (
        "# All\n\n## Sun\n\n*notes/a.md*\n\nLight.\n\n### More\n\nHeat.\n\n"
        "## notes/b.md\n\n*notes/b.md*\n\nJust words about light.\n\nAnd about rain.\n"
    )
    assert (data["sections"], data["paths"]) == (2, ["notes/a.md", "notes/b.md"])
    light = await core.data("gather_text", title="Light", paths=["notes/b.md"], query="light")
    assert "rain" not in light["text"]


async def test_only_what_changed_lately_is_gathered(core: Calls) -> None:
    put(core, "old.md", "old\n", days_old=30)
    put(core, "new.md", "new\n")
    data = await core.data("gather_text", title="Week", glob="*.md", since_days=7)
    assert data["paths"] == ["new.md"]


async def test_nothing_to_gather_is_said_and_what_cannot_be_read_is_left_out(core: Calls) -> None:
    put(core, "binary.md", b"\0\1\2\3")
    result = await core.read("gather_text", title="Empty", paths=["gone.md", "binary.md"])
    assert (result.ok, result.error and result.error.code) == (False, "nothing_read"), "all were named, none is there"
    assert (result.data["text"], result.data["sections"]) == ("# Empty\n", 0)
    put(core, "some.md", b"text")
    assert (await core.read("gather_text", title="Some", paths=["gone.md", "some.md"])).ok
    assert (await core.read("gather_text", title="None", glob="*.nothing")).ok
    assert (await core.read("gather_text", title="Other", paths=["some.md"], query="else")).ok
    assert {warning.code for warning in result.warnings} == {"unread", "nothing_found"}
    assert (await core.problem("gather_text", title="Out", paths=["../../etc/passwd"])).code == "outside_scope"
