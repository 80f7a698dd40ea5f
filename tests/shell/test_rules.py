"""The web shell's house rules, read from its sources."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

GENERATED = {"api/schema.ts"}
COMPONENT_LINES = 200
MODULE_LINES = 400

MAY_IMPORT = {
    "i18n": set[str](),
    "api": set[str](),
    "ui": {"i18n"},
    "state": {"i18n", "ui"},
    "stage": {"api", "i18n", "state", "ui"},
    "actions": {"api", "i18n", "state", "ui"},
    "flow": {"api"},
    "graphs": {"api", "flow", "i18n", "ui"},
    "runs": {"api", "i18n", "stage", "state", "ui"},
    "schedules": {"api", "i18n", "runs", "stage", "state", "ui"},
    "decisions": {"api", "i18n", "stage", "state", "ui"},
    "artifacts": {"api", "i18n", "stage", "state", "ui"},
    "knowledge": {"api", "i18n", "runs", "stage", "state", "ui"},
    "memory": {"api", "i18n", "stage", "state", "ui"},
    "plans": {"api", "catalog", "decisions", "i18n", "runs", "stage", "state", "ui"},
    "forms": {"i18n", "ui"},
    "catalog": {"api", "i18n", "stage", "state", "ui"},
    "evaluations": {"api", "catalog", "i18n", "stage", "state", "ui"},
    "workflows": {"actions", "api", "catalog", "flow", "forms", "i18n", "runs", "stage", "state", "ui"},
    "apps": {"api", "decisions", "i18n", "runs", "stage", "ui"},
    "features": {
        "actions",
        "api",
        "apps",
        "artifacts",
        "catalog",
        "decisions",
        "evaluations",
        "flow",
        "forms",
        "graphs",
        "i18n",
        "knowledge",
        "memory",
        "plans",
        "runs",
        "schedules",
        "stage",
        "state",
        "ui",
        "workflows",
    },
}
"""What each room may import, besides itself. `desktop` puts everything together and may import all of them."""


SPECIMENS = "features/design/groups/"
"""The controls on show: their names are those of the code, and what they hold is an example."""


def sources(root: Path) -> Iterator[tuple[str, str]]:
    """Every source file of the shell: its path from `src`, and its text."""
    source = root / "shell" / "src"
    for path in sorted(source.rglob("*.ts*")):
        name = path.relative_to(source).as_posix()
        if name not in GENERATED:
            yield name, path.read_text("utf-8")


def test_imports_point_one_way(root: Path) -> None:
    """Features know the server, the kit and the words; none of those know features; features not each other."""
    wrong: list[str] = []
    for name, text in sources(root):
        room, _, rest = name.partition("/")
        if room not in MAY_IMPORT:
            continue
        for target in re.findall(r'from "@/([^"]+)"|import\("@/([^"]+)"\)', text):
            imported = target[0] or target[1]
            other, _, inside = imported.partition("/")
            same_feature = room == "features" and inside.split("/")[0] == rest.split("/")[0]
            if other not in MAY_IMPORT[room] and not (other == room and (room != "features" or same_feature)):
                wrong.append(f"{name} imports {imported}")
        if room == "features" and re.search(r'from "\.\./\.\./(?!.*test)', text) and rest.count("/") < 2:
            wrong.append(f"{name} climbs out of its feature")
    assert wrong == []


@pytest.mark.parametrize(
    ("pattern", "rule"),
    [
        (r":\s*any\b|\bas any\b|<any>", "no `any`"),
        (r"^export default (?!defineConfig)", "no default exports"),
        (r"@ts-(ignore|nocheck|expect-error)", "no silenced type errors"),
        (r"(?<!\")\b(TODO|FIXME|XXX)\b", "nothing left for later, but for words in quotes: a sample to look for"),
        (r"dangerouslySetInnerHTML|\beval\(|new Function\(", "nothing is evaluated"),
    ],
)
def test_no_source_breaks_a_rule(root: Path, pattern: str, rule: str) -> None:
    """What strict TypeScript does not forbid by itself."""
    found = [name for name, text in sources(root) if ".test." not in name and re.search(pattern, text, re.MULTILINE)]
    assert found == [], rule


def test_components_name_tokens_not_colours(root: Path) -> None:
    """Colours live in `styles/tokens.css` alone."""
    colour = re.compile(r"#[0-9a-fA-F]{3,8}\b(?![^\n]*(href|\$\{))|\b(rgb|hsl|oklch)a?\(")
    found = [
        name
        for name, text in sources(root)
        if name.endswith(".tsx") and ".test." not in name and colour.search(text)
    ]
    assert found == []


def test_files_stay_short(root: Path) -> None:
    """A component fits on a few screens; a module has one subject."""
    too_long = [
        (name, lines)
        for name, text in sources(root)
        if (lines := text.count("\n")) > (COMPONENT_LINES if name.endswith(".tsx") else MODULE_LINES)
    ]
    assert too_long == []


def test_every_screen_is_a_folder_with_one_door(root: Path) -> None:
    """A feature other than the chat panel has a `screen.ts`, and that is how the desktop finds it."""
    features = root / "shell" / "src" / "features"
    without = sorted(folder.name for folder in features.iterdir() if not (folder / "screen.ts").is_file())
    assert without == ["chat"]


def test_words_come_from_the_dictionary(root: Path) -> None:
    """No component speaks English by itself: text between tags and spoken labels go through `t`."""
    text_child = re.compile(r">\s*([A-Z][a-z]+(?: [a-z]+)+)[.!?]?\s*</")
    label = re.compile(r'(?:aria-label|title|placeholder|alt)="([A-Z][^"]*)"')
    found = [
        (name, match[1])
        for name, text in sources(root)
        if name.endswith(".tsx") and ".test." not in name and not name.startswith(SPECIMENS)
        for match in (*text_child.finditer(text), *label.finditer(text))
    ]
    assert found == []


def test_every_word_of_the_dictionary_is_said_somewhere(root: Path) -> None:
    """A phrase nobody uses is removed in both languages."""
    english = root / "shell" / "src" / "i18n" / "en"
    keys = {key for path in english.glob("*.ts") for key in keys_in(path)}
    text = "\n".join(body for name, body in sources(root) if not re.match(r"i18n/(en|pt-BR)/", name))
    assert sorted(keys - spoken(keys, text)) == []


def test_words_that_come_with_a_screen_are_said_by_it_alone(root: Path) -> None:
    """Whoever opens another screen does not have them: only the folder of the screen, not its door, may say them.

    So may the shared room of the same name, when whatever it shows elsewhere brings the words along, and another screen
    that brings them along itself.
    """
    i18n = root / "shell" / "src" / "i18n"
    rooms = re.findall(r"^  (\w+): \{$", (i18n / "rooms.ts").read_text("utf-8"), re.M)
    assert len(rooms) > 5
    texts = [(name, text) for name, text in sources(root) if not name.startswith("i18n/") and ".test." not in name]
    wrong: list[str] = []
    for room in rooms:
        keys = keys_in(i18n / "en" / f"{room}.ts")
        shared = root / "shell" / "src" / room / "index.ts"
        brings = shared.is_file() and f'withWords("{room}", ' in shared.read_text("utf-8")
        folders = (f"features/{room}/", f"{room}/") if brings else (f"features/{room}/",)
        folders += tuple(
            name.removesuffix("screen.ts")
            for name, text in texts
            if name.endswith("/screen.ts") and f'withWords("{room}", ' in text
        )
        for name, text in texts:
            inside = name.startswith(folders) and not name.endswith("/screen.ts")
            wrong += [] if inside else [f"{name} says {key}" for key in sorted(spoken(keys, text))]
        door = (root / "shell" / "src" / "features" / room / "screen.ts").read_text("utf-8")
        wrong += [] if f'withWords("{room}", ' in door else [f"{room} does not bring its words"]
    assert wrong == []


def keys_in(path: Path) -> set[str]:
    """The keys of a file of words."""
    return set(re.findall(r'^  "([a-z][\w.-]*)":', path.read_text("utf-8"), re.M))


def spoken(keys: set[str], text: str) -> set[str]:
    """Those of the keys that a source names, in full or by a template."""
    said = set(re.findall(r'"([a-z][\w-]*(?:\.[\w-]+)+)"', text))
    patterns = [
        re.compile(".*".join(re.escape(part) for part in re.split(r"\$\{[^}]*\}", template)))
        for template in re.findall(r"`([a-z][\w.-]*(?:\$\{[^}]*\}[\w.-]*)+)`", text)
    ]
    return {key for key in keys if key in said or any(pattern.fullmatch(key) for pattern in patterns)}
