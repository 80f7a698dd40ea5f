"""`aule plugins` as a person types it."""

from __future__ import annotations

from pathlib import Path

from tests.apps.plugins.builders import descriptor, put, saying, zipped
from tests.cli.command_line import CommandLine


def test_a_plugin_is_added_used_and_removed_at_the_command_line(here: CommandLine, tmp_path: Path) -> None:
    """TL-1, TL-4: from a folder and an archive, listed, shown, called, disabled, changed, removed."""
    folder = put(tmp_path / "made", descriptor(), saying("1"))
    assert here.run("plugins", "add", str(folder)).code != 0, "without a yes nothing is added"
    assert here.run("plugins", "list").out.count("echo_it") == 0
    shown = here.run("plugins", "add", str(folder), "--yes")
    assert shown.code == 0 and "Sites it may fetch from: nothing" in shown.out, shown
    assert "enabled" in here.run("plugins", "list").out
    assert here.run("call", "plugin.echo_it").out.strip() == "1"
    assert "wasm: It is a plugin's logic" in here.run("capabilities", "plugin.echo_it").out
    assert "disabled" in here.run("plugins", "disable", "echo_it").out
    assert here.run("call", "plugin.echo_it").code != 0
    assert "enabled" in here.run("plugins", "enable", "echo_it").out
    archive = tmp_path / "echo.zip"
    archive.write_bytes(zipped(descriptor(version="2.0.0"), saying("2")))
    changed = here.run("plugins", "add", str(archive), "--yes")
    assert changed.code == 0 and "2.0.0" in changed.out, changed
    assert here.run("call", "plugin.echo_it").out.strip() == "2"
    assert "enabled" in here.run("plugins", "reload", "echo_it").out
    assert "Nothing was logged" in here.run("plugins", "log", "echo_it").out
    assert here.run("plugins", "show", "echo_it").code == 0
    assert here.run("plugins", "remove", "echo_it", "--yes").code == 0
    assert "echo_it" not in here.run("plugins", "list").out
