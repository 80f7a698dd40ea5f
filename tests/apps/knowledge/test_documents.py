"""Documents over HTTP: added, listed, read, edited, deleted and brought back (KN-1, KN-2, KN-3)."""

from __future__ import annotations

import asyncio
import struct

from dirty_equals import IsPartialDict, IsStr
from tests.apps.knowledge.library import RULES, Library
from tests.apps.knowledge.pdf_files import pdf

from aule.contracts.events.facts import CallCompleted, CallProgressed

WHOLE = "knowledge_"


async def test_a_document_is_read_page_by_page_and_found_again(library: Library) -> None:
    """KN-1, KN-2: many at once; title, outline, pages, passages, the original and the filters."""
    answer = await library.send(("regras.md", RULES), ("ata.pdf", pdf("Primeira página.", "Segunda página.")))
    told = answer.json()
    assert (answer.status_code, len(told["documents"]), told["unchanged"], told["refused"]) == (202, 2, [], [])
    assert {each["state"] for each in told["documents"]} == {"waiting"}
    assert (await library.done(told["run"])).status == "done"
    rules, minutes = [await library.get(f"/v1/documents/{each['id']}") for each in told["documents"]]
    assert rules == IsPartialDict(
        title="Regras", name="regras.md", kind="markdown", state="ready", version=1, pages=1, problem=None, run=None
    )
    assert [(each["title"], each["level"]) for each in rules["outline"]] == [("Regras", 1), ("Piscina", 2)]
    assert (minutes["title"], minutes["pages"]) == ("ata", 2)

    pages = (await library.get(f"/v1/documents/{minutes['id']}/pages", **{"from": 2, "to": 2}))["items"]
    assert [(each["number"], each["text"]) for each in pages] == [(2, "Segunda página.")]
    chunks = await library.get(f"/v1/documents/{rules['id']}/chunks", limit=1)
    more = await library.get(f"/v1/documents/{rules['id']}/chunks", after=chunks["next"])
    assert [each["section"] for each in more["items"]][-1] == "Regras › Piscina"
    text = (await library.get(f"/v1/documents/{rules['id']}/pages"))["items"][0]["text"]
    for chunk in chunks["items"] + more["items"]:
        assert text[chunk["start"] : chunk["end"]] == chunk["text"]
    content = await library.client.get(f"/v1/documents/{rules['id']}/content")
    assert (content.content, content.headers["x-content-type-options"]) == (RULES.encode(), "nosniff")
    part = await library.client.get(f"/v1/documents/{rules['id']}/content", headers={"Range": "bytes=2-7"})
    assert (part.status_code, part.content) == (206, b"Regras")

    assert await library.titles(query="regras") == ["Regras"]
    assert await library.titles(query="ÁTA") == ["ata"]
    first = await library.get("/v1/documents", limit=1)
    second = await library.get("/v1/documents", limit=1, after=first["next"])
    assert (first["total"], second["next"]) == (2, None)
    assert {first["items"][0]["id"], second["items"][0]["id"]} == {rules["id"], minutes["id"]}
    found = await library.get("/v1/search", q="regras")
    assert IsPartialDict(path=f"/knowledge/d/{rules['id']}", title="Regras") in found


async def test_the_same_content_again_changes_nothing_and_says_so(library: Library) -> None:
    """KN-3: by hash within a collection, also under another name; another collection has its own."""
    first = await library.add("regras.md")
    before = await library.count_rows()
    again = (await library.send(("regras.md", RULES), ("copia.md", RULES))).json()
    assert again["unchanged"] == [
        {"name": "regras.md", "document": first["id"]},
        {"name": "copia.md", "document": first["id"]},
    ]
    assert (again["documents"], again["run"], await library.count_rows()) == ([], None, before)
    other = await library.post("/v1/collections", {"name": "Outra"}, status=201)
    moved = await library.add("regras.md", collection=other["id"])
    assert moved["id"] != first["id"]


async def test_changed_content_is_a_new_version_whose_unchanged_chunks_keep_their_vectors(library: Library) -> None:
    """KN-3: the old version stays what is found until the new one was read; both originals are kept."""
    first = await library.add("regras.md")
    vectors = await library.vectors(first["id"])
    changed = RULES.replace("A piscina abre às 8h.", "A piscina abre às 9h.")
    second = await library.add("regras.md", changed)
    assert (second["id"], second["version"], len(second["versions"])) == (first["id"], 2, 2)
    now = await library.vectors(first["id"])
    assert {text for text in now if now[text] == vectors.get(text)} == set(vectors) & set(now)
    assert any("às 9h" in text for text in now) and not any("às 8h" in text for text in now)
    completed = [each.data for each in await library.kernel.journal.read(None, types=["call.completed"])]
    reused = [
        fact.result.data["reused"]
        for fact in completed
        if isinstance(fact, CallCompleted) and fact.capability == "knowledge.index_document"
    ]
    assert reused == [0, len(now) - 1]
    old = await library.client.get(f"/v1/documents/{first['id']}/content", params={"version": 1})
    assert old.content == RULES.encode()
    await library.get(f"/v1/documents/{first['id']}/content", version=3, status=404)


