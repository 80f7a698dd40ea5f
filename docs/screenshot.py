"""Make the picture of the home screen again: a real server, real content, a real Chromium.

    python docs/screenshot.py [data directory]     writes docs/images/home.png

The data directory shows in the picture and has to be new; it is left behind.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

AULE = Path(sys.executable).with_name("aule")
PICTURE = Path(__file__).parent / "images" / "home.png"
SETTINGS = 'onboarded = true\n[appearance]\nname = "Ana"\nlocale = "en"\n'
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


def main() -> None:
    """Fill a desktop with a little work and take its picture."""
    home = Path(sys.argv[1] if len(sys.argv) > 1 else "~/.aule-picture").expanduser()
    home.mkdir(mode=0o700, parents=True)
    (home / "settings.toml").write_text(SETTINGS)
    environment = {"PATH": os.environ["PATH"], "HOME": str(home.parent), "AULE_HOME": str(home), "LANG": "en_US.UTF-8"}

    def aule(*words: str) -> str:
        return subprocess.run([AULE, *words], env=environment, capture_output=True, text=True, check=False).stdout

    up = [AULE, "up", "--port", "0", "--no-browser", "--json"]
    server = subprocess.Popen(up, env=environment, stdout=subprocess.PIPE)
    try:
        assert server.stdout is not None
        link = json.loads(server.stdout.readline())["url"]
        aule("call", "core.write_file", "path=trip/packing.md", "content=- passport\n- camera\n", "--yes")
        aule("ask", 'create a note "Groceries" with: milk, bread, coffee')
        aule("approvals", "decide", json.loads(aule("approvals", "--json"))[0]["id"], "approve")
        asked = aule("ask", 'create a note "Sailing course" with: call the club, ask for dates and prices', "--json")
        photograph(link, conversation=json.loads(asked)["conversation_id"])
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(timeout=10)


def photograph(link: str, conversation: str) -> None:
    """Open the desktop by its one-time link, and keep what it looks like."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        page = browser.new_page(viewport={"width": 1440, "height": 900}, locale="en-US", color_scheme="light")
        page.goto(link)
        page.get_by_text("Sailing course").first.wait_for()
        page.goto(f"{link.partition('#')[0]}?chat={conversation}")
        page.get_by_role("button", name="Approve").first.wait_for()
        page.wait_for_timeout(1_000)  # fonts and the last animation
        page.screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    main()
