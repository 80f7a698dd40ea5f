"""Routes: the URL paths that a project's code serves, by the file that declares them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence

MOST_ROUTES = 6
"""Routes that are named per file."""
ENTRIES = ("app", "main", "index", "server", "routes", "router", "urls")
"""Files that may mount other files' routes under a prefix."""

_DECLARED = re.compile(
    r"@?\b[\w$]+\.(?:get|post|put|patch|delete|head|options|all|route|websocket)\(\s*[rf]?['\"`](/[^'\"`\n]{0,200})['\"`]"
)
_MOUNTED = re.compile(r"\b[\w$]+\.use\(\s*['\"`](/[^'\"`\n]{0,200})['\"`]\s*,([^\n;]{0,300})")
_INCLUDED = re.compile(r"include_router\(\s*([\w.]+)[^)\n]{0,200}?prefix\s*=\s*['\"](/[^'\"\n]{0,200})['\"]")
_PREFIX = re.compile(r"(?:APIRouter|Blueprint)\([^)]{0,300}?(?:url_)?prefix\s*=\s*['\"](/[^'\"\n]{0,200})['\"]")
_IMPORT = re.compile(r"import\s+([^;'\"\n]{1,200}?)\s+from\s+['\"](\.[^'\"\n]{1,200})['\"]")
_REQUIRE = re.compile(r"(?:const|let|var)\s+([^=\n]{1,100}?)\s*=\s*require\(\s*['\"](\.[^'\"\n]{1,200})['\"]\s*\)")
_NAME = re.compile(r"[A-Za-z_$][\w$]*")


def routes_in(texts: Mapping[str, str], files: Sequence[str]) -> dict[str, list[str]]:
    """Return the routes that files declare, with their prefixes where the code shows them.

    `texts` holds the files themselves and those that may mount them under a prefix.
    """
    mounts = _mounts(texts)
    found: dict[str, list[str]] = {}
    for path in files:
        text = texts.get(path, "")
        own = [match[1] for match in _PREFIX.finditer(text)][:1]
        prefix = mounts.get(_module(path), own[0] if own else "")
        declared = [_joined(prefix, match[1]) for match in _DECLARED.finditer(text)]
        said = _roots(dict.fromkeys(declared)) or ([prefix] if prefix else [])
        if said:
            found[path] = said[:MOST_ROUTES]
    return found


def entry_files(names: Sequence[str], files: Sequence[str]) -> list[str]:
    """Return the files that may mount other files' routes, those nearest to the top first."""
    ending = {path.rpartition(".")[2] for path in files}
    near = [
        name
        for name in names
        if name.rpartition("/")[2].partition(".")[0] in ENTRIES and name.rpartition(".")[2] in ending
    ]
    return sorted(near, key=lambda name: (name.count("/"), name))[:4]


def _mounts(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the prefix under which each module's routes are mounted."""
    found: dict[str, str] = {}
    for path, text in texts.items():
        modules = _imported(path, text)
        for match in _MOUNTED.finditer(text):
            named = [modules[name] for name in _NAME.findall(match[2]) if name in modules]
            inline = re.findall(r"require\(\s*['\"](\.[^'\"]+)['\"]", match[2])
            for module in [*named[-1:], *(_resolved(path, each) for each in inline)]:
                found.setdefault(module, match[1])
        for match in _INCLUDED.finditer(text):
            for module in [each for name in match[1].split(".") if (each := _python_module(name, texts)) is not None]:
                found.setdefault(module, match[2])
    return found


def _imported(path: str, text: str) -> dict[str, str]:
    """Return the names a file imports from files of the project, each with its module."""
    found: dict[str, str] = {}
    for match in [*_IMPORT.finditer(text), *_REQUIRE.finditer(text)]:
        for name in _NAME.findall(re.sub(r"[\w$]+\s+as\s+", "", match[1])):
            found[name] = _resolved(path, match[2])
    return found


def _python_module(name: str, texts: Mapping[str, str]) -> str | None:
    return next((_module(path) for path in texts if path.endswith(f"/{name}.py") or path == f"{name}.py"), None)


def _resolved(path: str, said: str) -> str:
    return _module(posixpath.normpath(posixpath.join(posixpath.dirname(path), said)))


def _module(path: str) -> str:
    """Return a file as others import it: without extension, and a folder for its index."""
    return re.sub(r"(?:/index)?(?:\.(?:tsx?|jsx?|mjs|cjs|py))?$", "", path)


def _joined(prefix: str, route: str) -> str:
    return (prefix.rstrip("/") + ("" if route == "/" and prefix else route)) or "/"


def _roots(routes: Mapping[str, None]) -> list[str]:
    """Return routes without those below another one: `/api/users` includes `/api/users/:id`."""
    return [each for each in routes if not any(other != each and each.startswith(f"{other}/") for other in routes)]
