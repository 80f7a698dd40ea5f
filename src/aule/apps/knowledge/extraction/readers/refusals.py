"""Why a document, or one page of it, cannot be read: codes, for which the parent process has the words."""

from __future__ import annotations

from typing import Literal

RefusalCode = Literal["encrypted_document", "broken_document", "document_too_large", "unsupported_document", "no_ocr"]

DAMAGE = (
    ValueError,
    KeyError,
    IndexError,
    TypeError,
    AttributeError,
    AssertionError,
    RecursionError,
    OverflowError,
    ArithmeticError,
    EOFError,
    OSError,
    RuntimeError,
    LookupError,
    SyntaxError,
)
"""What libraries raise when a file is not what its format says. (lxml's error is a `SyntaxError`.)"""


class RefusedDocument(Exception):
    """The document is not read; `code` says why, `detail` names the thing."""

    def __init__(self, code: RefusalCode, detail: str = "") -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail
