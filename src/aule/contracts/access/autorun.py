"""Autoruns: files of a project that tools on the person's machine run by themselves, without being asked to. Pure.

The box holds a command, but not what the command leaves behind: an `.envrc` runs when the person enters the folder, a
task of an editor when they open it. Such files are ordinary files, so they are not forbidden. Whoever writes one is
asked about it under a heading of its own, and one that a command made is held back until a person adopts it.

A file runs by itself if a tool runs it, or does what it says, although the person asked that tool for something else:
to enter a folder, to open it, to commit, to install packages, to begin a talk with an agent.

Not here: what runs because a person builds, tests or starts the project (a Makefile, `conftest.py`, `gradlew`, settings
of linters and bundlers, a debugger's launch file), and what runs on other machines (workflows of a code host).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, cast

from aule.contracts.model import Model
from aule.text.filename import folded_name

Moment = Literal[
    "folder_entered",
    "folder_opened",
    "git_used",
    "committed",
    "packages_installed",
    "file_opened",
    "agent_started",
    "interpreter_started",
    "shell_started",
]
"""When a tool runs a file by itself."""


class Autorun(Model):
    """A file that a tool on this machine runs by itself."""

    path: str
    tool: str
    """The tool that runs it, by its name: `direnv`."""
    when: Moment


@dataclass(frozen=True, slots=True)
class Rule:
    """Files that a tool runs by itself, known by their path and, where that is not enough, by their content."""

    tool: str
    when: Moment
    paths: tuple[str, ...]
    """Ends of paths, in lower case. `*` stands for one name or a part of one, `**` for any number of folders."""
    runs: Callable[[str | None, str], bool] | None = None
    """Whether a text runs something that the text before did not; without it, any other text does."""
    is_exact: bool = False
    """Whether they count only as they are written here: `AGENTS.md` is for agents, `docs/agents.md` is a page."""


_SCRIPTS = (
    "preinstall",
    "install",
    "postinstall",
    "preprepare",
    "prepare",
    "postprepare",
    "prepublish",
    "dependencies",
)
"""Scripts that `npm install` and its kin run in the project itself."""
_HOOK_KEYS = ("husky", "simple-git-hooks", "lint-staged", "gitHooks", "pre-commit")
_GIT_HOOKS = (
    *("applypatch-msg", "commit-msg", "fsmonitor-watchman", "post-applypatch", "post-checkout", "post-commit"),
    *("post-index-change", "post-merge", "post-receive", "post-rewrite", "post-update", "pre-applypatch"),
    *("pre-auto-gc", "pre-commit", "pre-merge-commit", "pre-push", "pre-rebase", "pre-receive"),
    *("prepare-commit-msg", "proc-receive", "push-to-checkout", "reference-transaction", "sendemail-validate"),
    "update",
)
_LARGEST_READ = 256 * 1024
"""Characters of a file that are looked at; what is longer counts as if it ran something."""
_EDITOR_SETTING = re.compile(
    r"path|terminal|tasks?\.|shell|exec|command|interpreter|program|binary|\benv|server|\\u", re.IGNORECASE
)
"""Words in the settings of an editor that choose what it runs. An escaped letter may spell any of them."""
_QUIET_SETTINGS = re.compile(
    r"""(?:editor|files|search|workbench|window|explorer|breadcrumbs|diffEditor|problems|outline|zenMode|scm|cSpell
      |markdown|html|css|scss|less|json|emmet|prettier|todo-tree|todohighlight|peacock|gitlens|errorLens)\..*
    | prettier\..* | (?:typescript|javascript)\.(?:preferences|format|suggest|inlayHints|updateImports\w*)\..*
    | python\.analysis\..* | eslint\.(?:validate|enable|format\.enable|workingDirectories|useFlatConfig)
    | (?:rust-analyzer|go)\.inlayHints\..*""",
    re.VERBOSE,
)
"""Settings of VS Code that run nothing; every other one counts."""
_NAMES_PROGRAM = re.compile(r".*(?:path|program|command|exec)", re.IGNORECASE)
_NOT_JSON = re.compile(r'("(?:\\.|[^"\\\n])*")|//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/|$)')
_LAST_COMMA = re.compile(r'("(?:\\.|[^"\\\n])*")|,(?=[ \t\r\n]{0,200}[}\]])')
_GIT_HEADER = re.compile(r'[ \t\ufeff]*\[[ \t]*([A-Za-z0-9.-]*)[ \t]*(?:"(?:\\.|[^"\\])*")?[ \t]*\]?')
_GIT_KEY = re.compile(r"[ \t\ufeff]*([A-Za-z][A-Za-z0-9-]*)[ \t]*=")
_GIT_SECTIONS = frozenset({"alias", "include", "includeif", "pager", "filter", "protocol"})
_GIT_COMMANDS = frozenset(
    (
        *("fsmonitor", "hookspath", "pager", "editor", "sshcommand", "gitproxy", "askpass", "alternaterefscommand"),
        *(
            "helper",
            "command",
            "textconv",
            "external",
            "cmd",
            "tocmd",
            "cccmd",
            "clean",
            "smudge",
            "process",
            "program",
        ),
        *("difffilter", "packobjectshook", "uploadpack", "receivepack", "vcs", "driver", "worktreeconfig"),
        *("defaultkeycommand", "smtpserver", "tunnel", "templatedir"),
    )
)
"""Settings of git that name a command, or another file of settings."""
_GIT_HARMLESS = re.compile(
    r"""(?:[#;].*
      | \[\s*(?:core|user|extensions|(?:remote|branch)\s+"[^"\\\n]*")\s*\]
      | (?:repositoryformatversion|filemode|bare|ignorecase|precomposeunicode|logallrefupdates|symlinks|objectformat
          |name|email|url|fetch|mirror|tagopt|remote|merge)\s*=[^\\]*
      )?""",
    re.IGNORECASE | re.VERBOSE,
)
"""Lines of a git configuration that run nothing, as `git init` and `git clone` write them."""
_GIT_HEAD = re.compile(r"\s{0,100}(?:ref:|[0-9a-fA-F]{40})")
"""How a file `HEAD` begins that makes a repository of a folder."""
_MISE_RUNS = re.compile(r"path:|\{[{%]")
_TOOLCHAIN = re.compile(r"\bpath\b|\\u", re.IGNORECASE)
_PNPM_RUNS = re.compile(
    r"script-?shell|node-?options|pnpmfile|config-?dependencies|built-?dependencies|builds|hooks|\\u|\\x", re.IGNORECASE
)


def _runs_task(before: str | None, after: str) -> bool:
    return "runon" in after.lower() or "\\u" in after


def _new_lines(found: re.Pattern[str]) -> Callable[[str | None, str], bool]:
    """Tell whether a line that was not there before has something in it."""

    def runs(before: str | None, after: str) -> bool:
        known = set((before or "").splitlines())
        return any(found.search(line) for line in after.splitlines() if line not in known)

    return runs


def _sets_program(before: str | None, after: str) -> bool:
    old, new = _settings(before or "{}"), _settings(after)
    if new is None:
        return True
    return any(not _is_quiet(name, (old or {}).get(name), value) for name, value in new.items())


def _sets_workspace(before: str | None, after: str) -> bool:
    old, new = _settings(before or "{}"), _settings(after)
    if new is None:
        return True
    changed = {name: value for name, value in new.items() if (old or {}).get(name) != value}
    was = json.dumps((old or {}).get("settings", {}))
    return bool(changed.keys() - {"folders", "settings", "extensions", "launch", "tasks"}) or (
        "settings" in changed and _sets_program(was, json.dumps(changed["settings"]))
    )


def _is_quiet(name: str, old: Any, new: Any) -> bool:
    """Tell whether a setting of VS Code is as it was, or runs nothing."""
    if old == new:
        return True
    if name.startswith("[") and isinstance(new, dict):  # settings for one language
        was = cast("dict[str, Any]", old) if isinstance(old, dict) else {}
        inner = cast("dict[str, Any]", new)
        return all(_is_quiet(each, was.get(each), value) for each, value in inner.items())
    return _QUIET_SETTINGS.fullmatch(name) is not None and not _NAMES_PROGRAM.fullmatch(name)


def _settings(text: str) -> dict[str, Any] | None:
    """Return a file of settings that may hold comments and commas too many; none if it cannot be read."""
    for extra in (_NOT_JSON, _LAST_COMMA):
        text = extra.sub(lambda found: found[1] or "", text)
    return _document(text)


def _document(text: str) -> dict[str, Any] | None:
    try:
        found = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", found) if isinstance(found, dict) else None


def _installs(before: str | None, after: str) -> bool:
    new = _package(after)
    return new is None or (new != _package(before or "{}") and any(new))


def _package(text: str) -> tuple[tuple[Any, ...], ...] | None:
    """Return what a package.json has npm run by itself; none if it cannot be read."""
    package = _document(text)
    if package is None:
        return None
    scripts = package.get("scripts")
    named = cast("dict[str, Any]", scripts) if isinstance(scripts, dict) else {}
    return (
        tuple((name, str(named[name])) for name in _SCRIPTS if name in named),
        tuple((name, json.dumps(package[name], sort_keys=True)) for name in _HOOK_KEYS if name in package),
    )


def _configures_git(before: str | None, after: str) -> bool:
    return any(True for _ in _git_settings(after))


def _git_settings(text: str) -> Iterable[tuple[str, str]]:
    """Yield what a file of settings, read as git reads it, names of commands and of other such files.

    Keys and values.
    """
    section = ""
    for line in text.split("\n"):
        place = 0
        while header := _GIT_HEADER.match(line, place):
            section, place = header[1].lower().partition(".")[0], header.end()
            if section in _GIT_SECTIONS:
                yield section, ""
        key = _GIT_KEY.match(line, place)
        if key and (key[1].lower() in _GIT_COMMANDS or section in _GIT_SECTIONS):
            yield key[1].lower(), line[key.end() :].strip().strip('"')


RULES = (
    Rule("direnv", "folder_entered", (".envrc", ".envrc.*", ".envrc-*", "flake.nix", "shell.nix", "devenv.nix")),
    Rule(
        "mise",
        "folder_entered",
        (
            *("mise.toml", ".mise.toml", "mise.*.toml", ".mise.*.toml", ".rtx.toml", "mise/config*.toml"),
            *(".mise/**/*", ".config/mise/**/*", ".config/mise.toml"),
        ),
    ),
    Rule("mise", "folder_entered", (".tool-versions",), _new_lines(_MISE_RUNS)),
    Rule("autoenv", "folder_entered", (".autoenv", ".autoenv.zsh", ".autoenv_leave.zsh")),
    Rule("VS Code", "folder_opened", (".vscode/tasks.json", "*.code-workspace"), _runs_task),
    Rule("VS Code", "folder_opened", (".vscode/settings.json",), _sets_program),
    Rule("VS Code", "folder_opened", ("*.code-workspace",), _sets_workspace),
    Rule("VS Code", "folder_opened", (".vscode/c_cpp_properties.json", ".vscode/cmake-kits.json")),
    Rule("JetBrains", "folder_opened", (".idea/**/*", ".run/*.run.xml", ".fleet/**/*")),
    Rule("Zed", "folder_opened", (".zed/settings.json",), _new_lines(_EDITOR_SETTING)),
    Rule("Sublime Text", "folder_opened", ("*.sublime-project",), _new_lines(_EDITOR_SETTING)),
    Rule("Helix", "file_opened", (".helix/**/*",)),
    Rule("Cargo", "folder_opened", (".cargo/config", ".cargo/config.toml", "build.rs")),
    Rule("rustup", "folder_entered", ("rust-toolchain", "rust-toolchain.toml"), _new_lines(_TOOLCHAIN)),
    Rule(
        "Gradle", "folder_opened", ("gradle/wrapper/*", "init.gradle*", ".gradle/init.d/**/*", ".gradle/init.gradle*")
    ),
    Rule("Maven", "folder_opened", (".mvn/**/*",)),
    Rule("Dev Containers", "folder_opened", (".devcontainer.json", ".devcontainer/**/*")),
    Rule("git", "git_used", (".gitconfig", ".config/git/**/*")),
    Rule("git", "git_used", ("config", "config.worktree"), _configures_git),
    Rule("git", "committed", (*(f"*hook*/{name}" for name in _GIT_HOOKS), ".githooks/**/*")),
    Rule("husky", "committed", (".husky/**/*", ".huskyrc*")),
    Rule("pre-commit", "committed", (".pre-commit-config.yaml", ".pre-commit-config.yml")),
    Rule("lefthook", "committed", ("lefthook.*", ".lefthook.*", "lefthook-local.*", ".lefthook/**/*")),
    Rule("lint-staged", "committed", (".lintstagedrc*", "lint-staged.config.*")),
    Rule("git hooks", "committed", (".overcommit.yml", ".simple-git-hooks.*", "simple-git-hooks.*")),
    Rule("npm", "packages_installed", ("package.json",), _installs),
    Rule("npm", "packages_installed", ("binding.gyp", ".npmrc", ".pnpmfile.cjs", ".pnpmfile.mjs", "pnpmfile.js")),
    Rule("pnpm", "packages_installed", ("pnpm-workspace.yaml",), _new_lines(_PNPM_RUNS)),
    Rule("Bun", "packages_installed", ("bunfig.toml", ".bunfig.toml")),
    Rule("Yarn", "packages_installed", (".yarnrc", ".yarnrc.yml", ".yarn/plugins/**/*", ".yarn/releases/**/*")),
    Rule(
        "Vim", "file_opened", (".exrc", ".vimrc", "_vimrc", ".gvimrc", ".nvimrc", ".nvim.lua", ".lvimrc", ".lazy.lua")
    ),
    Rule("Vim", "file_opened", (".vim/**/*", ".ycm_extra_conf.py")),
    Rule("Emacs", "file_opened", (".dir-locals.el", ".dir-locals-2.el", ".emacs", ".emacs.d/**/*")),
    Rule(
        "MCP",
        "agent_started",
        (".mcp.json", "mcp.json", ".vscode/mcp.json", ".roo/mcp.json", ".amazonq/**/*", ".trae/mcp.json"),
    ),
    Rule("Claude Code", "agent_started", (".claude/settings*.json",)),
    Rule(
        "Claude Code",
        "agent_started",
        tuple(f".claude/{folder}/**/*" for folder in ("hooks", "skills", "agents", "commands", "plugins", "rules")),
    ),
    Rule("Cursor", "agent_started", (".cursor/**/*", ".cursorrules")),
    Rule("Windsurf", "agent_started", (".windsurf/**/*", ".windsurfrules")),
    Rule("Gemini CLI", "agent_started", (".gemini/**/*",)),
    Rule("Codex", "agent_started", (".codex/**/*",)),
    Rule("Kiro", "agent_started", (".kiro/**/*",)),
    Rule("Cline", "agent_started", (".clinerules", ".clinerules/**/*", ".roo/rules*/**/*", ".roomodes")),
    Rule("Continue", "agent_started", (".continue/**/*",)),
    Rule("Aider", "agent_started", (".aider.conf.yml", ".aider.model.settings.yml")),
    Rule("Goose", "agent_started", (".goosehints", ".goose/**/*")),
    Rule(
        "Copilot",
        "agent_started",
        (
            *(".github/copilot-instructions.md", ".github/copilot/**/*"),
            *(f".github/{folder}/**/*" for folder in ("instructions", "hooks", "prompts", "agents", "chatmodes")),
        ),
    ),
    Rule("agents", "agent_started", (".agents/**/*", ".junie/**/*")),
    Rule("agents", "agent_started", ("AGENTS.md", "AGENTS.override.md", "CLAUDE.md", "GEMINI.md"), is_exact=True),
    Rule("auleOS", "agent_started", ("HEARTBEAT.md",), is_exact=True),
    Rule("OpenCode", "agent_started", ("opencode.json", "opencode.jsonc", ".opencode/**/*")),
    Rule("GDB", "interpreter_started", (".gdbinit", ".gdbearlyinit")),
    Rule("LLDB", "interpreter_started", (".lldbinit", ".lldbinit-*")),
    Rule("Python", "interpreter_started", (".pdbrc",)),
    Rule("Jupyter", "interpreter_started", ("jupyter_*config.py", "jupyter_*config.json")),
    Rule("R", "interpreter_started", (".rprofile", ".rdata")),
    Rule("MATLAB", "interpreter_started", ("startup.m",)),
    Rule("Ruby", "interpreter_started", (".irbrc", ".pryrc", ".rdbgrc", ".byebugrc")),
    Rule("GHCi", "interpreter_started", (".ghci",)),
    Rule("OCaml", "interpreter_started", (".ocamlinit",)),
    Rule("Octave", "interpreter_started", (".octaverc",)),
    Rule(
        "shell",
        "shell_started",
        (".profile", ".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases"),
    ),
    Rule("shell", "shell_started", (".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout", ".config/fish/**/*")),
    Rule("shell", "shell_started", (".cshrc", ".tcshrc", ".kshrc", ".xonshrc", ".config/nushell/**/*", "*profile.ps1")),
    Rule("desktop", "shell_started", (".config/autostart/*", ".config/systemd/user/**/*", ".xprofile", ".xsessionrc")),
    Rule(
        "desktop",
        "shell_started",
        (".xinitrc", ".pam_environment", ".config/environment.d/*", "library/launchagents/*"),
    ),
)
"""Every file that is known to be run by itself: which tool runs it, and when."""


def autoruns(
    path: str, before: bytes | None, after: bytes | None, *, is_in_repository: bool | None = None
) -> list[Autorun]:
    """Tell which tools would run something new by themselves once a file went from `before` to `after`.

    `is_in_repository` says whether git takes the folder for a repository: then its settings count unless they are known
    to run nothing. Where nobody knows, a file that would make a repository of it counts.
    """
    if after is None or before == after:
        return []
    old, new = (None if side is None else side.decode("utf-8", "replace") for side in (before, after))
    text = new or ""
    found = [
        Autorun(path=path, tool=rule.tool, when=rule.when)
        for rule in _matching(path)
        if rule.runs is None or len(text) > _LARGEST_READ or rule.runs(old, text)
    ]
    if not found and _is_repository_part(path, text, is_in_repository):
        found.append(Autorun(path=path, tool="git", when="git_used"))
    return list({(each.tool, each.when): each for each in found}.values())


def git_commands(text: str) -> list[tuple[str, str]]:
    """Return the commands and files that a git configuration names: lower-case keys, and their values."""
    return [(key, value) for key, value in _git_settings(text) if value]


def may_autorun(path: str) -> bool:
    """Tell whether some tool runs a file at this path by itself, depending on its content."""
    return folded_name(path.rpartition("/")[2]) in _REPOSITORY_PARTS or next(iter(_matching(path)), None) is not None


def is_autorun_folder(name: str) -> bool:
    """Tell whether a folder of this name is where a tool looks for files that it runs by itself."""
    return folded_name(name) in AUTORUN_FOLDERS


_REPOSITORY_PARTS = frozenset({"head", "config", "config.worktree", "commondir", "gitdir"})


def _is_repository_part(path: str, text: str, is_in_repository: bool | None) -> bool:
    name = path.rpartition("/")[2]
    if name == "HEAD":
        return is_in_repository is None and _GIT_HEAD.match(text) is not None
    if not is_in_repository:
        return False
    if name in ("config", "config.worktree"):
        return len(text) > _LARGEST_READ or not all(_GIT_HARMLESS.fullmatch(line.strip()) for line in text.splitlines())
    return name in ("commondir", "gitdir")


def _matching(path: str) -> Iterable[Rule]:
    folded = "/".join(map(folded_name, path.split("/")))
    if not _any().fullmatch(folded):
        return
    for rule, pattern in _compiled():
        if pattern.fullmatch(path if rule.is_exact else folded):
            yield rule


def _expression(ends: Iterable[str]) -> str:
    """Return ends of paths as one regular expression, at any depth."""
    return rf"(?:.*/)?(?:{'|'.join(map(_translated, ends))})"


def _translated(end: str) -> str:
    written = re.escape(end).replace(r"\*\*/", "(?:.*/)?").replace(r"\*", "[^/]*")
    return f"(?:{written})"


@cache
def _compiled() -> tuple[tuple[Rule, re.Pattern[str]], ...]:
    """Return the rules with their patterns, made when the first file is looked at."""
    return tuple((rule, re.compile(_expression(rule.paths), re.DOTALL)) for rule in RULES)


@cache
def _any() -> re.Pattern[str]:
    """Return what the paths of all rules match, and a few more."""
    return re.compile(_expression(end.lower() for rule in RULES for end in rule.paths), re.DOTALL)


AUTORUN_FOLDERS = frozenset(
    part for rule in RULES for end in rule.paths for part in end.split("/")[:-1] if "*" not in part
)
"""Names of folders in which tools look for files that they run by themselves."""
