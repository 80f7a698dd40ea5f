"""A worker on DBOS: takes empty workflows from a queue until it is stopped; or a client that puts them in."""

from __future__ import annotations

import sys
import time

from dbos import DBOS, DBOSClient, DBOSConfig

QUEUE = "items"
QUIET: DBOSConfig = {"name": "bench", "console_log_level": "CRITICAL", "enable_otlp": False, "application_version": "1"}


@DBOS.workflow(name="item")
def item() -> None:
    """Do nothing."""


def work(url: str, name: str, polling: float) -> None:
    """Take items, as many at once as ours."""
    DBOS(config={**QUIET, "system_database_url": url, "executor_id": name})
    DBOS.launch()
    DBOS.register_queue(QUEUE, worker_concurrency=8, polling_interval_sec=polling)
    print("ready", flush=True)
    sys.stdin.read()


def ask(url: str) -> None:
    """Put in as many items as a line says, and tell when all of them are done."""
    client = DBOSClient(system_database_url=url)
    print("ready", flush=True)
    for line in sys.stdin:
        began = time.perf_counter()
        options = {"workflow_name": "item", "queue_name": QUEUE, "app_version": "1"}
        handles = [client.enqueue(options) for _ in range(int(line))]  # type: ignore[arg-type]
        for handle in handles:
            handle.get_result(polling_interval_sec=0.005)
        print(time.perf_counter() - began, flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "work":
        work(sys.argv[2], sys.argv[3], float(sys.argv[4]))
    else:
        ask(sys.argv[2])
