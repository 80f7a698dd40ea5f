"""Tokens for programs, on the command line."""

from __future__ import annotations

from dirty_equals import Contains, IsPartialDict, IsStr
from tests.cli.command_line import CommandLine


def test_a_token_is_made_listed_used_and_revoked(here: CommandLine) -> None:
    """LT-50: it is shown once, listed without its secret, and refused where no scope is known by that name."""
    assert here.run("token").out == "No tokens with scopes.\n"
    assert here.run("token", "scopes").out == Contains("atlas.delete", "atlas.write")
    made = here.run("token", "make", "night job", "--scope", "atlas.delete", "--days", "30", "--json").document
    assert made == IsPartialDict(name="night job", scopes=["atlas.delete"], secret=IsStr(regex=r"aule_[\w-]{43}"))
    listed = here.run("token", "list", "--json").document
    assert listed == [{name: value for name, value in made.items() if name != "secret"}]
    assert made["secret"] not in here.run("token").out
    refused = here.run("token", "make", "x", "--scope", "atlas.everything")
    assert (refused.code, refused.err) == (2, Contains("atlas.everything"))
    assert here.run("token", "make", "x").code == 2
    assert here.run("token", "revoke", made["id"]).out == f"Revoked {made['id']}.\n"
    assert here.run("token", "revoke", made["id"]).code == 2
    assert here.run("token", "--json").document == []
