"""The page of settings: `settings.toml` and the environment."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import aule
from aule.contracts.settings import Settings
from pages.markdown import kind, table

INTRO = """# Settings

`settings.toml` in the data directory is the truth of settings. The desktop writes it, you may edit it, and a change is
picked up at once. A file that cannot be read is reported with its line and never overwritten. Secrets are not in it.
Everything has a default that works.

```toml
[appearance]
theme = "dark"
locale = "pt-BR"

[providers.ollama]
enabled = true
default_model = "qwen3:8b"

[roles.code]
provider = "ollama"
id = "qwen3-coder:30b"

[limits]
day_cost = 2.0

[policy]
allow = ["core.create_note"]
deny = ["core.delete_file"]
```
"""

ENVIRONMENT = {
    "AULE_HOME": "The data directory; `~/.aule` without it.",
    "AULE_PORT": "The port of `aule up`, like `--port`; 8700 without it.",
    "AULE_TOKEN": "The access token, instead of the one in the data directory. A weak one is refused. "
    "Needed to listen beyond this machine.",
    "AULE_CONDUCTOR_HOME": "The home of Conductor; `conductor` in the data directory without it.",
    "AULE_VALUE_": "What variables begin with that workflow files of Conductor may look at: `${{ env.AULE_VALUE_X }}`.",
    "AULE_DATABASE_URL": "A PostgreSQL URL, instead of the SQLite file in the data directory.",
    "AULE_DATABASE": "The older name of `AULE_DATABASE_URL`.",
    "AULE_HOST": "The name of this machine among those that share a database; the system's own without it. "
    "Runs that need a folder of a machine are driven there.",
    "AULE_DRIVE": "`0`: a server that shares a database leaves all runs of graphs to workers.",
    "AULE_LEASE": "Seconds after which a silent worker is given up and its runs are taken over; 10 without it.",
    "AULE_SHELL_OUT": "Where the desktop is built to and served from; the package's own folder without it.",
    "AULE_SKIP_SHELL": "Set while building the package: leave the desktop out.",
    "AULE_FORBID_MODELS": "Set in tests: any call to a real model fails.",
    "AULE_ALLOW_MODEL_PORTS": "Set in tests: ports of scripted model servers that may be called nevertheless.",
    "AULE_CHROMIUM": "Set in tests: the browser to use.",
    "AULE_RENEW_PICTURES": "Set in tests: keep the design page as it looks now as what later runs are compared with.",
    "AULE_SCREENSHOTS": "Set in tests: the folder that pictures of every screen are kept in.",
    "AULE_SOAK": "Set in tests: the seed of a storm of 200 runs over workers, and ten times the generated requests.",
    "AULE_SLOW": "Set in tests: how many times slower than this machine the pages in the browser run.",
}
"""What each variable of the environment does."""


def page() -> str:
    """The Markdown of the page."""
    schema = Settings.model_json_schema()
    rows = [[f"`{name}`", what, default, about] for name, what, default, about in settings(schema, schema)]
    variables = [[f"`{name}`", ENVIRONMENT[name]] for name in sorted(used_variables() & set(ENVIRONMENT))]
    listed = table(["setting", "type", "default", "meaning"], rows)
    return "\n".join([INTRO, listed, "", "## Environment", "", table(["variable", "meaning"], variables)])


def settings(schema: dict[str, Any], whole: dict[str, Any], prefix: str = "") -> list[tuple[str, str, str, str]]:
    """Every setting under a schema: its path, type, default and meaning."""
    found: list[tuple[str, str, str, str]] = []
    for name, part in schema.get("properties", {}).items():
        path = f"{prefix}{name}"
        inner = _model(part, whole)
        entry = next((m for value in _values(part) if (m := _model(value, whole)) is not None), None)
        if inner is not None:
            found += settings(inner, whole, f"{path}.")
        elif entry is not None:
            found += settings(entry, whole, f"{path}.NAME.")
        else:
            default = f"`{json.dumps(part['default'])}`" if part.get("default") is not None else ""
            found.append((path, kind(part), default, part.get("description", "")))
    return found


def used_variables() -> set[str]:
    """The AULE_… variables that the code, the build and the tests look at."""
    root = Path(aule.__file__).parents[2]
    files = [*Path(aule.__file__).parent.rglob("*.py"), root / "hatch_build.py", root / "tests" / "conftest.py"]
    texts = [path.read_text(encoding="utf-8") for path in files if path.exists()]
    return {name for text in texts for name in re.findall(r"\bAULE_[A-Z_]+\b", text)}


def _values(part: dict[str, Any]) -> list[Any]:
    """What stands under the free names of a part."""
    return [part.get("additionalProperties"), *part.get("patternProperties", {}).values()]


def _model(part: Any, whole: dict[str, Any]) -> dict[str, Any] | None:
    """The schema a part refers to, if that is a model of its own."""
    if not isinstance(part, dict) or "$ref" not in part:
        return None
    target = whole["$defs"][str(part["$ref"]).rpartition("/")[2]]
    return target if "properties" in target else None
