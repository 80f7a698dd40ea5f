"""The data directory (`AULE_HOME`): where everything lives, who holds it, and how to reach its server."""

from __future__ import annotations

import json
import logging
import os
import stat
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from aule.contracts.ambient import Ambient
from aule.contracts.errors import Busy, Invalid, Unavailable, storage_error
from aule.stores.home.atomic import write_atomic
from aule.stores.home.lock import Holder, Lock, is_held, read_holder
from aule.stores.home.token import token_of

POLL_S = 0.05
PRIVATE_DIRECTORY = 0o700

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ServerInfo:
    """A running server: its process and the port it listens on."""

    pid: int
    port: int
    started_at: str


class Home:
    """One data directory. Its folders are made on first use and readable by the owner alone."""

    def __init__(self, path: Path, *, token: str | None = None) -> None:
        self.path = Path(os.path.abspath(path))
        self._token_override = token

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Home:
        """The directory `AULE_HOME` names, or `~/.aule`, with all its folders there."""
        environment = os.environ if environment is None else environment
        chosen = environment.get("AULE_HOME") or "~/.aule"
        if "\0" in chosen:
            raise Invalid(f"AULE_HOME {chosen!r} contains a NUL character.", hint="Set it to a plain path.")
        user = Path(environment.get("HOME") or os.path.expanduser("~"))
        path = user / chosen.removeprefix("~").lstrip("/") if chosen == "~" or chosen.startswith("~/") else Path(chosen)
        home = cls(path, token=environment.get("AULE_TOKEN"))
        if home.path in {Path(home.path.anchor), Path(os.path.abspath(user))}:
            raise Invalid(
                f"AULE_HOME {str(home.path)!r} is not a directory of its own.",
                hint="Choose one that only auleOS uses, for example ~/.aule.",
            )
        home.prepare()
        return home

    @property
    def database(self) -> Path:
        """The SQLite database."""
        return self.path / "aule.db"

    @property
    def settings(self) -> Path:
        """The settings, as TOML."""
        return self.path / "settings.toml"

    @property
    def learned(self) -> Path:
        """The sentences that a person let this machine keep, as TOML."""
        return self.path / "understanding" / "corpus.toml"

    @property
    def memory_vectors(self) -> Path:
        """Vectors of what is remembered; they can be made again."""
        return self.path / "understanding" / "memories.npz"

    @property
    def memory_files(self) -> Path:
        """The memory files of projects as they were written last."""
        return self.path / "memory"

    @property
    def secrets(self) -> Path:
        """The encrypted secrets."""
        return self.path / "secrets.json"

    @property
    def access_tokens(self) -> Path:
        """The tokens with scopes, as hashes."""
        return self.path / "tokens.json"

    @property
    def key(self) -> Path:
        """The key to the secrets, where the system has no keyring."""
        return self.path / "key"

    @property
    def blobs(self) -> Path:
        """Contents of artifacts and of files as they were before a change."""
        return self.path / "blobs"

    @property
    def prompts(self) -> Path:
        """Prompts as they were sent to models, with the answers as received; kept for some days."""
        return self.path / "prompts"

    @property
    def projects(self) -> Path:
        """The projects that have no folder of their own elsewhere."""
        return self.path / "projects"

    @property
    def logs(self) -> Path:
        """Logs of the server."""
        return self.path / "logs"

    @property
    def backups(self) -> Path:
        """Copies of the database from before an upgrade."""
        return self.path / "backups"

    def prepare(self) -> None:
        """Make the folders that are missing, and close the directory to other users."""
        try:
            self.path.mkdir(mode=PRIVATE_DIRECTORY, parents=True, exist_ok=True)
            if stat.S_IMODE(self.path.stat().st_mode) & 0o077:
                self.path.chmod(PRIVATE_DIRECTORY)
                log.warning("%s was open to other users of this machine; it is private now.", self.path)
            for folder in (self.blobs, self.projects, self.logs, self.backups):
                folder.mkdir(mode=PRIVATE_DIRECTORY, exist_ok=True)
        except OSError as error:
            raise storage_error(error) or Unavailable(
                f"The data directory {str(self.path)!r} cannot be used: {error.strerror}.",
                hint="Make it writable, or choose another one with AULE_HOME.",
            ) from error

    def project_root(self, project: str) -> Path:
        """The folder of a project that was given none; made if missing."""
        root = self.projects / project
        root.mkdir(mode=PRIVATE_DIRECTORY, exist_ok=True)
        return root

    def token(self) -> str:
        """The access token, made on first use. A weak one is refused."""
        return token_of(self.path / "token", self._token_override)

    def take_lock(self, ambient: Ambient, *, command: str | None = None) -> Lock:
        """Become the one process that uses this directory, or raise `Busy` naming the one that does."""
        holder = Holder(pid=os.getpid(), command=command or _command(), since=ambient.timestamp())
        return Lock.take(self.path / "lock", holder)

    async def lock(self, ambient: Ambient, *, wait_s: float = 10, command: str | None = None) -> Lock:
        """Wait for the lock, at most `wait_s` seconds; then `Busy` names the holder."""
        deadline = ambient.clock.monotonic() + wait_s
        while True:
            try:
                return self.take_lock(ambient, command=command)
            except Busy:
                if ambient.clock.monotonic() >= deadline:
                    raise
            await ambient.clock.sleep(POLL_S)

    def holder(self) -> Holder | None:
        """Who holds the lock now, if somebody does."""
        path = self.path / "lock"
        return (read_holder(path) or Holder(pid=0)) if is_held(path) else None

    def succeed(self, worker: str) -> str | None:
        """Note who drives runs from this directory now; gives who did before, and is gone: there is one at a time."""
        path = self.path / "worker"
        former = path.read_text(encoding="utf-8").strip() if path.exists() else None
        write_atomic(path, worker.encode())
        return former or None

    def announce(self, server: ServerInfo) -> None:
        """Tell other processes where the server listens."""
        write_atomic(self.path / "server.json", json.dumps(asdict(server)).encode())

    def withdraw(self) -> None:
        """Take the announcement back, if it is this process's own."""
        announced = self._announced()
        if announced is not None and announced.pid == os.getpid():
            (self.path / "server.json").unlink(missing_ok=True)

    def server(self) -> ServerInfo | None:
        """The server that is alive and holds this directory; what a dead one left behind is ignored."""
        announced = self._announced()
        if announced is None or not _is_alive(announced.pid):
            return None
        holder = self.holder()
        return announced if holder is not None and holder.pid == announced.pid else None

    def _announced(self) -> ServerInfo | None:
        try:
            match json.loads((self.path / "server.json").read_bytes()):
                case {"pid": int(pid), "port": int(port), "started_at": str(since)} if pid > 0 and 0 < port < 65536:
                    return ServerInfo(pid, port, since)
                case _:
                    return None
        except (OSError, ValueError):
            return None


def _command() -> str:
    # The program and its subcommand only: further arguments may be somebody's words.
    return " ".join([Path(sys.argv[0]).name, *sys.argv[1:2]])[:100] if sys.argv else ""


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
