"""E-mails: who wrote to whom and when, then what was written; attachments are named, not read."""

from __future__ import annotations

import email.message
import email.parser
import email.policy
import re
from collections.abc import Iterator

from aule.apps.knowledge.extraction.readers.child import Reading, Told
from aule.apps.knowledge.extraction.readers.flow import Flow
from aule.apps.knowledge.extraction.readers.plain_text import one_line
from aule.apps.knowledge.extraction.readers.refusals import DAMAGE
from aule.apps.knowledge.extraction.readers.web_page import add_page, page_tree

_HEADERS = ("From", "To", "Cc", "Date", "Subject")
_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*")


def read(reading: Reading) -> Iterator[Told]:
    """Yield the facts and pages of an e-mail."""
    message = email.parser.BytesParser(policy=email.policy.default).parse(reading.file)
    flow = Flow(reading)
    headers = {name: _header(message, name) for name in _HEADERS}
    if headers["Subject"]:
        flow.heading(headers["Subject"], 1)
    flow.text("\n".join(f"{name}: {value}" for name, value in headers.items() if value and name != "Subject"))
    _add_body(reading, flow, message)
    for name in _attachments(message):
        reading.note("attachments_left_out", detail=name)
    yield from flow.told(headers["Subject"], headers["From"])


def _header(message: email.message.EmailMessage, name: str) -> str:
    try:
        return one_line(str(message[name] or ""))[:2000]
    except DAMAGE:
        return ""


def _add_body(reading: Reading, flow: Flow, message: email.message.EmailMessage) -> None:
    for preferred in (("plain",), ("html",)):
        try:
            body = message.get_body(preferencelist=preferred)
            content = "" if body is None else str(body.get_content())
        except DAMAGE:
            reading.note("parts_left_out", detail=preferred[0])
            continue
        if not content.strip():
            continue
        if preferred == ("html",):
            if (tree := page_tree(content, reading)) is not None:
                add_page(reading, flow, tree)
        else:
            for paragraph in _PARAGRAPH.split(content.replace("\r\n", "\n")):
                flow.text(paragraph)
            if message.get_body(preferencelist=("html",)) is not None:
                reading.note("other_form_left_out")
        return


def _attachments(message: email.message.EmailMessage) -> Iterator[str]:
    try:
        for part in message.walk():
            if part.is_attachment() or (part.get_filename() and not part.is_multipart()):
                yield one_line(part.get_filename() or part.get_content_type())
    except DAMAGE:
        return
