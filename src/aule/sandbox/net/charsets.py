"""Text of the web: decodes the charsets that pages really use, and none that could hide something."""

from __future__ import annotations

import codecs
import re

_HEAD = 1_024
_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_META = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([a-z0-9_:.-]{2,40})", re.IGNORECASE)
_KNOWN = frozenset(
    {"utf-8", "utf-16", "utf-16-le", "utf-16-be", "iso8859-15", "iso8859-2", "iso8859-5", "iso8859-7", "iso8859-8"}
    | {"cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258", "koi8-r", "koi8-u"}
    | {"shift_jis", "cp932", "euc_jp", "iso2022_jp", "gb2312", "gbk", "gb18030", "big5", "euc_kr", "cp949", "tis-620"}
)
"""Charsets that are decoded. UTF-7 and codecs that unpack or escape could turn harmless bytes into markup."""
_AS_BROWSERS_DO = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "gb2312": "gb18030",
    "gbk": "gb18030",
}
_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff\ud800-\udfff]"
)
"""Invisible characters that control terminals, reverse the reading direction, or are read by models."""


def text_of(content: bytes, charset: str | None, *, is_page: bool) -> str:
    """Return a body as visible text, decoded by its byte order mark, the server's charset or the page's."""
    for bom, name in _BOMS:
        if content.startswith(bom):
            return clean(content[len(bom) :].decode(name, "replace"))
    declared = charset
    if declared is None and is_page and (found := _META.search(content[:_HEAD])):
        declared = found[1].decode("ascii")
        if declared.lower().startswith("utf-16"):
            declared = "utf-8"  # a page that can say so in ASCII is not in UTF-16
    if declared is None:
        return clean(_undeclared(content))
    return clean(content.decode(codec_of(declared) or "utf-8", "replace"))


def codec_of(charset: str) -> str | None:
    """Return the codec of a charset, or None where pages do not use it."""
    try:
        name = codecs.lookup(charset.strip()).name
    except (LookupError, ValueError):
        return None
    name = _AS_BROWSERS_DO.get(name, name)
    return name if name in _KNOWN else None


def clean(text: str) -> str:
    """Return text without invisible characters, and with one kind of line end."""
    return _UNSEEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def _undeclared(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")
