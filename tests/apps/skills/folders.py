"""Skills that tests lay out: the shapes of public ones, in words of our own."""

from __future__ import annotations

import io
import stat
import zipfile
from pathlib import Path

Files = dict[str, str | bytes]

FORMS: Files = {
    "SKILL.md": (
        "---\n"
        "name: paper-forms\n"
        'description: "Fill and check paper forms: read the fields, fill them, tell what is missing. '
        'Use when somebody mentions a form, a .form file or fields to fill."\n'
        "license: Proprietary. LICENSE.txt has complete terms\n"
        "---\n\n"
        "# Paper forms\n\nRead [the fields](references/fields.md) first, then run scripts/check.py on the form.\n"
    ),
    "LICENSE.txt": "All rights reserved.\n",
    "references/fields.md": "# Fields\n\nEach line is `name: value`.\n",
    "scripts/check.py": (
        "import os, sys\n"
        "text = open(sys.argv[1]).read()\n"
        "fields = open(os.environ['SKILL'] + '/references/fields.md').read()\n"
        "open('checked.txt', 'w').write(str(len(text.splitlines())))\n"
        "print('lines', len(text.splitlines()), 'known', 'name' in fields)\n"
    ),
}
"""The shape of a skill with a licence, references and scripts."""

BOARDS: Files = {
    "SKILL.md": (
        "---\n"
        "name: acme-board-patterns\n"
        "description:\n"
        "  Ways to build boards that scale. Use when refactoring boards with many switches,\n"
        "  building libraries of boards, or designing what others build upon.\n"
        "license: MIT\n"
        "metadata:\n  author: acme\n  version: '1.0.0'\n"
        "---\n\n# Boards\n\nSee `rules/one.md`.\n"
    ),
    "README.md": "For people.\n",
    "metadata.json": '{"version": "1.0.0"}\n',
    "rules/one.md": "One switch less.\n",
}
"""The shape of a skill of rules, whose folder has a shorter name and whose description is folded."""

RELEASE: Files = {
    "SKILL.md": (
        "---\n"
        "name: release-notes\n"
        "description: Write release notes: from commits, for people. Use when a release is due.\n"
        "allowed-tools: Read, Grep, Bash(git log:*) mcp__tracker__search Telepathy\n"
        "argument-hint: [version]\n"
        "disable-model-invocation: false\n"
        "---\n\nRead the commits, then write `NOTES.md`.\n"
    ),
}
"""The shape of a skill for one program: an unquoted colon, tools by other names, keys of its own."""


def lay(folder: Path, files: Files) -> Path:
    """Write the files of a skill into a folder and return it."""
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def skill(
    name: str = "plain", description: str = "Does something plain, whenever it is wanted.", more: str = ""
) -> Files:
    """Return a small skill."""
    return {"SKILL.md": f"---\nname: {name}\ndescription: {description}\n{more}---\n\nBe plain.\n"}


def packed(files: Files, *, links: dict[str, str] | None = None) -> bytes:
    """Return files as a zip; links are entries that say they are symbolic links."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(path, content)
        for path, target in (links or {}).items():
            entry = zipfile.ZipInfo(path)
            entry.external_attr = (stat.S_IFLNK | 0o777) << 16
            archive.writestr(entry, target)
    return held.getvalue()
