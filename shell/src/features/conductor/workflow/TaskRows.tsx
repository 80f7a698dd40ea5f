import { Link } from "wouter";

import type { PlannedTask, TaskResult } from "@/api";
import { useI18n } from "@/i18n";
import { wordsOf } from "@/runs";
import { Rows } from "@/stage";
import { Badge, type Status, StatusDot } from "@/ui";
import { Scope } from "../Scope";

interface TaskRowsProps {
  readonly tasks: readonly PlannedTask[];
  /** How each ended, once it ran. */
  readonly results: readonly TaskResult[];
}

const DOTS: Readonly<Record<TaskResult["status"], Status>> = {
  done: "ok",
  failed: "bad",
  skipped: "off",
  waiting: "wait",
  pending: "idle",
  running: "run",
};

/** The tasks in the order they run, each with whom, where and under which policy; and how it ended. */
export function TaskRows({ tasks, results }: TaskRowsProps) {
  const { t } = useI18n();
  return (
    <Rows label={t("conductor.flow.tasks")}>
      {tasks.map((task, index) => (
        <Task key={task.id} task={task} number={index + 1} result={results.find(({ id }) => id === task.id)} />
      ))}
    </Rows>
  );
}

interface TaskProps {
  readonly task: PlannedTask;
  readonly number: number;
  readonly result: TaskResult | undefined;
}

function Task({ task, number, result }: TaskProps) {
  const { t, format } = useI18n();
  return (
    <div className="flex items-start gap-3 px-4 py-2.5 text-sm">
      {result ? (
        <StatusDot status={DOTS[result.status]} label={t(`conductor.task.${result.status}`)} className="mt-[5px]" />
      ) : (
        <span className="w-4 shrink-0 text-right text-muted tabular-nums">{number}</span>
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium text-fg">{task.id}</span>
          <span className="text-xs break-all text-muted">{task.agent ?? t(`conductor.task.kind.${task.kind}`)}</span>
          {(task.reused || result?.reused) && <Badge>{t("conductor.task.reused")}</Badge>}
          {task.on_write && <Badge>{t(`conductor.onwrite.${task.on_write}.short`)}</Badge>}
          {task.exec && task.exec !== "off" && <Badge>{t(`conductor.exec.${task.exec}.short`)}</Badge>}
        </p>
        {task.needs.length > 0 && <p className="text-xs text-muted">{t("conductor.task.needs", { tasks: format.all(task.needs) })}</p>}
        {task.scope.length > 0 && <Scope globs={task.scope} />}
        {task.outputs.length > 0 && <p className="font-mono text-2xs break-all text-muted">→ {task.outputs.join(", ")}</p>}
        {task.check && <p className="font-mono text-2xs break-all text-muted">$ {task.check}</p>}
        {result?.error && <p className="text-xs text-bad-text">{wordsOf(result.error, t)}</p>}
        {result?.answer && <p className="line-clamp-3 text-xs break-words text-fg">{result.answer}</p>}
        {result && <Traces ids={[...result.changes, ...result.proposals]} proposals={result.proposals.length} />}
      </div>
    </div>
  );
}

/** The way to what a task changed or would change. */
function Traces({ ids, proposals }: { readonly ids: readonly string[]; readonly proposals: number }) {
  const { t } = useI18n();
  if (ids.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-3 text-xs leading-6">
      {ids.map((id, index) => (
        <li key={id}>
          <Link href={`/history/${id}`} className="rounded-sm text-accent-text underline-offset-2 hover:underline">
            {t(index >= ids.length - proposals ? "conductor.task.proposal" : "conductor.task.change", { number: String(index + 1) })}
          </Link>
        </li>
      ))}
    </ul>
  );
}
