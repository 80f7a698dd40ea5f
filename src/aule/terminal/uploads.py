"""Files of this machine on their way to the server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from aule.contracts.errors import NotFound, TooLarge
from aule.terminal.client import Client

if TYPE_CHECKING:
    from aule.terminal.answers import Artifact


async def upload(client: Client, file: Path, project: str | None = None) -> Artifact:
    """Add a file of this machine as an artifact."""
    _check(file)
    return await client.upload("/v1/artifacts", None, file, name=file.name, project=project)


def _check(file: Path) -> None:
    from aule.contracts.project import MAX_ARTIFACT  # loads contracts, which only uploads need

    if not file.is_file():
        raise NotFound(f"There is no file {str(file)!r}.", hint="Check its name and folder.")
    if file.stat().st_size > MAX_ARTIFACT:
        raise TooLarge(
            f"{str(file)!r} has more than {MAX_ARTIFACT // 2**20} MB.",
            hint="Put it into the folder of a project instead; agents find it there.",
        )
