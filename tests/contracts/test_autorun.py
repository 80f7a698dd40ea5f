"""Which files a tool on the person's machine runs by itself, by path and by content."""

from __future__ import annotations

import time

import pytest

from aule.contracts.access.approval import FileDiff, Patch, autoruns_in
from aule.contracts.access.autorun import RULES, autoruns, may_autorun
from aule.contracts.access.differences import file_diff

RUNNING = {
    ".envrc": (b"", "direnv"),
    "sub/.ENVRC": (b"x", "direnv"),
    ".envrc. ": (b"x", "direnv"),
    "mise.toml": (b"[hooks]", "mise"),
    ".config/mise/conf.d/a.toml": (b"x", "mise"),
    ".vscode/tasks.json": (b'{"tasks": [{"runOptions": {"runOn": "folderOpen"}}]}', "VS Code"),
    "a/.vscode/tasks.json": (b'{"\\u0072unOn": "folderOpen"}', "VS Code"),
    ".vscode/settings.json": (b'{"python.defaultInterpreterPath": "./x"}', "VS Code"),
    "x.code-workspace": (b'{"tasks": {"runOn": "folderOpen"}}', "VS Code"),
    ".vscode/mcp.json": (b"{}", "MCP"),
    ".idea/startup.xml": (b"<x/>", "JetBrains"),
    ".idea/runConfigurations/a.xml": (b"<x/>", "JetBrains"),
    ".devcontainer/devcontainer.json": (b"{}", "Dev Containers"),
    ".husky/pre-commit": (b"x", "husky"),
    ".pre-commit-config.yaml": (b"x", "pre-commit"),
    "lefthook.yml": (b"x", "lefthook"),
    "package.json": (b'{"scripts": {"postinstall": "x"}}', "npm"),
    "web/package.json": (b"{not json", "npm"),
    "binding.gyp": (b"{}", "npm"),
    ".yarnrc.yml": (b"yarnPath: x", "Yarn"),
    ".mcp.json": (b"{}", "MCP"),
    ".claude/settings.local.json": (b"{}", "Claude Code"),
    ".nvim.lua": (b"x", "Vim"),
    ".dir-locals.el": (b"x", "Emacs"),
    ".gdbinit": (b"x", "GDB"),
    ".Rprofile": (b"x", "R"),
    ".bashrc": (b"x", "shell"),
    "data/config": (b"[core]\n\tfsmonitor = ./evil\n", "git"),
    "data/hooks/post-checkout": (b"x", "git"),
    "home/.gitconfig": (b"x", "git"),
    "x/.g\u200citconfig": (b"x", "git"),
    "data/HEAD": (b"ref: refs/heads/main\n", "git"),
    ".npmrc": (b"script-shell=./x", "npm"),
    "pnpm-workspace.yaml": (b"packages: []\nscriptShell: ./x\n", "pnpm"),
    ".tool-versions": (b"python path:./x\n", "mise"),
    ".cargo/config.toml": (b"[build]", "Cargo"),
    "rust-toolchain.toml": (b'[toolchain]\npath = "x"\n', "rustup"),
    "gradle/wrapper/gradle-wrapper.properties": (b"x", "Gradle"),
    ".mvn/extensions.xml": (b"x", "Maven"),
    ".helix/languages.toml": (b"x", "Helix"),
    ".cursor/rules/a.mdc": (b"x", "Cursor"),
    ".claude/skills/a/SKILL.md": (b"x", "Claude Code"),
    ".github/copilot-instructions.md": (b"x", "Copilot"),
    "AGENTS.md": (b"x", "agents"),
    "sub/CLAUDE.md": (b"x", "agents"),
    "HEARTBEAT.md": (b"- x", "auleOS"),
    ".pdbrc": (b"x", "Python"),
}
QUIET = {
    "src/envrc.py": b"x",
    "package.json": b'{"scripts": {"test": "x", "build": "y"}}',
    ".vscode/tasks.json": b'{"tasks": [{"label": "build"}]}',
    ".vscode/settings.json": b'{"editor.tabSize": 4}',
    ".vscode/launch.json": b"{}",
    "conftest.py": b"x",
    "Makefile": b"x",
    "config": b"[app]\nname = x\n",
    "hooks/useThing.ts": b"x",
    ".github/workflows/a.yml": b"x",
    ".claude/notes.md": b"x",
    "docs/agents.md": b"x",
    "HEAD": b"of the department",
    ".tool-versions": b"python 3.12.1\n",
    "rust-toolchain.toml": b'[toolchain]\nchannel = "1.80"\n',
    "pnpm-workspace.yaml": b"packages:\n  - apps/*\n",
    "eslint.config.js": b"x",
    "sitecustomize.py": b"x",
    "pyproject.toml": b"[tool.pytest.ini_options]\n",
    "x.code-workspace": b'{"folders": [{"path": "."}], "settings": {"editor.tabSize": 2}}',
}


