"""Access tokens with scopes: what a program may show that is not the owner.

The owner's token and a signed-in browser may do everything. A token with scopes may do what its scopes say and nothing
else. This is plain data without a framework: the door reads it before anything else is loaded.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AccessToken:
    """A token with scopes, without its secret."""

    id: str
    name: str
    scopes: tuple[str, ...]
    created_at: str
    expires_at: str

    @property
    def actor(self) -> str:
        """Who did it, in the history of changes."""
        return f"token:{self.id}"


@dataclass(frozen=True, slots=True)
class Access:
    """Who makes a request: the owner, or a program with a token that has scopes."""

    token: AccessToken | None = None
    """None: the owner."""

    def may(self, scope: str) -> bool:
        """Return whether a scope allows something; the owner needs none."""
        return self.token is None or scope in self.token.scopes

    def is_granted(self, scope: str) -> bool:
        """Return whether a token was made with this very scope; the owner's own token never is."""
        return self.token is not None and scope in self.token.scopes


OWNER_ACCESS = Access()
"""The access of the owner."""
