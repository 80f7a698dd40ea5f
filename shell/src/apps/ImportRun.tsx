import { CircleSlash } from "lucide-react";
import type { ReactNode } from "react";

import { Problem, type RunDetail, useRun } from "@/api";
import { isFinal, StopButton, useRunEvents } from "@/runs";
import { Trouble } from "@/stage";
import { Button, Card, Progress, Skeleton } from "@/ui";
import { outcomeIn, progressIn } from "./outcome";

interface ImportRunProps<T> {
  readonly run: string;
  readonly words: {
    readonly running: string;
    readonly about: string;
    readonly stopped: string;
    readonly failed?: string;
    /** The button that begins with another file. */
    readonly other: string;
  };
  readonly onAgain: () => void;
  /** What came of it. */
  readonly children: (outcome: T) => ReactNode;
}

/** The last step of an import: how far it is, a way to stop it, and what came of it. Whoever reloads finds it again. */
export function ImportRun<T>(props: ImportRunProps<T>) {
  const { data: detail, error, refetch } = useRun(props.run);
  if (detail === undefined) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-28 rounded-lg" />;
  return <Known key={detail.run.id} detail={detail} {...props} />;
}

function Known<T>({ detail, words, onAgain, children }: ImportRunProps<T> & { readonly detail: RunDetail }) {
  const events = useRunEvents(detail);
  const outcome = outcomeIn(events) as T | undefined;
  if (outcome !== undefined) return children(outcome);
  if (isFinal(detail.run)) {
    const problem = detail.run.error ?? null;
    return (
      <div className="flex flex-col items-start gap-4">
        {detail.run.status === "cancelled" || problem === null ? (
          <Card role="status" className="flex w-full items-start gap-2.5 px-5 py-4 text-sm text-fg">
            <CircleSlash aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
            {detail.run.status === "cancelled" ? words.stopped : (words.failed ?? words.stopped)}
          </Card>
        ) : (
          <div className="w-full">
            {words.failed && <p className="mb-2 text-sm text-fg">{words.failed}</p>}
            <Trouble error={Problem.from(0, { ...problem, detail: problem.message })} />
          </div>
        )}
        <Button onClick={onAgain}>{words.other}</Button>
      </div>
    );
  }
  const { message, fraction } = progressIn(events);
  return (
    <Card className="flex flex-col gap-3 px-5 py-5">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="text-md font-medium text-fg">{words.running}</p>
          <p role="status" className="truncate text-sm text-muted tabular-nums">
            {message ?? words.about}
          </p>
        </div>
        <StopButton run={detail.run} size="md" />
      </div>
      <Progress value={fraction} label={words.running} />
    </Card>
  );
}
