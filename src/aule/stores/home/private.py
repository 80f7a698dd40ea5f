"""Private files: the token and the key, which nobody but the owner may read."""

from __future__ import annotations

import errno
import logging
import os
import stat
from pathlib import Path

from aule.contracts.errors import Refused
from aule.stores.home.atomic import PRIVATE

log = logging.getLogger(__name__)


def read_private(path: Path, *, most: int = 4096) -> bytes | None:
    """Read a private file, at most so many bytes of it; none if there is none.

    One that others could read is closed to them and reported. A link, or a file of another
    user, is refused: whoever could put it there knows what is in it.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise _refused(path, "is a symbolic link") from None
        raise _refused(path, f"cannot be opened ({error.strerror})") from None
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise _refused(path, "is not a regular file")
        if status.st_uid != os.geteuid():
            raise _refused(path, "belongs to another user")
        if stat.S_IMODE(status.st_mode) & 0o077:
            os.fchmod(descriptor, PRIVATE)
            log.warning("%s could be read by other users of this machine; it is private again. Renew it.", path)
        return file.read(most)


def _refused(path: Path, why: str) -> Refused:
    return Refused(
        f"The private file {str(path)!r} {why}.",
        code="unsafe_file",
        hint="Look at who put it there; move it away and start again to get a fresh one.",
    )
