"""`aule mcp` as a person types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.apps.mcp_servers.benches import FOLDERS, PYTHON, SERVERS
from tests.cli.command_line import CommandLine


def test_a_server_is_set_up_and_used_at_the_command_line(here: CommandLine, tmp_path: Path) -> None:
    """TL-20: added, approved, its tools accepted and tried, its log read, removed."""
    folders = [word for folder in FOLDERS for word in ("--with", f"folder={folder}")]
    script = str(SERVERS / "hostile_server.py")
    assert here.run("mcp", "add", "plain", *folders, "--", PYTHON, script, "garbage").code == 0
    assert "draft" in here.run("mcp", "list").out
    assert here.run("mcp", "approve", "plain").code != 0, "without a yes nothing is approved"
    shown = here.run("mcp", "approve", "plain", "--yes")
    assert shown.code == 0 and "hostile_server.py" in shown.out
    assert "new" in here.run("mcp", "tools", "plain").out
    assert here.run("mcp", "tools", "plain", "--accept", "--yes").code == 0
    tried = here.run("mcp", "try", "plain.do", "a=b", "--yes")
    assert tried.code == 0 and "done" in tried.out
    assert here.run("mcp", "log", "plain").code == 0
    file = tmp_path / "mcp.json"
    file.write_text(json.dumps({"mcpServers": {"Other": {"command": "echo", "env": {"API_KEY": "x"}}}}))
    brought = here.run("mcp", "import", str(file))
    assert brought.code == 0 and "MCP_OTHER_API_KEY" in brought.out
    assert here.run("mcp", "add", "far", "https://example.org/mcp", "--with", "shell=yes").code != 0
    assert here.run("mcp", "remove", "plain", "--yes").code == 0
    assert "plain" not in here.run("mcp", "list").out


def test_what_a_server_may_have_is_changed_at_the_command_line(here: CommandLine) -> None:
    """TL-20: a change adds to what the server has, makes it a draft again, and is refused where it cannot be."""
    assert here.run("mcp", "add", "plain", "--with", "env.MODE=fast", "--", "echo", "hi").code == 0
    assert here.run("mcp", "approve", "plain", "--yes").code == 0
    changed = here.run("mcp", "change", "plain", "--with", f"folder={SERVERS}", "--with", "timeout_s=90", "--json")
    assert changed.code == 0, changed.err
    kept = json.loads(changed.out)
    assert (kept["env"], kept["folders"], kept["timeout_s"]) == ({"MODE": "fast"}, [str(SERVERS)], 90)
    assert kept["status"] == "draft"
    assert here.run("mcp", "change", "plain", "--with", "shell=yes").code != 0


def test_a_program_that_would_fetch_another_is_not_approved_without_network_and_is_changed(here: CommandLine) -> None:
    """TL-20: it would only wait in vain; the error says what to install and type, and the program is then changed."""
    assert here.run("mcp", "add", "vault", "--", "npx", "-y", "mcp-obsidian", "/vault").code == 0
    refused = here.run("mcp", "approve", "vault", "--yes")
    assert refused.code != 0 and "mcp_program_fetches" in refused.err
    assert "npm install --prefix" in refused.err and "aule mcp change vault --with folder=" in refused.err
    changed = json.loads(here.run("mcp", "change", "vault", "--json", "--", "echo", "/vault").out)
    assert (changed["command"], changed["status"]) == (["echo", "/vault"], "draft")
    assert here.run("mcp", "approve", "vault", "--yes").code == 0


def test_a_program_behind_a_link_is_told_by_where_the_link_leads(here: CommandLine, tmp_path: Path) -> None:
    """TL-20: naming the same folder again would not help; what the hint says does, and is a line to type."""
    real, link = tmp_path / "real", tmp_path / "link"
    (real / "bin").mkdir(parents=True)
    (real / "bin/serve").write_text("#!/bin/sh\n")
    (real / "bin/serve").chmod(0o755)
    link.symlink_to(real)
    assert here.run("mcp", "add", "far", "--with", f"folder={link}", "--", f"{link}/bin/serve", "-q").code == 0
    refused = here.run("mcp", "approve", "far", "--yes")
    assert refused.code != 0 and f"aule mcp change far -- {real}/bin/serve -q" in " ".join(refused.err.split())
    assert here.run("mcp", "change", "far", "--", f"{real}/bin/serve", "-q").code == 0
    assert here.run("mcp", "approve", "far", "--yes").code == 0


def test_resources_are_listed_read_and_kept_at_the_command_line(here: CommandLine) -> None:
    """TL-20: what a server offers to be read is read by its address, or kept as an artifact."""
    folders = [word for folder in FOLDERS for word in ("--with", f"folder={folder}")]
    assert here.run("mcp", "add", "notes", *folders, "--", PYTHON, str(SERVERS / "notes_server.py")).code == 0
    assert here.run("mcp", "approve", "notes", "--yes").code == 0
    assert "notes://today" in here.run("mcp", "resources", "notes").out
    assert here.run("mcp", "read", "notes", "notes://today").out.strip() == "Buy milk."
    kept = json.loads(here.run("mcp", "read", "notes", "notes://today", "--keep", "--json").out)
    assert kept["artifacts"][0] in here.run("artifacts", "list", "--json").out


def test_servers_are_told_of_in_portuguese(here: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """K-13, TL-20: states, headings and what to do next are in the language of the terminal."""
    monkeypatch.setenv("LANG", "pt_BR.UTF-8")
    assert "Ainda não há servidores MCP." in here.run("mcp", "list").out
    added = here.run("mcp", "add", "plain", "--", "echo", "oi").out
    assert "rascunho" in added and "Veja o que ele iniciaria" in added
    assert "Situação" in here.run("mcp", "list").out
    assert "plain foi removido." in here.run("mcp", "remove", "plain", "--yes").out
