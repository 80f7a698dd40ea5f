"""`aule skills` as a person types it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.apps.skills.folders import FORMS, lay
from tests.cli.command_line import CommandLine


def test_skills_are_checked_accepted_changed_exported_and_removed_at_the_command_line(
    here: CommandLine, tmp_path: Path
) -> None:
    """TL-30: list, show, lint, add, accept, export, remove; nothing is accepted unless somebody says yes."""
    folder = lay(tmp_path / "paper-forms", FORMS)
    assert (here.run("skills").code, "no skills yet" in here.run("skills", "list").out) == (0, True)
    checked = here.run("skills", "lint", str(folder))
    assert (checked.code, checked.out.strip()) == (0, "0 findings.")
    wrong = here.run("skills", "lint", str(lay(tmp_path / "wrong", {"SKILL.md": "no front matter"})))
    assert (wrong.code != 0, "does not begin with a front matter" in wrong.out) == (True, True)
    unasked = here.run("skills", "add", str(folder))
    assert (unasked.code != 0, "Read [the fields]" in unasked.out) == (True, True)
    added = here.run("skills", "add", str(folder), "--yes")
    assert (added.code, "Agents use it as skill.paper_forms" in added.out) == (0, True)
    shown = here.run("skills", "show", "paper-forms")
    assert (shown.code, "scripts/check.py" in shown.out, "# Paper forms" in shown.out) == (0, True, True)
    field = here.run("skills", "show", "paper-forms", "--file", "references/fields.md")
    assert "Each line is" in field.out
    lying = lay(here.home / "skills" / "forms-at-home", {"SKILL.md": str(FORMS["SKILL.md"]).replace("paper-", "home-")})
    listed = json.loads(here.run("skills", "list", "--json").out)
    assert [each["found"] for each in listed["found"]] == ["home:forms-at-home"]
    assert here.run("skills", "accept", "home:forms-at-home", "--yes").code == 0
    (lying / "SKILL.md").write_text((lying / "SKILL.md").read_text() + "\nAnd then another thing.\n")
    assert "changed since you accepted it" in here.run("skills", "list").out
    again = here.run("skills", "accept", "home:forms-at-home", "--yes")
    assert (again.code, "+And then another thing." in again.out) == (0, True)
    written = here.run("skills", "export", "paper-forms", "--to", str(tmp_path))
    assert (written.code, (tmp_path / "paper-forms.zip").is_file()) == (0, True)
    assert here.run("skills", "export", "paper-forms", "--to", str(tmp_path)).code != 0
    gone = here.run("skills", "remove", "paper-forms")
    assert (gone.code, "aule undo chg_" in gone.out) == (0, True)
    change = gone.out.rpartition("aule undo ")[2].strip()
    assert here.run("undo", change).code == 0
    assert here.run("skills", "show", "paper-forms").code == 0
