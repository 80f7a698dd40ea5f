"""Errors of the file system, as errors a person can act on."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Generator

from aule.contracts.errors import AuleError, DiskFull, Invalid, NotFound, OutsideScope, Refused, Unavailable


@contextlib.contextmanager
def translate_errors(path: str) -> Generator[None]:
    """Turn the system's errors about `path` into ours."""
    try:
        yield
    except OSError as error:
        raise explain_error(error, path) from error


def explain_error(error: OSError, path: str) -> AuleError:
    """Return the error for a system error about a path in the workspace."""
    match error.errno:
        case errno.ENOENT | errno.ENOTDIR:
            return missing(path)
        case errno.ELOOP | errno.EXDEV | errno.EMLINK:
            return OutsideScope(
                f"The path {path!r} goes through a symbolic link that may not be followed.",
                hint="Use the real path; links are followed only for reading, and only inside the workspace.",
            )
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return Refused(
                f"The system does not allow this with {path!r}.",
                code="permission_denied",
                hint="Look at the permissions of the file and of its folder.",
            )
        case errno.ENOSPC | errno.EDQUOT | errno.EFBIG:
            return DiskFull(
                f"There is no room left to write {path!r}. Nothing was changed.", hint="Free some space and try again."
            )
        case errno.EISDIR | errno.EEXIST | errno.ENOTEMPTY:
            return Invalid(f"{path!r} is a folder.", code="not_a_file", hint="Give the path of a file.")
        case errno.ENXIO | errno.ENODEV | errno.EAGAIN:
            return not_a_file(path)
        case errno.ENAMETOOLONG | errno.EILSEQ | errno.EINVAL:
            return Invalid(
                f"The file system does not take the name {path!r}.", code="invalid_path", hint="Choose a plainer name."
            )
        case _:
            return Unavailable(f"The file system failed at {path!r}: {error.strerror}.", hint="Try again.")


def missing(path: str) -> NotFound:
    """Return the error for a path that does not exist."""
    return NotFound(f"There is no {path!r} in the workspace.", hint="List the folder to see what is there.")


def not_a_file(path: str) -> Invalid:
    """Return the error for folders, pipes, devices and sockets where a regular file is needed."""
    return Invalid(f"{path!r} is not a regular file.", code="not_a_file", hint="Give the path of a regular file.")
