"""The page of errors: every code, what it means, and how each door tells it."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from pathlib import Path

import aule
from aule.boot import installed_apps
from aule.contracts.errors import AuleError
from aule.terminal.exits import MEANINGS, Reported
from pages.markdown import first_line, table

INTRO = """# Errors

Every error raised on purpose has a stable `code`, a message that names the thing, and a hint what to do.
Over HTTP it is `application/problem+json`; the command line prints message and hint and leaves with an exit code;
an agent gets the same as data. Bugs are not in this list: they are a 500 `internal` with a log id.

```json
{
  "type": "about:blank",
  "title": "Approval required",
  "status": 409,
  "detail": "'core.write_file' needs an approval",
  "code": "approval_required",
  "hint": "Decide it in the inbox.",
  "field": null,
  "candidates": [],
  "recoverable": true,
  "subject": "apr_01k2m3n4p5"
}
```
"""
NARROWER = """
## Narrower codes

Raised in one place, with the status and exit code of the kind they belong to.
"""


def page() -> str:
    """The Markdown of the page."""
    load_all()
    rows = [
        [
            f"`{error.code}`",
            str(error.status),
            str(error.exit_code),
            "yes" if error.recoverable else "no",
            first_line(error),
        ]
        for error in kinds(AuleError)
    ]
    narrower = [[f"`{code}`", f"`{kind}`"] for code, kind in sorted(narrower_codes().items())]
    exits = [[str(int(code)), meaning] for code, meaning in MEANINGS.items()]
    return "\n".join(
        [
            INTRO,
            table(["code", "HTTP", "exit", "worth trying again", "meaning"], rows),
            NARROWER,
            table(["code", "kind"], narrower),
            "",
            "## Exit codes",
            "",
            table(["code", "meaning"], exits),
        ]
    )


def _row(error: type[AuleError]) -> list[str]:
    again = "yes" if error.recoverable else "no"
    return [f"`{error.code}`", str(error.status), str(error.exit_code), again, first_line(error)]


def load_all() -> None:
    """Import every module, so that every error is known; apps first, as their parts register in order."""
    for app in installed_apps():
        app.load()
    for module in pkgutil.walk_packages(aule.__path__, "aule."):
        if ".migrations" not in module.name and not module.name.endswith("__main__"):
            importlib.import_module(module.name)


def kinds(error: type[AuleError]) -> list[type[AuleError]]:
    """An error and all that are more exact, broad before narrow, beside each other by their codes."""
    found = [error]
    for narrower in sorted(error.__subclasses__(), key=lambda each: (each.code, each.__name__)):
        if narrower is not Reported and narrower.__module__.startswith("aule."):
            found += kinds(narrower)
    return found


def _called(function: ast.expr) -> str:
    """What is called, by its last name: `Conflict(…)` and `errors.Conflict(…)` are the same."""
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def narrower_codes() -> dict[str, str]:
    """Codes given where an error is raised: `Conflict(…, code="approval_stale")`."""
    names = {error.__name__: error.code for error in kinds(AuleError)}
    own = set(names.values())
    found: dict[str, str] = {}
    for path in sorted(Path(aule.__file__).parent.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "code=" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and (name := _called(node.func)) in names:
                for keyword in node.keywords:
                    if keyword.arg == "code" and isinstance(keyword.value, ast.Constant):
                        code = str(keyword.value.value)
                        if code not in own:
                            found[code] = names[name]
    return found
