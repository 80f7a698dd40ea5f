/** What can be done with a run as it stands. Pure. */

import type { Run, RunCommand } from "@/api";

/** The commands that make sense now, the one most wanted first. */
export function commandsOf({ status }: Pick<Run, "status">): readonly RunCommand[] {
  switch (status) {
    case "queued":
    case "executing":
    case "waiting":
      return ["pause"];
    case "paused":
      return ["resume"];
    case "failed":
    case "done_with_failures":
    case "cancelled":
      return ["retry", "rerun"];
    case "done":
      return ["rerun"];
  }
}

/** Whether a run that can do this stands still until somebody does it. */
export const isWanted = (command: RunCommand): boolean => command === "resume" || command === "retry";

/** What a command is called: in a run that was stopped nothing failed, it goes on where it was left. */
export const wordOf = (command: RunCommand, { status }: Pick<Run, "status">) =>
  command === "retry" && status === "cancelled" ? "runs.command.retry.stopped" : (`runs.command.${command}` as const);
