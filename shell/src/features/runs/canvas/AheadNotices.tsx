import { GitCompareArrows, Lock } from "lucide-react";

import { titleOf } from "@/flow";
import { useT } from "@/i18n";
import { Button, CopyButton } from "@/ui";
import type { AheadDraft } from "./useAhead";

interface AheadNoticesProps {
  readonly drawn: AheadDraft;
  readonly isWaiting: boolean;
  readonly isOver: boolean;
}

/** What is drawn here, and what came of it because the run went on meanwhile. */
export function AheadNotices({ drawn: { lost, clashing, dismiss }, isWaiting, isOver }: AheadNoticesProps) {
  const t = useT();
  return (
    <>
      <p role="note" className="flex gap-2 rounded-md border border-line bg-raised px-3 py-2 text-sm text-fg">
        <Lock aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
        {t(isWaiting ? "runs.ahead.about" : isOver ? "runs.ahead.over" : "runs.ahead.on")}
      </p>
      {(lost.length > 0 || clashing.length > 0) && (
        <section role="alert" className="flex flex-col gap-2 rounded-md border border-line-strong bg-warn-soft p-3 text-sm text-fg">
          {clashing.length > 0 && (
            <p className="flex gap-2">
              <GitCompareArrows aria-hidden className="mt-0.5 size-4 shrink-0 text-warn-text" />
              {t("runs.ahead.clash", { steps: clashing.join(", ") })}
            </p>
          )}
          {lost.map(({ id, was, mine }) => (
            <p key={id} className="flex flex-wrap items-center gap-2">
              <Lock aria-hidden className="size-4 shrink-0 text-warn-text" />
              {t(mine === null ? "runs.ahead.lost.removed" : "runs.ahead.lost", { step: titleOf(was) })}
              {mine !== null && <CopyButton text={JSON.stringify(mine, null, 2)} label={t("runs.ahead.lost.copy")} />}
            </p>
          ))}
          <Button size="sm" className="self-end" onClick={dismiss}>
            {t("runs.ahead.lost.seen")}
          </Button>
        </section>
      )}
    </>
  );
}
