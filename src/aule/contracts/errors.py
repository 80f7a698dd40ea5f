"""Every error raised on purpose.

AuleError
├── NotFound             nothing with that name or id
│   └── UnknownCapability
├── Ambiguous            several things are meant by it; they are in `matches`
├── Invalid              the request cannot be understood
├── Refused              understood, and not allowed
│   ├── ApprovalRequired     a person has to decide first
│   ├── NeedsInput           a question has to be answered first
│   ├── BlockedByPolicy
│   │   └── WriteBlocked         writes are not done here; what would have been written is kept
│   ├── Denied               a person said no
│   ├── EnvironmentNotConfirmed
│   ├── OutsideScope         it reached for something it may not touch
│   │   └── ScopeViolation       an agent reached beyond the write scope of its manifest
│   ├── Untrusted            nobody has said yet that this place may be worked in
│   └── Unauthorized
├── Conflict             the world changed since
│   ├── ChangedMeanwhile     it was altered between being read and being written
│   └── Fenced               a run was taken over by somebody else
├── TooLarge
├── Unavailable          a part that is needed is not there
│   ├── ModelUnavailable
│   ├── StorageFailed        the database cannot be used now
│   │   └── StorageInterrupted   its connection broke before anything was written; trying again helps
│   ├── DiskFull             there is no room left to write
│   ├── ReadOnly             a place that has to be written to cannot be
│   └── Busy                 another process holds the data directory
├── BudgetReached
├── Cancelled
├── TimedOut
├── Unsuccessful         it came to its end without success; what it gave back is kept
│   ├── CommandFailed        a command ended with an exit code that stands for failure
│   └── PartlyDone           some of it was done, so it is not tried again by itself
└── Corrupt              stored data cannot be trusted; nothing was overwritten

Bugs are not in this tree: they crash.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, TypedDict, cast

if TYPE_CHECKING:
    from aule.contracts.problems import Both, Match, Problem


def __getattr__(name: str) -> Any:
    """Return the models of errors, which load pydantic: a command that only speaks to a server does without."""
    if name not in {"Both", "Match", "Problem"}:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from aule.contracts import problems

    return getattr(problems, name)


class MatchReport(TypedDict):
    """One of several things that may be meant, as plain JSON."""

    id: str
    title: str
    path: str
    status: str | None


class Report(TypedDict):
    """A `Problem` as plain JSON, with every field."""

    code: str
    message: str
    hint: str | None
    field: str | None
    candidates: list[str]
    matches: list[MatchReport]
    recoverable: bool
    subject: str | None


class AuleError(Exception):
    """An error with a stable code, a message that names the thing, and a hint what to do."""

    code: ClassVar[str] = "error"
    status: ClassVar[int] = 400
    exit_code: ClassVar[int] = 1
    recoverable: ClassVar[bool] = True

    def __init__(  # noqa: PLR0913 (the fields of a problem)
        self,
        message: str,
        *,
        hint: str | None = None,
        code: str | None = None,
        field: str | None = None,
        candidates: Iterable[str] = (),
        matches: Iterable[Match] = (),
        subject: str | None = None,
    ) -> None:
        super().__init__(message)
        self.report: Report = {
            "code": code or self.code,
            "message": message,
            "hint": hint,
            "field": field,
            "candidates": list(candidates),
            "matches": [{"id": m.id, "title": m.title, "path": m.path, "status": m.status} for m in matches],
            "recoverable": self.recoverable,
            "subject": subject,
        }
        """The error as plain JSON."""

    @property
    def problem(self) -> Problem:
        """The error as a model, made when it is asked for."""
        from aule.contracts.problems import Problem  # loads pydantic

        return Problem.model_validate(self.report)

    @problem.setter
    def problem(self, problem: Problem) -> None:
        self.report = reported(problem)

    @property
    def both(self) -> Both | None:
        """What two people wrote, when they wrote the same thing differently."""
        return None

    def __str__(self) -> str:
        return self.report["message"]


class NotFound(AuleError):
    """Nothing has that name or id."""

    code = "not_found"
    status = 404
    exit_code = 2


class UnknownCapability(NotFound):
    """No capability has exactly that name."""

    code = "unknown_capability"


class Ambiguous(AuleError):
    """Several things are meant by it; `field` is the parameter's path, `matches` are they, at most five."""

    code = "ambiguous_reference"
    status = 409
    exit_code = 2


class Invalid(AuleError):
    """The request cannot be understood as it stands."""

    code = "invalid"
    status = 422
    exit_code = 2


class Refused(AuleError):
    """Understood, and not allowed."""

    code = "refused"
    status = 403
    exit_code = 4
    recoverable = False


class ApprovalRequired(Refused):
    """A person has to approve exactly this first; `subject` is the approval's id."""

    code = "approval_required"
    status = 409
    recoverable = True


class NeedsInput(Refused):
    """A question has to be answered first; `subject` is the approval's id."""

    code = "needs_input"
    status = 409
    recoverable = True


