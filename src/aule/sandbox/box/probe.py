"""The probe: finds out which box this machine has, by running one and attacking it from inside."""

from __future__ import annotations

import asyncio
import os
import sys
from dataclasses import dataclass, field

from aule.contracts.access.sandbox import Level, SandboxView
from aule.sandbox.box import bubblewrap, landlock, seccomp
from aule.sandbox.box.proofs import prove

_INSTALL = "Install bubblewrap (`apt install bubblewrap`, `dnf install bubblewrap`) and try again."
_ALLOW = "Allow user namespaces for bubblewrap (on Ubuntu: an AppArmor profile for /usr/bin/bwrap), then try again."


@dataclass(slots=True)
class Prober:
    """Tries the levels once, the strongest first, and remembers the result."""

    found: SandboxView | None = None
    _trying: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def probe(self) -> SandboxView:
        """Return the strongest level that held under attack."""
        if self.found is None:
            async with self._trying:
                self.found = self.found or await _strongest()
        return self.found


async def _strongest() -> SandboxView:
    reasons: list[str] = []
    hint = None
    for level, why_not, advice in _candidates():
        if why_not is not None:
            reasons.append(f"{level.value}: {why_not}")
            hint = hint or advice
            continue
        proofs = await prove(level, thorough=False)
        broken = next((proof for proof in proofs if not proof.held), None)
        if broken is None:
            why = _WHY[level] + (f" ({'; '.join(reasons)})" if reasons else "")
            return SandboxView(level=level, why=why, hint=hint, proofs=proofs)
        reasons.append(f"{level.value}: {broken.name} did not hold: {broken.detail}")
        hint = hint or advice
    return SandboxView(level=Level.NONE, why=f"no command runs here ({'; '.join(reasons)})", hint=hint)


_WHY = {
    Level.BUBBLEWRAP: "files, processes, network and users of its own, and a filter of system calls",
    Level.LANDLOCK: "rules on files and signals, no sockets, and a filter of system calls; on a copy of the files",
}


def _candidates() -> list[tuple[Level, str | None, str]]:
    """Return each level, why it cannot be tried, and what would help."""
    if sys.platform != "linux" or not seccomp.supported():
        return [
            (Level.BUBBLEWRAP, "this system has none", "Run auleOS on Linux, or in a Linux machine (WSL 2, Docker).")
        ]
    version = landlock.version()
    # Without it, a command could end other processes of the same user; as root it gets a user of its own.
    is_new_enough = version >= landlock.SCOPED or (version > 0 and os.geteuid() == 0)
    return [
        (Level.BUBBLEWRAP, None, _ALLOW) if bubblewrap.program() else (Level.BUBBLEWRAP, "is not installed", _INSTALL),
        (Level.LANDLOCK, None if is_new_enough else f"the kernel has version {version} of it", _INSTALL),
    ]
