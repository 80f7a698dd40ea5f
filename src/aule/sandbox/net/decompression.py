"""Decompression of response bodies, limited however much a small body claims to hold."""

from __future__ import annotations

import zlib

from aule.contracts.errors import Invalid, TooLarge, Unavailable

ENCODINGS = "gzip, deflate"
"""The content encodings we accept."""

_PIECE = 64 * 1024


class Unpacker:
    """Decompresses a body piece by piece, up to `most` bytes."""

    def __init__(self, encoding: str, most: int) -> None:
        self._name = encoding.strip().lower()
        self._most = most
        self._inner = None
        self._content = bytearray()
        if self._name not in ("", "identity", "gzip", "x-gzip", "deflate"):
            raise Invalid(
                f"The answer is packed as {self._name[:60]!r}, which cannot be unpacked.",
                code="unsupported_type",
                hint="Only plain, gzip and deflate answers are read.",
            )

    def take(self, data: bytes) -> None:
        """Add a piece."""
        if self._name in ("", "identity"):
            self._keep(data)
            return
        try:
            while data:
                data = self._unpack(data)
        except zlib.error:
            raise _broken() from None

    def finish(self) -> bytes:
        """Return the whole content."""
        if self._inner is not None and not self._inner.eof:
            raise _broken()
        return bytes(self._content)

    def _unpack(self, data: bytes) -> bytes:
        """Decompress a limited piece; return the rest."""
        if self._inner is None:
            self._inner = zlib.decompressobj(self._window(data))
        elif self._inner.eof:  # several packed parts may follow each other; anything else behind them is ignored
            if self._name == "deflate" or not data.startswith(b"\x1f\x8b"):
                return b""
            self._inner = zlib.decompressobj(self._window(data))
        self._keep(self._inner.decompress(data, _PIECE))
        return self._inner.unconsumed_tail or self._inner.unused_data

    def _window(self, data: bytes) -> int:
        if self._name != "deflate":
            return zlib.MAX_WBITS | 16
        # Many servers leave out the header that the standard asks for.
        is_wrapped = data[0] & 0x0F == 8 and (len(data) < 2 or (data[0] << 8 | data[1]) % 31 == 0)
        return zlib.MAX_WBITS if is_wrapped else -zlib.MAX_WBITS

    def _keep(self, data: bytes) -> None:
        self._content += data
        if len(self._content) > self._most:
            raise TooLarge(
                f"The answer unpacks to more than {self._most} bytes.",
                hint="Look for a smaller page, or download it yourself.",
            )


def _broken() -> Unavailable:
    return Unavailable(
        "The answer arrived damaged or incomplete.", code="broken_answer", hint="Try again, or try another page."
    )
