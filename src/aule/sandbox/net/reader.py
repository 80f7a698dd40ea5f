"""Extracts text from pages in a process of its own, which can be killed when a hostile page takes too long.

Run by `page_text.py`: one JSON document on standard input, one on standard output. It opens no connection.
"""

import contextlib
import json
import re
import resource
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Any

MEMORY = 1024 * 1024 * 1024
CPU_S = 15
MOST_RESULTS = 50
SHORT = 200
_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
"""What says an encoding that the text no longer has."""
_FORBIDDEN = ("socket.", "subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.system", "ctypes.")


def main() -> None:
    """Answer one request: `{"do": "page", "html", "url"}`, or `{"do": "duckduckgo", "html"}`."""
    for limit, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, CPU_S), (resource.RLIMIT_FSIZE, 0)):
        with contextlib.suppress(ValueError, OSError):  # not every system has all; the caller's deadline remains
            resource.setrlimit(limit, (most, most))
    request: dict[str, str] = json.load(sys.stdin)
    reads = {"page": page, "plain page": plain_page, "duckduckgo": duckduckgo}
    json.dump(reads[request["do"]](request), sys.stdout)


def page(request: dict[str, str]) -> dict[str, Any]:
    """Return the title and the readable text of a page, as Markdown; with trafilatura where it is installed."""
    if find_spec("trafilatura") is None:
        return plain_page(request)
    library: Any = import_module("trafilatura")  # in this process only, as all that takes pages apart
    sys.addaudithook(_stay_inside)
    html, url = request["html"], request["url"]
    text, about = "", None
    with contextlib.suppress(RecursionError, ValueError, MemoryError):
        about = library.extract_metadata(html, default_url=url)
        options = {"output_format": "markdown", "include_comments": False, "include_links": True}
        text = library.extract(html, url=url, **options) or ""
    if len(text) < SHORT:
        text = _longer(text, library.html2txt(html))
    told = {name: getattr(about, name, None) for name in ("title", "author", "date")}
    return {"text": text, **{name: value for name, value in told.items() if isinstance(value, str)}}


def plain_page(request: dict[str, str]) -> dict[str, Any]:
    """Return the same, read by rules of our own."""
    parser: Any = import_module("lxml.html")
    from aule.sandbox.net.main_content import main_content, without_furniture
    from aule.sandbox.net.page_facts import article_body, page_facts
    from aule.sandbox.net.page_markdown import markdown_of

    sys.addaudithook(_stay_inside)
    html, url = _DECLARATION.sub("", request["html"].replace("\0", ""), count=1), request["url"]
    try:
        tree, again = parser.document_fromstring(html), parser.document_fromstring(html)
    except (ValueError, parser.etree.ParserError):  # there is nothing in it
        return {"text": ""}
    facts, told, text = page_facts(tree), article_body(tree), ""
    with contextlib.suppress(RecursionError):
        text = markdown_of(main_content(_body(tree)), url)
        if len(text) < SHORT:
            body = _body(again)
            without_furniture(body)
            text = _longer(text, max(told, markdown_of(body, url, is_whole=True), key=len))
    return {"text": text, **facts}


def _body(tree: Any) -> Any:
    found = tree.find("body")
    return tree if found is None else found


def _longer(text: str, whole: str) -> str:
    """Return all that a page shows, where its text is much shorter: lists and short pages look like boilerplate."""
    return whole if len(whole) > 2 * len(text) else text


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
