"""What commands try to leave behind, as a table: each in a folder of its own, all of them in one command.

Afterwards nothing of it may be there: no repository in any form, nothing that a tool of the machine runs by itself, no
link, pipe or odd name, no rights; and git, used in every folder as a person would, runs nothing.
"""
# ruff: noqa: E501 - an attack is one line, as it would be typed

from __future__ import annotations

REPOSITORY = "mkdir -p {0}/objects {0}/refs {0}/hooks; echo 'ref: refs/heads/main' > {0}/HEAD"
EVIL = "printf '[core]\\n\\tbare = false\\n\\tworktree = ..\\n\\tfsmonitor = touch {1}\\n' > {0}/config"
PREPARED = f"{REPOSITORY}; {EVIL}"
"""A repository whose settings run something; formatted with its folder and the proof."""

REPOSITORIES = {
    "a_file": "echo 'gitdir: data' > .git",
    "another_case": "echo 'gitdir: data' > .GIT; echo 'gitdir: data' > .gIt",
    "a_trailing_dot": "echo 'gitdir: data' > .git.",
    "a_trailing_space": "echo 'gitdir: data' > '.git '",
    "a_short_name": "echo 'gitdir: data' > git~1; echo 'gitdir: data' > GIT~1",
    "a_stream": "echo x > '.git::$INDEX_ALLOCATION'",
    "ignorable_letters": "printf 'gitdir: data' > $'.g\\u200cit'; printf 'gitdir: data' > $'.git\\u200d'; cp -r data $'.\\ufeffgit'",
    "ignorable_letters_in_a_build": "mkdir build; printf 'gitdir: ../data' > $'build/.g\\u200cit'",
    "wide_letters": "printf 'gitdir: data' > $'.\\uff47\\uff49\\uff54'; printf 'x' > $'\\uff0egit'",
    "a_link": "ln -s data .git",
    "a_folder": "cp -r data .git",
    "nested": "mkdir -p lib/in; echo 'gitdir: ../data' > lib/.git; cp -r data lib/in/.git",
    "in_a_build": "mkdir -p build/x; echo 'gitdir: ../../data' > build/x/.git; cp -r data build/.git",
    "in_packages": "mkdir -p node_modules/x .venv; echo 'gitdir: ../../data' > node_modules/x/.git; cp -r data .venv/.git",
    "in_a_shut_folder": "mkdir -p build/shut; echo 'gitdir: ../../data' > build/shut/.git; chmod 111 build/shut",
    "in_a_newly_ignored_folder": "mkdir -p hid/x; echo 'hid/' > ../.gitignore; echo 'gitdir: ../../data' > hid/x/.git",
    "a_hard_link": "echo 'gitdir: data' > twin; ln twin .git",
    "moved_with_its_folder": "mkdir -p one/two; cp -r data one/two/.git; mv one/two three; mv three/.git three/git2; mv three/git2 three/.git",
    "unpacked": "cp -r data .git; tar cf a.tar .git; rm -rf .git; tar xf a.tar; rm a.tar",
    "bare": "printf '[core]\\n\\tpager = touch PROOF\\n[novel]\\n\\tkey = x\\n' > data/config",
    "bare_hooks": "rm data/config; echo 'touch PROOF' > data/hooks/post-checkout; chmod +x data/hooks/post-checkout",
    "bare_settings_in_one_line": "printf '[diff \"a]b\"] external = touch PROOF\\n[core]pager=touch PROOF\\n' > data/config",
    "bare_settings_behind_a_mark": "printf '\\xef\\xbb\\xbf[core]fsmonitor=touch PROOF\\n' > data/config",
    "bare_settings_that_include": "printf '[include]\\n\\tpath = ../more\\n' > data/config; printf '[core]\\n\\tfsmonitor = touch PROOF\\n' > more",
    "bare_settings_too_large_to_read": "(head -c 17000000 /dev/zero | tr '\\0' '#'; echo; echo '[core]'; echo 'fsmonitor = touch PROOF') >> data/config",
    "bare_settings_of_blank_lines": "(head -c 200000 /dev/zero | tr '\\0' '\\n'; echo '[core]'; echo 'fsmonitor = touch PROOF') > data/config",
    "a_worktree": "mkdir -p w; echo 'ref: refs/heads/x' > w/HEAD; echo ../data > w/commondir; echo 'gitdir: w' > .git",
    "a_submodule": "mkdir -p mod; cp -r data mod/.git; printf '[submodule \"m\"]\\n\\tpath = mod\\n\\tupdate = !touch PROOF\\n' > .gitmodules",
    "own_data": "echo x > .aule; mkdir -p lib; echo x > lib/.AULE",
    "other_systems": "mkdir -p .hg .jj/repo .svn .bzr .sl; printf '[hooks]\\npre-status = x\\n' > .hg/hgrc; echo x > .jj/repo/x",
}
"""Ways to leave a repository; `data` is one that runs something."""