@pytest.mark.parametrize("path", RUNNING)
def test_a_file_that_a_tool_runs_by_itself_is_told_with_its_tool(path: str) -> None:
    content, tool = RUNNING[path]
    assert [each.tool for each in autoruns(path, None, content)] == [tool]
    assert may_autorun(path)
    told = file_diff(path, None, content)
    assert [each.path for each in told.autoruns] == [path]
    assert autoruns_in(Patch(files=[told], added=0, removed=0)) == told.autoruns


@pytest.mark.parametrize("path", QUIET)
def test_what_only_runs_when_a_person_starts_it_is_not_told(path: str) -> None:
    assert autoruns(path, None, QUIET[path]) == []


def test_only_what_runs_something_new_is_told() -> None:
    package = b'{"scripts": {"prepare": "husky", "test": "%s"}}'
    assert autoruns("package.json", package % b"a", package % b"b") == []
    assert autoruns("package.json", package % b"a", (package % b"a").replace(b"husky", b"evil"))
    assert autoruns(".envrc", b"x", b"x") == autoruns(".envrc", b"x", None) == []
    settings = b'{\n "git.path": "git",\n "editor.tabSize": %d\n}'
    assert autoruns(".vscode/settings.json", settings % 2, settings % 4) == []


def test_ordinary_work_on_a_package_asks_nothing() -> None:
    """Dependencies, a version, a script that a person starts: nothing of it runs by itself."""
    before = (
        b'{"name": "a", "version": "1.0.0", "scripts": {"prepare": "husky", "test": "x"}, "dependencies": {"a": "1"}}'
    )
    for one, two in (
        (b'"1.0.0"', b'"1.1.0"'),
        (b'{"a": "1"}', b'{"a": "2", "b": "^3"}'),
        (b'"test": "x"', b'"test": "y"'),
    ):
        assert autoruns("package.json", before, before.replace(one, two)) == []
    assert autoruns("package.json", None, b'{"name": "a", "dependencies": {"left-pad": "1"}}') == []


def test_settings_of_an_editor_count_unless_they_are_known_to_run_nothing() -> None:
    path = ".vscode/settings.json"
    quiet = (
        b'{ // mine\n "editor.rulers": [100,], "[python]": {"editor.tabSize": 4}, "files.exclude": {"**/x": true},\n}'
    )
    assert autoruns(path, None, quiet) == []
    for setting in (b'"java.jdt.ls.vmargs": "-x"', b'"go.alternateTools": {"go": "./x"}', b'"typescript.tsdk": "./x"'):
        assert autoruns(path, None, b"{%s}" % setting), setting
    assert autoruns(path, None, b'{"[python]": {"python.linting.pylintPath": "./x"}}')
    assert autoruns(path, None, b"{broken"), "what cannot be read counts"
    assert autoruns("a.code-workspace", None, b'{"settings": {"git.path": "./x"}}')


@pytest.mark.parametrize("path", ["package.json", ".vscode/settings.json", "a/config", ".vscode/tasks.json"])
def test_nothing_a_command_writes_keeps_whoever_reads_it_busy(path: str) -> None:
    """Deep, long and blank texts are read in time, and what is too long counts."""
    began = time.process_time()
    for text in (
        b"[" * 200_000,
        b"\n" * 200_000,
        b"[a] " * 60_000,
        b"/*" * 100_000,
        b" " * 200_000 + b"\\\n",
        b"," * 200_000,
    ):
        autoruns(path, None, text)
        autoruns(path, None, b"name =" + text, is_in_repository=True)
    assert time.process_time() - began < 5
    assert autoruns(path, None, b" " * 300_000)


def test_where_git_sees_a_repository_only_settings_known_to_run_nothing_are_quiet() -> None:
    made = b'[core]\n\trepositoryformatversion = 0\n\tbare = true\n[remote "origin"]\n\turl = https://example.org/x\n'
    assert autoruns("a.git/config", None, made, is_in_repository=True) == []
    for odd in (b"[novel]\n\tthing = x\n", made + b"\tsomething = x\n", b"[core] bare = \\\n x\n", b"[core]\nbare\n"):
        assert autoruns("a.git/config", None, odd, is_in_repository=True), odd
    assert autoruns("a.git/commondir", None, b"../x", is_in_repository=True)


def test_every_rule_names_its_tool_and_a_preview_without_one_says_nothing() -> None:
    assert all(rule.tool and rule.paths for rule in RULES)
    assert autoruns_in(FileDiff(path="a", diff="", added=0, removed=0)) == autoruns_in(None) == []
