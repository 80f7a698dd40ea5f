"""Extracts text from pages in a process of its own, which can be killed when a hostile page takes too long.

Run by `page_text.py`: one JSON document on standard input, one on standard output. It opens no connection.
"""

import contextlib
import json
import resource
import sys
from importlib import import_module
from typing import Any

MEMORY = 1024 * 1024 * 1024
CPU_S = 15
MOST_RESULTS = 50
SHORT = 200
_FORBIDDEN = ("socket.", "subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.system", "ctypes.")


def main() -> None:
    """Answer one request: `{"do": "page", "html", "url"}` or `{"do": "duckduckgo", "html"}`."""
    for limit, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, CPU_S), (resource.RLIMIT_FSIZE, 0)):
        with contextlib.suppress(ValueError, OSError):  # not every system has all; the caller's deadline remains
            resource.setrlimit(limit, (most, most))
    request: dict[str, str] = json.load(sys.stdin)
    read = duckduckgo if request["do"] == "duckduckgo" else page
    json.dump(read(request), sys.stdout)


def page(request: dict[str, str]) -> dict[str, Any]:
    """Return the title and the readable text of a page, as Markdown."""
    from trafilatura import extract, extract_metadata, html2txt  # in this process only, and only for pages

    sys.addaudithook(_stay_inside)
    html, url = request["html"], request["url"]
    text, about = "", None
    with contextlib.suppress(RecursionError, ValueError, MemoryError):
        about = extract_metadata(html, default_url=url)
        text = extract(html, url=url, output_format="markdown", include_comments=False, include_links=True) or ""
    if len(text) < SHORT:  # lists and short pages may be taken for boilerplate: then return all visible text
        plain = html2txt(html)
        text = plain if len(plain) > 2 * len(text) else text
    told = {name: getattr(about, name, None) for name in ("title", "author", "date")}
    return {"text": text, **{name: value for name, value in told.items() if isinstance(value, str)}}


def duckduckgo(request: dict[str, str]) -> dict[str, Any]:
    """Return the results on a page of DuckDuckGo, or that it limits requests."""
    parser: Any = import_module("lxml.html")  # in this process only, and only for results
    sys.addaudithook(_stay_inside)
    tree: Any = parser.document_fromstring(request["html"])
    results: list[dict[str, str]] = []
    for block in tree.find_class("result"):
        links = block.find_class("result__a")
        if not links or "result--ad" in (block.get("class") or ""):
            continue
        snippets = block.find_class("result__snippet")
        results.append(
            {
                "title": links[0].text_content(),
                "url": links[0].get("href") or "",
                "snippet": snippets[0].text_content() if snippets else "",
            }
        )
    is_asked_too_often = not results and bool(
        tree.find_class("anomaly-modal__title") or tree.xpath("//form[@id='challenge-form']")
    )
    is_understood = bool(results or tree.find_class("no-results") or tree.find_class("results"))
    return {"results": results[:MOST_RESULTS], "too_often": is_asked_too_often, "understood": is_understood}


def _stay_inside(event: str, _: tuple[Any, ...]) -> None:
    if event.startswith(_FORBIDDEN):
        raise PermissionError(f"a page may not lead to {event}")


if __name__ == "__main__":
    main()
