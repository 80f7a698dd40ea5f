"""Atlas on the command line: import, look, act, undo, export (AT-10, AT-41, AT-51)."""

from __future__ import annotations

import json
from pathlib import Path

from dirty_equals import Contains, IsPartialDict
from tests.cli.command_line import CommandLine

NESTED = {
    "pillars": [
        {
            "name": "Crescimento",
            "objectives": [
                {
                    "title": "Abrir lojas",
                    "key_results": [{"title": "Lojas abertas", "target_value": 2, "unit": "un", "current_value": 1}],
                }
            ],
        }
    ]
}


def test_a_company_is_brought_along_looked_at_changed_and_taken_away(here: CommandLine, tmp_path: Path) -> None:
    """AT-41, AT-51: in a pipe nothing happens without --yes; what happened can be taken back."""
    file = tmp_path / "mini.json"
    file.write_text(json.dumps(NESTED), "utf-8")
    seen = here.run("atlas", "import", str(file), "--preview", "--json")
    assert (seen.code, seen.document["tables"]["key_results"]) == (0, IsPartialDict(insert=1, update=0, unchanged=0))
    refused = here.run("atlas", "import", str(file), "--json")
    assert (refused.code, refused.document["error"]["code"]) == (4, "approval_required")
    done = here.run("atlas", "import", str(file), "--yes", "--json")
    assert (done.code, done.document["tables"]["key_results"]) == (0, IsPartialDict(insert=1, update=0))
    again = here.run("atlas", "import", str(file), "--yes", "--json")
    assert (again.code, again.document["tables"]["key_results"]) == (0, IsPartialDict(insert=0, update=0, unchanged=1))

    found = here.run("atlas", "search", "lojas", "--json").document["items"]
    kr = next(each["id"] for each in found if each["kind"] == "key_result")
    batch = tmp_path / "batch.json"
    batch.write_text(
        json.dumps({"actions": [{"type": "update_kr", "data": {"kr_id": kr, "current_value": 0}}]}), "utf-8"
    )
    assert here.run("atlas", "execute", str(batch), "--preview").out == Contains("Lojas abertas", "current_value")
    acted = here.run("atlas", "execute", str(batch), "--yes", "--json")
    assert (acted.code, acted.document["results"]) == (0, [IsPartialDict(success=True, id=kr)])
    log = here.run("atlas", "log", "--entity", kr, "--json").document["entries"]
    assert log[0] == IsPartialDict(fields=Contains(IsPartialDict(name="current_value", before=1, after=0)))
    assert here.run("atlas", "undo", acted.document["run"]).code == 0

    out = tmp_path / "out.json"
    assert here.run("atlas", "export", str(out)).code == 0
    assert json.loads(out.read_text("utf-8"))["data"]["key_results"] == [IsPartialDict(current_value=1)]
    assert here.run("atlas", "export", "--csv").out == Contains("Lojas abertas")
    assert here.run("atlas", "show", kr).out == Contains("Lojas abertas")


def test_an_apps_own_commands_stand_beside_its_capabilities(here: CommandLine) -> None:
    """K-1: every capability is a command as well, and a wrong word is told with the nearest."""
    made = here.run("atlas", "create_company", "name=ACME", "--yes", "--json")
    assert made.code == 0
    wrong = here.run("atlas", "creat_pillar", "name=X", "--json")
    assert (wrong.code, wrong.document["error"]["candidates"]) == (2, Contains("atlas.create_pillar"))
    missing = here.run("atlas", "import", "/nowhere.json", "--json")
    assert (missing.code, missing.document["error"]["code"]) == (2, "not_found")


ORPHANS = {
    "version": "1.0",
    "data": {
        "companies": [{"id": "c-1", "name": "Pães & Cia"}],
        "strategic_pillars": [{"id": "p-1", "company_id": "c-1", "name": "Vendas & Marketing"}],
        "strategic_objectives": [
            {"id": "o-1", "pillar_id": "p-1", "title": "Crescer"},
            {"id": "o-2", "pillar_id": "gone", "title": "Órfão"},
        ],
    },
}


def test_a_file_with_orphan_rows_is_imported_without_them_and_they_are_listed(
    here: CommandLine, tmp_path: Path
) -> None:
    """AT-42: what the refusal advises can be done from here; the rows that stay out stand under a head of their own."""
    file = tmp_path / "orphans.json"
    file.write_text(json.dumps(ORPHANS), "utf-8")
    refused = here.run("atlas", "import", str(file), "--yes")
    assert refused.code != 0 and "--allow-partial" in refused.out + refused.err
    assert "pillar_id=gone" in refused.err and "Did you mean" not in refused.err
    seen = here.run("atlas", "import", str(file), "--allow-partial", "--preview")
    assert seen.code == 0
    head = next(place for place, line in enumerate(seen.out.splitlines()) if "Rows that are left out: 1" in line)
    assert "pillar_id=gone" in seen.out.splitlines()[head + 1]
    done = here.run("atlas", "import", str(file), "--allow-partial", "--yes")
    assert done.code == 0
    lines = done.out.splitlines()
    assert "pillar_id=gone" in lines[lines.index("Rows that were left out: 1") + 1]
    assert "Órfão" not in here.run("atlas", "export").out
    told = here.run("atlas", "show").out
    assert "Pães & Cia" in told and "Vendas & Marketing" in told and "\\" not in told
    spoken = here.run("ask", "como está a estratégia?")
    assert "Vendas & Marketing" in spoken.out and "\\&" not in spoken.out