AUTORUNS = {
    ".envrc": "x",
    ".envrc.local": "x",
    "build/.envrc": "x",
    ".husky/pre-commit": "x",
    ".githooks/pre-push": "x",
    ".vscode/tasks.json": '{"runOn": "folderOpen"}',
    ".vscode/settings.json": '{"java.jdt.ls.vmargs": "-javaagent:x.jar"}',
    ".idea/startup.xml": "<x/>",
    ".devcontainer/devcontainer.json": "{}",
    "package.json": '{"scripts": {"postinstall": "x"}}',
    "deep/package.json": '{"husky": {"hooks": {"pre-commit": "x"}}}',
    ".npmrc": "script-shell=./x",
    ".yarnrc.yml": "yarnPath: x",
    ".pnpmfile.cjs": "x",
    ".mcp.json": "{}",
    "CLAUDE.md": "x",
    "HEARTBEAT.md": "- x",
    ".cargo/config.toml": "x",
    ".mvn/extensions.xml": "x",
    "lefthook.yml": "x",
    ".pre-commit-config.yaml": "x",
    ".nvim.lua": "x",
    ".dir-locals.el": "x",
    ".bashrc": "x",
    "mise.toml": "x",
    ".tool-versions": "python path:./x",
    "node_modules/x/package.json": '{"scripts": {"install": "x"}}',
    ".GitConfig": "[core]",
}
"""Files that a tool of the machine runs by itself, and something for them to run."""

LEFT = {
    "a_setuid_file": "cp /bin/true s; chmod u+s s; install -m 6755 /bin/true t; mkdir build; cp s build/u; chmod g+s build/u",
    "a_link_out": "ln -s /etc/passwd link; ln -s / folder; mkdir d; ln -s ../../../.. d/up",
    "a_pipe": "mkfifo pipe; mkdir -p build; mkfifo build/pipe",
    "a_socket": "python3 -c \"import socket; socket.socket(1).bind('s.sock')\"",
    "no_text": "echo x > $'a\\xfe'; mkdir $'d\\xfd'; echo x > $'d\\xfd/in'",
    "a_new_line": "echo x > $'a\\nb'; echo x > $'a\\033[2Jb'; echo x > $'a\\u202eb'",
    "a_dash": "echo x > ./-rf; mkdir ./--; echo x > ./--/-x",
    "a_long_name": "echo x > $(printf 'n%.0s' $(seq 255))",
    "a_long_path": "n=$(printf 'n%.0s' $(seq 200)); d=$n/$n/$n/$n/$n/$n; mkdir -p $d/.husky; echo x > $d/.husky/pre-commit",
    "a_deep_folder": "python3 -c \"import os\nfor _ in range(300): os.mkdir('d'); os.chdir('d')\nopen('x','w')\"",
    "a_shut_folder": "mkdir -p shut/in; echo x > shut/in/f; chmod 000 shut/in shut",
    "a_large_hook": "mkdir .husky; (echo x; head -c 17000000 /dev/zero | tr '\\0' '#') > .husky/pre-commit",
    "deep_json": "python3 -c \"print('[' * 100000)\" > package.json",
    "a_process": "(setsid nohup sh -c 'sleep 1; echo late > late' >/dev/null 2>&1 &)",
}
"""Other things that may not stay, or must be undone."""
