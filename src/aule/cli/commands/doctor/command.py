"""`aule doctor`: look at everything that has to be in order, and say what to do where it is not."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from aule.cli.connection import connect
from aule.contracts.errors import AppUnavailable, AuleError
from aule.contracts.views import Home as Desktop
from aule.sandbox.beneath import best_opener, openat2
from aule.sandbox.workspace import Workspace
from aule.server.bodies import Models
from aule.server.page import STATIC
from aule.stores.home.blobs import Blobs
from aule.stores.home.directory import Home
from aule.stores.home.settings import SettingsFile
from aule.stores.log.integrity import gaps, lost_contents, read_only
from aule.stores.log.marker import Marker
from aule.stores.schema import Standing
from aule.stores.sqlite import schema as sqlite_schema
from aule.terminal.client import Client
from aule.terminal.commands import Option, command
from aule.terminal.console import Console
from aule.terminal.exits import ExitCode

MARKS = {"ok": ("✓", "green"), "warn": ("!", "yellow"), "fail": ("✗", "red")}


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    name: str
    status: Literal["ok", "warn", "fail"]
    detail: str
    hint: str | None = None


@command()
async def doctor(
    console: Console,
    attack: Annotated[
        bool, Option("--attack", help="Attack the walls around agents for real, and say what held.")
    ] = False,
) -> int:
    """Check the data directory, its locks and permissions, the database, the sandbox and the model providers.

    The sandbox is proved by attacking it: a few quick attacks each time, all of them with --attack. With --attack
    nothing else is looked at, and exit code 1 says that something did not hold.
    """
    if attack:
        return await _attacking(console)
    home = Home.from_environment()
    checks = [_careful(name, look, home) for name, look in LOCAL.items()]
    checks.append(await _box())
    checks.append(await _readers())
    try:
        async with connect() as client:
            checks += await _system(client)
    except AuleError as error:
        checks.append(_failed("system", error))
    console.result([{name: getattr(check, name) for name in Check.__slots__} for check in checks])
    for check in checks:
        mark, style = MARKS[check.status]
        console.say(f"{mark} {check.name:<14} {check.detail}", style)
        if check.hint and check.status != "ok":
            console.say(f"  {'':<14} {check.hint}", "dim")
    return ExitCode.FAILED if any(check.status == "fail" for check in checks) else ExitCode.OK


def _python(home: Home) -> Check:
    version = ".".join(str(part) for part in sys.version_info[:3])
    return Check(
        "python", "ok" if sys.version_info >= (3, 11) else "fail", version, "auleOS needs Python 3.11 or newer."
    )


def _directory(home: Home) -> Check:
    mode = stat.S_IMODE(home.path.stat().st_mode)
    if mode & 0o077:
        return Check("data", "warn", f"{home.path} is open to others ({mode:o})", f"chmod 700 {home.path}")
    free = os.statvfs(home.path)
    megabytes = free.f_bavail * free.f_frsize // 1_000_000
    status = "ok" if megabytes >= 200 else "warn"
    return Check("data", status, f"{home.path}, private, {megabytes} MB free", "Make room: less than 200 MB are left.")


def _lock(home: Home) -> Check:
    server, holder = home.server(), home.holder()
    if server is not None:
        return Check("lock", "ok", f"held by the server (process {server.pid}, port {server.port})")
    if holder is not None:
        detail = f"held by {holder.command!r} (process {holder.pid})"
        return Check("lock", "warn", detail, "Wait until it ends, or stop it.")
    return Check("lock", "ok", "free; no server is running")


def _token(home: Home) -> Check:
    file = home.path / "token"
    was_open = file.exists() and stat.S_IMODE(file.stat().st_mode) & 0o077
    home.token()
    if was_open:
        return Check(
            "token", "warn", f"{file} could be read by others", "Remove it and start again: a new one is made."
        )
    origin = "AULE_TOKEN" if "AULE_TOKEN" in os.environ else "its file, private"
    return Check("token", "ok", f"strong, from {origin}")


def _settings(home: Home) -> Check:
    SettingsFile(home.settings).read()
    return Check("settings", "ok", str(home.settings) if home.settings.exists() else "all at their defaults")


def _database(home: Home) -> Check:
    stands = sqlite_schema.standing(home.database)
    detail = f"SQLite {sqlite3.sqlite_version}, {_size(home.database)}, schema {stands.name.lower()}"
    hint = "It is upgraded, after a backup, when the system starts next."
    return Check("database", "warn" if stands is Standing.OLDER else "ok", detail, hint)


def _store(home: Home) -> Check:
    """Whether the database is the one that was here, and its log is whole."""
    marker = Marker(home.path)
    marker.check_file(home.database)
    if not home.database.exists() or sqlite_schema.standing(home.database) is not Standing.CURRENT:
        return Check("log", "ok", "nothing to look through yet")
    missing, known = gaps(home.database), marker.read()
    head = _head(home.database)
    if missing:
        detail = f"{sum(gap.missing for gap in missing)} facts are missing, the first after number {missing[0].after}"
        return Check("log", "fail", detail, _backup_hint(marker))
    if known is not None and head < known.head:
        detail = f"ends at fact {head}; it had come as far as {known.head}"
        return Check("log", "fail", detail, _backup_hint(marker))
    return Check("log", "ok", f"whole, {head} facts")


def _contents(home: Home) -> Check:
    """Whether everything that can be undone or opened is still kept, byte by byte."""
    if not home.database.exists() or sqlite_schema.standing(home.database) is not Standing.CURRENT:
        return Check("contents", "ok", "nothing to look through yet")
    lost = lost_contents(home.database, Blobs(home.blobs))
    if not lost:
        return Check("contents", "ok", "all there and undamaged")
    gone = sum(each.how == "gone" for each in lost)
    named = ", ".join(each.what for each in lost[:3]) + (", …" if len(lost) > 3 else "")
    detail = f"{gone} gone, {len(lost) - gone} damaged: {named}"
    return Check("contents", "fail", detail, f"Put {home.blobs} back from a backup; these cannot be undone or opened.")


def _head(database: Path) -> int:
    with closing(read_only(database)) as connection:
        return int(connection.execute("SELECT coalesce(max(seq), 0) FROM events").fetchone()[0])


def _backup_hint(marker: Marker) -> str:
    copies = marker.copies()
    newest = f" The newest copy is {copies[0]}." if copies else ""
    return f"Put the database back from a backup if you have one; what is here can be used.{newest}"


def _files(home: Home) -> Check:
    opener = best_opener()
    with Workspace.open(home.project_root("home"), opener=opener) as workspace:
        workspace.list()
    how = "the kernel's openat2" if opener is openat2 else "a walk without links"
    return Check("files", "ok", f"only by directory handle, through {how}")


async def _box() -> Check:
    """Which walls commands run inside, found by attacking them."""
    from aule.sandbox.box import Level, Prober  # loads what runs commands

    seen = await Prober().probe()
    if seen.level is Level.NONE:
        return Check("sandbox", "warn", f"none: {seen.why}", seen.hint)
    held = ", ".join(proof.name.replace("_", " ") for proof in seen.proofs)
    detail = f"{seen.level}: {seen.why}; held against {held}"
    return Check("sandbox", "ok", detail, seen.hint)


async def _readers() -> Check:
    """Inside which walls files of strangers are read."""
    from aule.sandbox.box import Level  # loads what runs commands
    from aule.sandbox.limited.child import limited_level

    level = await asyncio.to_thread(limited_level)
    if level is Level.NONE:
        hint = "Install bubblewrap, or use a kernel with landlock: then a file that breaks its reader reaches nothing."
        return Check("documents", "warn", "read apart, within limits of memory and time; no walls around that", hint)
    return Check("documents", "ok", f"read apart, within limits of memory and time, inside {level}")


async def _attacking(console: Console) -> int:
    from aule.cli.commands.doctor.attacks import attack_all  # loads what runs commands and reads the web

    proofs = await attack_all()
    broken = [proof for proof in proofs if not proof.held]
    console.result({"ok": not broken, "proofs": proofs})
    width = max(len(proof.name) for proof in proofs)
    for proof in proofs:
        mark, style = MARKS["ok" if proof.held else "fail"]
        console.say(f"{mark} {proof.name:<{width}}  {proof.detail}", style)
    console.say(f"{len(proofs) - len(broken)} of {len(proofs)} attacks were held off.", "red" if broken else "green")
    return ExitCode.FAILED if broken else ExitCode.OK


def _desktop(home: Home) -> Check:
    if (STATIC / "index.html").exists():
        return Check("desktop", "ok", "built")
    return Check("desktop", "warn", "not built; the API works without it", "`make run` builds it.")


def _apps(home: Home) -> Check:
    """Whether each app can be loaded; a start finds that out only when the app is first used."""
    from aule.boot.apps import installed_apps  # loads what apps are made of

    apps = installed_apps()
    for each in apps:
        with suppress(AppUnavailable):
            each.load()
    broken = [f"{each.id} ({each.failure})" for each in apps if each.failure is not None]
    if broken:
        hint = "Mend or reinstall it, and start again. All other apps work."
        return Check("apps", "fail", f"cannot be loaded: {', '.join(broken)}", hint)
    return Check("apps", "ok", f"{', '.join(each.id for each in apps)}: all can be loaded")


LOCAL: dict[str, Callable[[Home], Check]] = {
    "python": _python,
    "data": _directory,
    "lock": _lock,
    "token": _token,
    "settings": _settings,
    "database": _database,
    "log": _store,
    "contents": _contents,
    "files": _files,
    "desktop": _desktop,
    "apps": _apps,
}


async def _system(client: Client) -> list[Check]:
    """What only the running system can tell: that it answers, and which models it can reach."""
    desktop = await client.get("/v1/home", Desktop)
    where = f"the server on port {client.server.port}" if client.server else "a kernel in this process"
    checks = [Check("system", "ok", f"answers, through {where}")]
    model = desktop.model
    hint = "`aule models discover` looks for a model on this machine."
    checks.append(Check("model", "ok" if model.tier else "warn", f"{model.provider}/{model.model}: {model.why}", hint))
    for provider in (await client.get("/v1/models", Models)).providers:
        if provider.enabled and provider.status in {"unreachable", "no_key"}:
            detail = f"{provider.name} is {provider.status}: {provider.detail or provider.base_url or ''}"
            checks.append(Check("provider", "warn", detail, "Settings → Providers, or `aule models discover`."))
        elif provider.status == "reachable":
            checks.append(Check("provider", "ok", f"{provider.name} answers at {provider.base_url}"))
    return checks


def _careful(name: str, look: Callable[[Home], Check], home: Home) -> Check:
    try:
        return look(home)
    except AuleError as error:
        return _failed(name, error)
    except sqlite3.DatabaseError as error:
        return Check(name, "fail", f"the database cannot be read: {error}", "Put it back from a backup.")
    except OSError as error:
        return Check(name, "fail", f"{error.filename or name}: {error.strerror}", "Check the permissions.")


def _failed(name: str, error: AuleError) -> Check:
    return Check(name, "fail", error.problem.message, error.problem.hint)


def _size(path: Path) -> str:
    return f"{path.stat().st_size / 1_000_000:.1f} MB" if path.exists() else "not made yet"
