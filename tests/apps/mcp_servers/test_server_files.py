"""Files of MCP servers in the forms in which other programs keep them, and as their descriptions print them (TL-20)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from aule.apps.mcp.fetchers import installation_of
from aule.apps.mcp.server_files import ReadFile, read_server_file

FORMS: dict[str, dict[str, Any]] = {
    "Claude Desktop, Cursor": {"mcpServers": {"notes": {"command": "notes", "args": ["-q"], "env": {"A": "b"}}}},
    "VS Code": {
        "inputs": [],
        "servers": {"notes": {"type": "stdio", "command": "notes", "args": ["-q"], "env": {"A": "b"}}},
    },
    "VS Code settings": {
        "editor.fontSize": 12,
        "mcp": {"servers": {"notes": {"command": "notes", "args": ["-q"], "env": {"A": "b"}}}},
    },
    "Zed": {"context_servers": {"notes": {"source": "custom", "command": "notes", "args": ["-q"], "env": {"A": "b"}}}},
    "Zed before": {"context_servers": {"notes": {"command": {"path": "notes", "args": ["-q"], "env": {"A": "b"}}}}},
    "opencode": {
        "$schema": "x",
        "mcp": {"notes": {"type": "local", "command": ["notes", "-q"], "environment": {"A": "b"}}},
    },
    "one entry": {"notes": {"command": "notes", "args": ["-q"], "env": {"A": "b"}}},
}


def read(told: Any, locale: str = "en") -> ReadFile:
    """Return what a file brings."""
    return read_server_file(told if isinstance(told, str) else json.dumps(told), locale)


@pytest.mark.parametrize("form", FORMS)
def test_a_server_is_read_in_the_form_of_each_program(form: str) -> None:
    """TL-20: whichever program kept it, the same server comes out, with nothing left over."""
    found = read(FORMS[form])
    [server] = found.servers
    assert (server.id, server.server.command, server.server.env) == ("notes", ["notes", "-q"], {"A": "b"})
    assert (found.notes, found.refused) == ([], [])


def test_a_piece_of_a_file_as_descriptions_print_it_is_read() -> None:
    """TL-20: what is copied without its outer brackets, or as a single server, is read all the same."""
    entry = '{"command": "notes", "args": []}'
    for piece in (f'"mcpServers": {{"notes": {entry}}}', f'"notes": {entry},', f'{{"notes": {entry}}}'):
        assert [each.id for each in read(piece).servers] == ["notes"], piece
    assert [each.server.command for each in read(entry).servers] == [["notes"]]


@pytest.mark.parametrize(
    "entry",
    [
        {"url": "https://a.example/mcp"},
        {"httpUrl": "https://a.example/mcp"},
        {"serverUrl": "https://a.example/mcp"},
        {"type": "remote", "url": "https://a.example/mcp"},
        {"transport": {"type": "http", "url": "https://a.example/mcp"}},
    ],
    ids=repr,
)
def test_an_address_is_read_under_each_name_it_has(entry: dict[str, Any]) -> None:
    """TL-20."""
    found = read({"mcpServers": {"far": entry}})
    assert [each.server.url for each in found.servers] == ["https://a.example/mcp"] and found.notes == []


@pytest.mark.parametrize(
    "entry",
    [
        {"command": "x", "args": ["--api-key", "plain-value"]},
        {"command": "x", "args": ["--github-token=plain-value"]},
        {"command": "x", "args": ["-password", "plain-value"]},
        {"command": ["x", "--access_token", "plain-value"]},
        {"url": "https://a.example/mcp?api_key=plain-value"},
        {"url": "https://a.example/mcp?v=1&profile_token=plain-value"},
    ],
    ids=repr,
)
def test_a_key_in_a_word_or_an_address_is_not_taken_over(entry: dict[str, Any]) -> None:
    """TL-20: no key of a file ends up in the documents of this system, by whatever way it was given."""
    found = read({"mcpServers": {"keyed": entry}})
    assert found.servers == [] and "key" in found.refused[0].why and "plain-value" not in found.model_dump_json()


def test_words_that_only_look_alike_are_taken_over() -> None:
    """TL-20: a reference to a variable, a flag without a value and other flags are no keys."""
    for args in (["--api-key", "${KEY}"], ["--token"], ["--token", "--quiet"], ["--author", "Ana"], ["--keys", "3"]):
        assert [each.id for each in read({"mcpServers": {"a": {"command": "x", "args": args}}}).servers] == ["a"], args


def test_what_was_not_taken_over_is_told_in_the_language_of_its_reader() -> None:
    """TL-20: nothing vanishes: settings, headers, a switch and a reason, in both languages."""
    entry = {"url": "https://a.example/mcp", "headers": {"X-Key": "v"}, "disabled": True, "trust": True}
    told = {"mcpServers": {"far": entry, "odd": {}}}
    assert read(told).notes == [
        "far: 'trust' was not taken over",
        "far: it was switched off there; here it is a draft like the others",
        "far: the header 'X-Key' was not taken over",
    ]
    assert [each.why for each in read(told, "pt-BR").refused] == ["não indica nem um programa nem um endereço"]
    assert "não foi aproveitado" in read(told, "pt-BR").notes[0]


FOLDER = "/home/ana/mcp-servers/notes"
INSTALLED = {
    "npx -y mcp-obsidian /vault": f"npm install --prefix {FOLDER} mcp-obsidian",
    "npx --registry=https://r.example @scope/server@1.2 --stdio": (f"npm install --prefix {FOLDER} @scope/server@1.2"),
    "npx -p @scope/tools -c serve": f"npm install --prefix {FOLDER} @scope/tools",
    "uvx mcp-server-git@2026.1 --repository /r": (
        f"python3 -m venv {FOLDER} && {FOLDER}/bin/pip install mcp-server-git==2026.1"
    ),
    "uvx --python 3.12 --from git-tools[mcp] serve": (
        f"python3 -m venv {FOLDER} && {FOLDER}/bin/pip install 'git-tools[mcp]'"
    ),
    "pipx run mcp-notes": (f"python3 -m venv {FOLDER} && {FOLDER}/bin/pip install mcp-notes"),
    "docker run -i mcp/notes": None,
    "npx -y": None,
    "npx -y x;id": None,
    "/opt/notes/bin/notes mcp-obsidian": None,
}


@pytest.mark.parametrize("command", INSTALLED)
def test_a_program_that_fetches_another_is_told_with_how_to_install_that(command: str) -> None:
    """TL-20: READMEs print `npx` and `uvx`; the line to type is told, and nothing a file says gets into it unquoted."""
    words = command.split()
    found = installation_of("notes", words, Path("/home/ana"))
    assert (None if found is None else found.line) == INSTALLED[command]
    notes = read({"mcpServers": {"notes": {"command": words[0], "args": words[1:]}}}).notes
    assert any("to install it once: `" in each for each in notes) == (found is not None)