async def test_a_deleted_document_leaves_no_row_and_undo_brings_everything_back(library: Library) -> None:
    """KN-3: text, vectors, versions and rows go in one change, by hand with one request."""
    document = await library.add("regras.md")
    before, vectors = await library.count_rows(), await library.vectors(document["id"])
    gone = await library.delete(f"/v1/documents/{document['id']}")
    assert gone == {"run": IsStr(), "change": IsStr()}
    assert sum((await library.count_rows()).values()) == 0
    await library.get(f"/v1/documents/{document['id']}", status=404)
    await library.post(f"/v1/changes/{gone['change']}/undo", status=200)
    assert (await library.count_rows(), await library.vectors(document["id"])) == (before, vectors)
    assert (await library.get(f"/v1/documents/{document['id']}"))["title"] == "Regras"
    assert (await library.client.get(f"/v1/documents/{document['id']}/content")).content == RULES.encode()


async def test_undoing_the_run_of_an_upload_takes_the_documents_back(library: Library) -> None:
    """KN-3: what was taken and what was read go together."""
    told = (await library.send(("regras.md", RULES), ("ata.txt", "Ata"))).json()
    await library.done(told["run"])
    await library.post(f"/v1/runs/{told['run']}/undo", status=200)
    assert sum((await library.count_rows()).values()) == 0


async def test_a_broken_document_fails_alone_with_a_problem_that_says_what_to_do(library: Library) -> None:
    """KN-2: the others are read; sending it again reads it again; what cannot be a document is refused by name."""
    answer = await library.send(
        ("bom.md", RULES), ("ruim.pdf", b"%PDF-1.7 nothing"), ("foto.xyz", bytes(range(256)) * 4), ("vazio.txt", "")
    )
    told = answer.json()
    assert [(each["name"], each["problem"]["code"]) for each in told["refused"]] == [
        ("foto.xyz", "unsupported_document"),
        ("vazio.txt", "empty_file"),
    ]
    assert (await library.done(told["run"])).status == "done_with_failures"
    failed = (await library.get("/v1/documents", state="failed"))["items"]
    assert [(each["name"], each["problem"]["code"], bool(each["problem"]["hint"])) for each in failed] == [
        ("ruim.pdf", "broken_document", True)
    ]
    assert await library.titles(state="ready") == ["Regras"]
    again = (await library.send(("ruim.pdf", b"%PDF-1.7 nothing"))).json()
    assert [each["id"] for each in again["documents"]] == [failed[0]["id"]]
    await library.done(again["run"])
    mended = await library.add("ruim.pdf", pdf("Agora sim."))
    assert (mended["id"], mended["state"], mended["problem"], mended["version"]) == (failed[0]["id"], "ready", None, 2)


async def test_a_version_that_cannot_be_read_leaves_the_one_before_it_in_place(library: Library) -> None:
    """KN-2, KN-3: the document stays readable, and says what is wrong with the new content."""
    document = await library.add("ata.pdf", pdf("Ata de março."))
    broken = await library.add("ata.pdf", b"%PDF-1.7 nothing")
    assert (broken["state"], broken["version"], broken["problem"]["code"]) == ("ready", 1, "broken_document")
    pages = await library.get(f"/v1/documents/{document['id']}/pages")
    assert pages["items"][0]["text"] == "Ata de março."


async def test_a_document_is_renamed_moved_and_read_again(library: Library) -> None:
    """KN-1: PATCH and reindex; a title that somebody gave is kept when a new version comes."""
    document = await library.add("regras.md")
    place = await library.post("/v1/collections", {"name": "Casa"}, status=201)
    answer = await library.client.patch(
        f"/v1/documents/{document['id']}", json={"title": "Regras da casa", "collection": place["id"]}
    )
    assert answer.json() == IsPartialDict(title="Regras da casa", collection=place["id"])
    run = (await library.post(f"/v1/documents/{document['id']}/reindex"))["run"]
    assert (await library.done(run)).status == "done"
    read = await library.get(f"/v1/documents/{document['id']}")
    assert (read["title"], read["state"], read["indexed_at"] > document["indexed_at"]) == (
        "Regras da casa",
        "ready",
        True,
    )
    assert (await library.get(f"/v1/collections/{place['id']}"))["documents"] == 1


async def test_the_same_key_takes_files_once(library: Library) -> None:
    """KN-1: `Idempotency-Key`; for other files the key is refused."""
    files = [("file", ("a.txt", b"um"))]
    sent = [
        await library.client.post("/v1/documents", files=files, headers={"Idempotency-Key": "k1"}) for _ in range(2)
    ]
    assert sent[0].json()["run"] == sent[1].json()["run"]
    other = await library.client.post(
        "/v1/documents", files=[("file", ("a.txt", b"dois"))], headers={"Idempotency-Key": "k1"}
    )
    assert (other.status_code, other.json()["code"]) == (409, "key_reused")
    assert (await library.get("/v1/documents"))["total"] == 1