class BlockedByPolicy(Refused):
    """A rule forbids it; asking again does not help."""

    code = "blocked_by_policy"


class GuidelineBroken(Refused):
    """An answer was held back because it broke a guideline of its agent that is checked."""

    code = "guideline_broken"


class WriteBlocked(BlockedByPolicy):
    """Writing is not done here; what would have been written is kept as a proposal."""

    code = "write_blocked"


class EnvironmentNotConfirmed(Refused):
    """A protected environment is entered only by somebody who says its name."""

    code = "environment_not_confirmed"
    exit_code = 5


class Untrusted(Refused):
    """Nobody has said yet that this place may be worked in; `subject` is the approval's id."""

    code = "project_not_trusted"
    status = 409
    recoverable = True


class Denied(Refused):
    """A person looked at it and said no."""

    code = "denied"


class OutsideScope(Refused):
    """It reached for something outside what it may touch."""

    code = "outside_scope"
    exit_code = 3


class ScopeViolation(OutsideScope):
    """An agent reached beyond the write scope of its manifest. Nothing was written."""

    code = "output_scope_violation"


class Unauthorized(Refused):
    """The caller did not show a valid token."""

    code = "unauthorized"
    status = 401


class Conflict(AuleError):
    """The thing changed since it was looked at."""

    code = "conflict"
    status = 409


class ChangedMeanwhile(Conflict):
    """Something is no longer what it was when it was read. Nothing was written."""

    code = "changed_meanwhile"


class Fenced(Conflict):
    """Somebody else drives the run now; what its former owner still has to say no longer counts."""

    code = "fenced"


class TooLarge(AuleError):
    """More than the documented limit."""

    code = "too_large"
    status = 413
    exit_code = 2


class Unavailable(AuleError):
    """A part that is needed for this is not there now."""

    code = "unavailable"
    status = 503


class AppUnavailable(Unavailable):
    """The code of an app cannot be loaded, or says otherwise than was told of it; all other apps work."""

    code = "app_unavailable"


class ModelUnavailable(Unavailable):
    """No model that could do this is connected, or it did not answer."""

    code = "modelo_indisponivel"
    exit_code = 6


class StorageFailed(Unavailable):
    """The database cannot be used now. That is no failure of what somebody was doing with it."""

    code = "storage_failed"


class StorageInterrupted(StorageFailed):
    """The connection to the database broke before anything was written, so the same can be tried again."""


class DiskFull(Unavailable):
    """There is no room left on the disk; nothing was half written."""

    code = "disk_full"
    status = 507


class ReadOnly(Unavailable):
    """A file or folder that has to be written to cannot be."""

    code = "read_only"


class Busy(Unavailable):
    """Another process holds the data directory."""

    code = "busy"


class BudgetReached(AuleError):
    """A limit on turns, tokens, cost or time was reached."""

    code = "budget_reached"
    status = 429
    recoverable = False


class Cancelled(AuleError):
    """Stopped on request."""

    code = "cancelled"
    exit_code = 130
    recoverable = False


class TimedOut(AuleError):
    """It took longer than it may."""

    code = "timeout"
    status = 504
    exit_code = 7


class Unsuccessful(AuleError):
    """It came to its end without success; what it gave back is kept beside the error.

    How it ended is known, so it may be tried again although it had an effect.
    """

    code = "unsuccessful"

    def __init__(self, message: str, *, given: object, **more: Any) -> None:
        super().__init__(message, **more)
        self.given = given
        """What the capability gives back all the same, of the type it declares."""


class CommandFailed(Unsuccessful):
    """A command ended with an exit code that stands for failure, or was ended."""

    code = "command_failed"


class PartlyDone(Unsuccessful):
    """Some of it was done and some was not; doing all of it again would do the first part twice."""

    code = "partly_done"
    recoverable = False


class Corrupt(AuleError):
    """Stored data cannot be read; it was left exactly as it is."""

    code = "corrupt"
    status = 500
    recoverable = False


def reported(problem: Problem) -> Report:
    """Return a problem as plain JSON."""
    return cast("Report", problem.model_dump(mode="json"))


def storage_error(problem: BaseException) -> AuleError | None:
    """Return a full disk or a place that cannot be written to, as an error a person can act on.

    None for anything else.
    """
    if not isinstance(problem, OSError):
        return None
    place = f" for {problem.filename!r}" if isinstance(problem.filename, str) else ""
    match problem.errno:
        case errno.ENOSPC | errno.EDQUOT | errno.EFBIG:
            return DiskFull(
                f"There is no room left on the disk{place}. Nothing was half written.",
                hint="Free some space and try again; nothing has to be started anew.",
            )
        case errno.EROFS | errno.EACCES | errno.EPERM:
            return ReadOnly(
                f"The system does not let auleOS write{place}: {problem.strerror}.",
                hint="Make the data directory and the project writable, or choose another one with AULE_HOME.",
            )
        case _:
            return None
