import { ChevronRight, Target } from "lucide-react";
import { useId, useMemo, useState } from "react";

import { itemsOf, useMemories } from "@/api";
import { useT } from "@/i18n";
import { PHONE } from "@/state";
import { classes, ForeignText, useMedia } from "@/ui";
import { inMind, plainly } from "./context";
import { ContextRow } from "./ContextRow";

interface TalkContextProps {
  /** What the person asked for; once a plan runs, its objective stands here. */
  readonly objective: string;
  /** The run of the plan that was carried out last, if one was. */
  readonly run: string | null;
}

/** What is in mind in a talk that works by plans, from the first words on: what is to be reached, each step, what came of it. */
export function TalkContext({ objective, run }: TalkContextProps) {
  const t = useT();
  const id = useId();
  const phone = useMedia(PHONE);
  const [wished, wish] = useState<boolean | null>(null);
  const open = wished ?? !phone;
  return (
    <section aria-label={t("plans.talk.context")} className="shrink-0 border-b border-line bg-panel">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => wish(!open)}
        className="flex h-8 w-full items-center gap-1 px-2.5 text-xs font-medium text-muted hover:text-fg"
      >
        <ChevronRight aria-hidden className={classes("size-3.5 shrink-0 transition-transform duration-100", open && "rotate-90")} />
        <span className="shrink-0">{t("plans.context")}</span>
        {!open && (
          <span className="min-w-0 truncate font-normal">
            <ForeignText>{objective}</ForeignText>
          </span>
        )}
      </button>
      {open && (
        <div id={id} tabIndex={0} role="group" aria-label={t("plans.context")} className="max-h-40 overflow-y-auto pb-1">
          {run === null ? <Objective>{objective}</Objective> : <InMind run={run} objective={objective} />}
        </div>
      )}
    </section>
  );
}

function InMind({ run, objective }: { readonly run: string; readonly objective: string }) {
  const t = useT();
  const { data } = useMemories({ layer: "working", scope: `run:${run}` });
  const items = useMemo(() => inMind(itemsOf(data)), [data]);
  if (items.length === 0) return <Objective>{objective}</Objective>;
  return (
    <ul aria-label={t("plans.context")}>
      {items.map((item) => (
        <ContextRow key={item.id} item={item} />
      ))}
    </ul>
  );
}

function Objective({ children }: { readonly children: string }) {
  const t = useT();
  return (
    <p className="flex items-start gap-2 px-3 py-2 text-sm">
      <Target role="img" aria-label={t("chat.memory.kind.objective")} className="mt-[3px] size-3.5 shrink-0 text-accent-text" />
      <span className="line-clamp-3 min-w-0 break-words">
        <ForeignText>{plainly(children)}</ForeignText>
      </span>
    </p>
  );
}
