"""Exit codes: how a command ended, for scripts."""

from __future__ import annotations

from enum import IntEnum

from aule.contracts.errors import AuleError, Report


class ExitCode(IntEnum):
    """What a command's exit code means."""

    OK = 0
    FAILED = 1
    USAGE = 2
    SCOPE_VIOLATION = 3
    APPROVAL_MISSING = 4
    ENVIRONMENT_NOT_CONFIRMED = 5
    MODEL_FAILURE = 6
    TIMEOUT = 7
    INTERRUPTED = 130


MEANINGS = {
    ExitCode.OK: "It worked.",
    ExitCode.FAILED: "It was tried and failed.",
    ExitCode.USAGE: "The command or the configuration cannot be understood.",
    ExitCode.SCOPE_VIOLATION: "Something outside the allowed scope was reached for; nothing was written.",
    ExitCode.APPROVAL_MISSING: "A person has to approve or answer first, or said no; the result names the approval.",
    ExitCode.ENVIRONMENT_NOT_CONFIRMED: "A protected environment was not confirmed.",
    ExitCode.MODEL_FAILURE: "No model could do it, or the model did not answer.",
    ExitCode.TIMEOUT: "It took longer than allowed.",
    ExitCode.INTERRUPTED: "It was stopped with Ctrl-C.",
}

_BY_STATUS = {400: 2, 401: 4, 403: 4, 404: 2, 412: 1, 413: 2, 415: 2, 422: 2, 428: 2, 504: 7}


class Reported(AuleError):
    """A problem as the API reported it."""

    def __init__(self, report: Report, status: int | None = None) -> None:
        super().__init__(report["message"])
        self.report = report
        self.http_status = status


def exit_code(error: AuleError) -> int:
    """The exit code for an error, raised here or reported by the API."""
    if isinstance(error, Reported):
        return code_of(error.report, error.http_status)
    return error.exit_code


def code_of(problem: Report, status: int | None = None) -> int:
    """The exit code for a problem: by its code, else by the HTTP status it came with."""
    known = _by_code(AuleError)
    if problem["code"] in known:
        return known[problem["code"]]
    return _BY_STATUS.get(status or 0, ExitCode.FAILED)


def _by_code(kind: type[AuleError]) -> dict[str, int]:
    found = {kind.code: kind.exit_code}
    for narrower in kind.__subclasses__():
        if narrower is not Reported:
            found |= _by_code(narrower)
    return found
