"""Access tokens in the settings, as people use them: make, copy, see, revoke."""

from __future__ import annotations

import httpx
from playwright.sync_api import expect

from tests.e2e.desk import Desk, axe_violations


def test_a_token_is_made_copied_and_revoked_in_the_settings(desk: Desk) -> None:
    """LT-50: its secret is shown once, works for its scope alone, and is worthless once revoked."""
    page = desk.open("/settings/tokens")
    expect(page.get_by_text("No program has a token.")).to_be_visible()
    page.get_by_label("What it is for").fill("night job")
    make = page.get_by_role("button", name="Make token")
    expect(make).to_be_disabled()
    page.get_by_role("checkbox", name="atlas.delete").check()
    make.click()
    secret = page.get_by_role("status").locator("code").inner_text()
    rows = page.get_by_role("group", name="Access tokens")
    expect(rows).to_contain_text("atlas.delete")
    assert axe_violations(page) == []
    shown = {"Authorization": f"Bearer {secret}"}
    assert httpx.get(f"{desk.url}/v1/settings", headers=shown).status_code == 403
    page.reload()
    expect(rows).to_contain_text("night job")
    expect(page.get_by_text(secret)).to_have_count(0)
    page.get_by_role("button", name="Revoke night job").click()
    page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("No program has a token.")).to_be_visible()
    assert httpx.get(f"{desk.url}/v1/settings", headers=shown).status_code == 401
