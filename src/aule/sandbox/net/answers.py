"""The head of a response: status and headers, where contradictory headers count as missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aule.contracts.errors import AuleError, Invalid, Unavailable
from aule.sandbox.net.targets import Target

_MOVED = frozenset({301, 302, 303, 307, 308})
_HINTS = {
    401: "It wants a login; nobody logs in here.",
    403: "It does not let programs in.",
    404: "Check the address.",
    410: "The page is gone.",
}


class TooOften(Unavailable):
    """Raised when a server limits requests; `seconds` says for how long, if it said so."""

    code = "rate_limited"

    def __init__(self, host: str, seconds: float | None = None) -> None:
        super().__init__(f"{host!r} does not want to be asked now.", hint="Wait a little, then try again.")
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class ResponseHead:
    """The status and the headers of a response."""

    target: Target
    status: int
    headers: Sequence[tuple[bytes, bytes]]

    @property
    def is_redirect(self) -> bool:
        """Whether it is a redirect."""
        return self.status in _MOVED

    @property
    def location(self) -> str:
        """The target of the redirect."""
        try:
            (place,) = self._all(b"location")
            return place.decode()
        except ValueError:  # none, several, or not text
            raise Unavailable(
                f"{self.target.host!r} sends on without saying where to.",
                code="broken_answer",
                hint="Try another page.",
            ) from None

    @property
    def encoding(self) -> str:
        """The content encoding."""
        return self._one(b"content-encoding")

    @property
    def type(self) -> tuple[str, str | None]:
        """The content type, and the charset where it is given."""
        kind, *more = (part.strip() for part in self._one(b"content-type").split(";"))
        charset = next((part.partition("=")[2] for part in more if part.lower().startswith("charset=")), None)
        return kind.lower(), None if charset is None else charset.strip("\"' ").lower()[:40]

    @property
    def length(self) -> int:
        """The announced length in bytes; 0 where none is."""
        return max((int(value[:20]) for value in self._all(b"content-length") if value.isdigit()), default=0)

    def failure(self) -> AuleError:
        """Return the error for an unsuccessful response."""
        if self.status in (429, 503):
            patience = self._all(b"retry-after")
            told = len(patience) == 1 and patience[0].isdigit() and len(patience[0]) < 6
            return TooOften(self.target.host, float(patience[0]) if told else None)
        return Unavailable(
            f"{self.target.host!r} answered with {self.status}.",
            code="http_status",
            hint=_HINTS.get(self.status, "Try another page."),
        )

    def unreadable(self, kind: str) -> Invalid:
        """Return the error for content of a type that is not read."""
        url = self.target.url
        what = f"{url!r} is {kind[:80]!r}" if kind else f"{url!r} does not say what it is"
        return Invalid(
            f"{url!r} is a PDF, which cannot be read here."
            if kind == "application/pdf"
            else f"{what}, which cannot be read as text here.",
            code="unsupported_type",
            hint="Web pages, plain text and JSON can be read; PDFs and other files cannot.",
        )

    def _all(self, name: bytes) -> list[bytes]:
        return [value for key, value in self.headers if key.lower() == name]

    def _one(self, name: bytes) -> str:
        """Return a header that may occur once; empty if it occurs several times."""
        values = set(self._all(name))
        if len(values) > 1:
            raise Invalid(
                f"{self.target.host!r} says two things about {name.decode()!r}.",
                code="broken_answer",
                hint="Try another page.",
            )
        return values.pop().decode("latin-1") if values else ""
