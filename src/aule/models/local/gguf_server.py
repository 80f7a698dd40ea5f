"""The child process of an embedded model: llama.cpp on a loopback port, until its parent lets go.

It reads one JSON line (`path`, `key`, `context`), writes one (`url` or `error`), and ends when its input ends.
"""

from __future__ import annotations

import importlib
import json
import sys
from typing import Any


def serve() -> None:
    """Load the model, tell the address, and wait for the parent to leave."""
    wanted: dict[str, Any] = json.loads(sys.stdin.readline())
    try:
        server = _start(wanted)
        told = {"url": f"{server.listening_address}/v1"}
    except Exception as error:  # the door of this process: whatever went wrong is told to the parent
        told = {"error": f"{type(error).__name__}: {error}"}
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()
    if "url" in told:
        sys.stdin.read()


def _start(wanted: dict[str, Any]) -> Any:
    xllamacpp: Any = importlib.import_module("xllamacpp")  # the extra `llamacpp`

    settings = xllamacpp.CommonParams()
    settings.model.path = wanted["path"]
    settings.hostnames = ["127.0.0.1"]
    settings.port = 0
    settings.api_keys = [wanted["key"]]
    settings.offline = True
    settings.use_jinja = True
    settings.ui = False
    settings.n_ctx = wanted["context"]
    settings.n_parallel = 1
    # A prompt that does not fit is refused, not shifted out of sight.
    settings.ctx_shift = False
    return xllamacpp.Server(settings)


if __name__ == "__main__":
    serve()
