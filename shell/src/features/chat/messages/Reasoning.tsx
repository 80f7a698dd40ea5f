import { ChevronRight } from "lucide-react";
import { type ReactNode, Suspense, useId, useState } from "react";

import { type Translate, useI18n, whyOf } from "@/i18n";
import { classes, Spinner } from "@/ui";
import type { Chat, RunView } from "../model";
import { type Activity, activityOf, gistOf, isFinal, tokensOf } from "../select";
import { HowUnderstood } from "../understood";
import { TraceList } from "./TraceList";
import { useElapsed } from "./useElapsed";

interface ReasoningProps {
  readonly chat: Chat;
  readonly view: RunView;
  /** Stands beside the summary. */
  readonly children?: ReactNode;
}

/** How an answer came about: one line in plain words that unfolds into every step. */
export function Reasoning({ chat, view, children }: ReasoningProps) {
  const { t, format } = useI18n();
  const id = useId();
  const over = isFinal(view.run.status);
  const [wished, wish] = useState<boolean | null>(null);
  const elapsed = useElapsed(view.run.started_at, view.run.finished_at, !over && view.run.status !== "waiting");
  const gist = gistOf(chat, view);
  // What code understood is told beside its card: the steps would say it twice.
  const open = wished ?? (!over && view.model?.tier !== 0);
  const summary = over
    ? [
        gist.calls > 0 ? t("words.steps", { count: gist.calls }) : t("chat.steps.thought"),
        gist.children > 0 && t("chat.children", { count: gist.children }),
        gist.failed > 0 && t("chat.steps.failed", { count: gist.failed }),
        format.duration(elapsed),
      ]
        .filter(Boolean)
        .join(" · ")
    : `${activityText(activityOf(view), t)} ${view.run.status === "waiting" ? "" : format.duration(elapsed)}`;
  const empty = over && gist.calls === 0 && gist.children === 0 && !gist.thought && view.model === null && view.understood === null;
  if (empty) return null;
  return (
    <div className="text-xs text-muted">
      <div className="flex items-center gap-2">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => wish(!open)}
          className="-ml-1 flex min-w-0 items-center gap-1.5 rounded-sm px-1 py-0.5 tabular-nums hover:text-fg"
        >
          {over || view.run.status === "waiting" ? (
            <ChevronRight aria-hidden className={classes("size-3.5 shrink-0 transition-transform duration-100", open && "rotate-90")} />
          ) : (
            <Spinner className="shrink-0 text-accent-text" />
          )}
          <span className="truncate">{summary}</span>
        </button>
        {children}
      </div>
      <div id={id} hidden={!open}>
        {open && (
          <>
            {view.understood && (
              <div className="mt-1 ml-[7px] border-l border-line pl-3.5">
                <Suspense fallback={<div className="h-5" />}>
                  <HowUnderstood understood={view.understood} />
                </Suspense>
              </div>
            )}
            <TraceList chat={chat} view={view} />
            {over && view.model && (
              <p className="mt-1.5 ml-[7px] border-l border-line pl-3.5" title={whyOf(view.model, t)}>
                {[
                  view.model.tier === 0 ? t("tier.0") : view.model.name,
                  tokensOf(view) > 0 && t("chat.tokens", { count: tokensOf(view) }),
                  view.run.usage.cost > 0 && format.money(view.run.usage.cost),
                ]
                  .filter(Boolean)
                  .join(" · ")}
                <span className="block text-2xs">{whyOf(view.model, t)}</span>
              </p>
            )}
          </>
        )}
      </div>
    </div>
  );
}

/** What is going on, in words. */
export function activityText(activity: Activity, t: Translate): string {
  switch (activity.kind) {
    case "calling":
      return activity.call.progress?.message || `${activity.call.title}…`;
    case "waiting":
      return t("chat.waiting");
    case "thinking":
      return t("chat.thinking");
    case "writing":
      return t("chat.writing");
    case "queued":
      return t("chat.asleep");
    case "working":
      return t("chat.working");
  }
}
