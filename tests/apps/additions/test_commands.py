"""`aule catalogue` as a person types it."""

from __future__ import annotations

from pathlib import Path

from tests.apps.additions.shops import Shop, tool_file
from tests.cli.command_line import CommandLine


def test_entries_are_listed_shown_added_updated_and_removed_at_the_command_line(
    here: CommandLine, tmp_path: Path
) -> None:
    """TL-31: with a source of one's own; a refused entry says why, and nothing is done without a yes."""
    listed = here.run("catalogue", "list", "cpf").out
    assert ("aule/tool/format_cpf" in listed, "aule/mcp/time" in listed) == (True, False)
    shown = here.run("catalogue", "show", "aule/tool/format_cpf").out
    assert "no files, no network" in shown and "def run(cpf)" in shown and "came with the system" in shown
    assert here.run("catalogue", "add", "aule/tool/format_cpf").code != 0, "nobody said yes"
    added = here.run("catalogue", "add", "aule/tool/format_cpf", "--yes")
    assert (added.code, "Done: format_cpf" in added.out) == (0, True)
    again = here.run("catalogue", "add", "aule/tool/format_cpf", "--yes")
    assert (again.code != 0, "format_cpf" in again.err) == (True, True)

    shop = Shop(tmp_path / "shop")
    shop.tool("ours")
    shop.tool("read_file")
    sources = ("catalogue", "sources")
    assert here.run(*sources, "add", "shop", str(shop.folder)).code == 0
    told = here.run(*sources, "refresh", "shop")
    assert (told.code, "not signed" in told.out, "tool/ours" in told.out) == (0, True, True)
    assert here.run("catalogue", "add", "shop/tool/ours", "--yes").code == 0
    refused = here.run("catalogue", "add", "shop/tool/read_file", "--yes")
    assert (refused.code != 0, "core.read_file" in refused.err) == (True, True)
    shop.tool("ours", tool_file("ours", "def run():\n    return 2 - 1\n"), version="2.0.0")
    assert here.run(*sources, "refresh", "shop").code == 0
    assert "shop/tool/ours" in here.run("catalogue", "list", "--state", "update").out
    updated = here.run("catalogue", "update", "shop/tool/ours", "--yes")
    assert (updated.code, "return 2 - 1" in updated.out) == (0, True)
    assert here.run("catalogue", "remove", "shop/tool/ours", "--yes").code == 0
    assert here.run(*sources, "remove", "shop", "--yes").code == 0
    assert here.run(*sources, "--json").document["items"][0]["id"] == "aule"
    assert here.run(*sources, "add", "shop").code != 0