async def test_two_uploads_of_one_file_at_once_make_one_document(library: Library) -> None:
    """KN-3: whoever comes second finds the first."""
    answers = await asyncio.gather(*(library.send(("regras.md", RULES)) for _ in range(6)))
    told = [answer.json() for answer in answers]
    assert [answer.status_code for answer in answers] == [202] * 6
    assert sum(len(each["documents"]) for each in told) == 1
    assert sum(len(each["unchanged"]) for each in told) == 5
    for each in told:
        if each["run"]:
            await library.done(each["run"])
    assert (await library.get("/v1/documents"))["total"] == 1


async def test_thirty_uploads_at_once_are_all_read(library: Library) -> None:
    """KN-1, KN-2: nothing is lost and nothing is read twice."""
    answers = await asyncio.gather(*(library.send((f"nota{n}.txt", f"Nota número {n}.")) for n in range(30)))
    for answer in answers:
        assert answer.status_code == 202, answer.text
        await library.done(answer.json()["run"])
    page = await library.get("/v1/documents", limit=100)
    assert (page["total"], {each["state"] for each in page["items"]}) == (30, {"ready"})
    rows = await library.count_rows()
    assert (rows[f"{WHOLE}documents"], rows[f"{WHOLE}pages"], rows[f"{WHOLE}versions"]) == (30, 30, 30)


async def test_a_stopped_run_leaves_documents_that_say_so_and_can_be_read_again(library: Library) -> None:
    """KN-2: cancelling keeps what was read; the rest waits for a word."""
    told = (await library.send(("livro.pdf", pdf(*(f"Página {n}." for n in range(400)))))).json()
    await library.kernel.cancel(told["run"])
    document = await library.get(f"/v1/documents/{told['documents'][0]['id']}")
    if document["state"] == "waiting":
        assert (document["problem"]["code"], document["run"]) == ("reading_stopped", None)
    run = (await library.post(f"/v1/documents/{document['id']}/reindex"))["run"]
    await library.done(run)
    assert (await library.get(f"/v1/documents/{document['id']}"))["pages"] == 400


async def test_reading_tells_how_far_it_has_come(library: Library) -> None:
    """KN-2: progress per page, as events of the run."""
    told = (await library.send(("livro.pdf", pdf(*(f"Página {n}." for n in range(1, 6)))))).json()
    await library.done(told["run"])
    events = await library.kernel.journal.read(None, run=told["run"], types=["call.progressed"])
    said = [event.data.message for event in events if isinstance(event.data, CallProgressed)]
    assert [each for each in said if "página" in each or "page" in each] == [
        f"livro.pdf: página {n} de 5" for n in range(1, 6)
    ]


async def test_a_page_has_a_picture_in_the_width_that_is_asked_for(library: Library) -> None:
    """KN-7: the picture beside an answer is drawn from the PDF itself, once for each width, rounded up."""
    document = await library.add("livro.pdf", pdf("Primeira página.", "Segunda página."))
    path = f"/v1/documents/{document['id']}/pages/2/picture"
    drawn = await library.client.get(path, params={"width": 580})
    assert (drawn.status_code, drawn.headers["content-type"]) == (200, "image/png")
    width, height = struct.unpack(">II", drawn.content[16:24])
    assert width == 600 and 840 <= height <= 860  # A4
    assert (await library.client.get(path, params={"width": 600})).content == drawn.content
    missing = await library.client.get(f"/v1/documents/{document['id']}/pages/3/picture", params={"width": 600})
    assert missing.status_code == 404


async def test_an_earlier_version_is_opened_with_its_own_pages_and_pictures(library: Library) -> None:
    """KN-3, KN-10: what an answer cited then can still be looked at, though another version took its place."""
    first = await library.add("regras.pdf", pdf("The pool opens at eight.", "Guests sign in."))
    answer = await library.send(("regras.pdf", pdf("The pool opens at ten.")))
    await library.done(answer.json()["run"])
    path = f"/v1/documents/{first['id']}"
    newest, earlier = await library.get(path), await library.get(path, version=1)
    assert (newest["version"], newest["pages"], earlier["version"], earlier["pages"]) == (2, 1, 1, 2)
    assert [each["version"] for each in earlier["versions"]] == [each["version"] for each in newest["versions"]]
    assert [page["text"] for page in (await library.get(f"{path}/pages"))["items"]] == ["The pool opens at ten."]
    pages = (await library.get(f"{path}/pages", version=1))["items"]
    assert [(page["number"], page["text"]) for page in pages] == [
        (1, "The pool opens at eight."),
        (2, "Guests sign in."),
    ]
    assert pages[1]["start"] == len(pages[0]["text"]) + 2
    pictures = [
        (await library.client.get(f"{path}/pages/1/picture", params={"version": each, "width": 150})).content
        for each in (1, 2)
    ]
    assert pictures[0] != pictures[1]
    await library.get(path, version=3, status=404)
    await library.get(f"{path}/pages", version=3, status=404)
