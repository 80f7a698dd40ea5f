"""Collections and the sample: made, renamed, deleted with what is in them, and brought back (KN-1, KN-10)."""

from __future__ import annotations

from dirty_equals import IsPartialDict
from tests.apps.knowledge.library import Library


async def test_collections_are_kept_apart_and_go_with_their_documents(library: Library) -> None:
    """KN-1: per project, with counts; a name is taken once; undo brings a collection back with its documents."""
    place = await library.post("/v1/collections", {"name": "Contratos"}, status=201)
    assert place == IsPartialDict(name="Contratos", documents=0, is_watched=False, is_sample=False, folder=None)
    taken = await library.client.post("/v1/collections", json={"name": "contratos"})
    assert (taken.status_code, taken.json()["code"]) == (409, "name_taken")
    await library.add("a.txt", "Um.", collection=place["id"])
    await library.add("b.txt", "Dois.")
    await library.add("c.txt", "Três.", collection="Contratos")
    found = {each["name"]: each for each in (await library.get("/v1/collections"))["items"]}
    assert {name: each["documents"] for name, each in found.items()} == {"Contratos": 2, "Documentos": 1}
    renamed = await library.client.patch(f"/v1/collections/{place['id']}", json={"name": "Acordos"})
    assert renamed.json()["name"] == "Acordos"
    assert len(await library.titles(collection=place["id"])) == 2
    gone = await library.delete(f"/v1/collections/{place['id']}")
    assert await library.titles() == ["b"]
    await library.post(f"/v1/changes/{gone['change']}/undo", status=200)
    assert len(await library.titles()) == 3
    general = found["Documentos"]["id"]
    refused = await library.client.delete(f"/v1/collections/{general}")
    assert (refused.status_code, refused.json()["code"]) == (409, "general_collection")


async def test_a_collection_with_documents_is_not_undone_away(library: Library) -> None:
    """KN-3: undoing its creation would leave documents without a place."""
    place = await library.post("/v1/collections", {"name": "Casa"}, status=201)
    change = (await library.kernel.changes.list()).items[0]
    document = await library.add("a.txt", "Um.", collection=place["id"])
    answer = await library.client.post(f"/v1/changes/{change.id}/undo")
    assert (answer.status_code, answer.json()["code"]) == (409, "undo_conflict")
    await library.delete(f"/v1/documents/{document['id']}")
    await library.post(f"/v1/changes/{change.id}/undo", status=200)
    assert (await library.get("/v1/collections"))["items"] == []


async def test_the_sample_comes_with_one_request_and_goes_with_one(library: Library) -> None:
    """KN-10: three documents in the person's language; twice is once."""
    told = await library.post("/v1/collections/sample")
    await library.done(told["run"])
    page = await library.get("/v1/documents")
    assert (page["total"], {each["state"] for each in page["items"]}) == (3, {"ready"})
    assert all(each["is_sample"] for each in page["items"])
    assert any("Condomínio" in each["title"] for each in page["items"])
    again = await library.post("/v1/collections/sample")
    assert (again["documents"], again["run"]) == ([], None)
    place = next(each for each in (await library.get("/v1/collections"))["items"] if each["is_sample"])
    assert place["documents"] == 3
    gone = await library.delete("/v1/collections/sample")
    assert (await library.get("/v1/documents"))["total"] == 0
    await library.post(f"/v1/changes/{gone['change']}/undo", status=200)
    assert (await library.get("/v1/documents"))["total"] == 3
