import { Check, FileClock, FileMinus, FilePen, FilePlus, X } from "lucide-react";
import { useId, useRef } from "react";
import { Link } from "wouter";

import type { Change } from "@/api";
import { useT } from "@/i18n";
import { EnvironmentBand, Trouble } from "@/stage";
import { Button, Checkbox, classes, ForeignText, LongBox, RelativeTime, showUnseen, Skeleton, UnseenContext, useUnseenParts } from "@/ui";
import { UnseenNote, unseenNoteOf } from "../UnseenNote";
import { HELD } from "../useDecision";
import { pathIn, standing } from "./choice";
import { HunkLines } from "./HunkLines";
import { useProposal } from "./useProposal";
import { useWide } from "./useWide";

interface ProposalCardProps {
  readonly change: Change;
  /** The name of who proposed it. */
  readonly who?: string;
  /** Whether its environment is one where a mistake is dear. */
  readonly isProtected?: boolean;
  /** Whether it stands on the page of its run: then no way leads there. */
  readonly atHome?: boolean;
}

/** Wide enough for before and after beside each other. */
const SPLIT = 720;

/** A change that an agent would make: piece by piece, to adopt or to drop. Nothing is written before. */
export function ProposalCard({ change, who, isProtected = false, atHome = false }: ProposalCardProps) {
  const t = useT();
  const id = useId();
  const card = useRef<HTMLElement>(null);
  const split = useWide(card, SPLIT);
  const proposal = useProposal(change);
  const unseen = useUnseenParts();
  const { diff, hunks, chosen } = proposal;
  const path = pathIn(change);
  const Icon = change.after === null ? FileMinus : change.before === null ? FilePlus : FilePen;
  return (
    <UnseenContext value={unseen}>
      <section
        ref={card}
        aria-labelledby={id}
        className={classes("flex flex-col overflow-hidden rounded-lg border bg-raised shadow-raised", isProtected ? "border-danger" : "border-line")}
      >
        {change.environment && <EnvironmentBand name={change.environment} isProtected={isProtected} />}
        <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-3.5 py-2.5">
          <Icon aria-hidden className="size-4 shrink-0 text-muted" />
          <h3 id={id} className="min-w-0 flex-1 font-mono text-xs font-medium wrap-anywhere text-fg">
            <ForeignText place="name">{path}</ForeignText>
          </h3>
          <p className="flex shrink-0 flex-wrap gap-x-1.5 text-xs leading-6 text-muted">
            {change.after === null && <span className="text-bad-text">{t("decisions.proposal.deletes")} ·</span>}
            {who && <span>{t("decisions.proposal.by", { who })} ·</span>}
            <RelativeTime iso={change.ts} />
            {change.run !== null && !atHome && (
              <Link href={`/activity/${change.run}`} className="rounded-sm text-accent-text underline-offset-2 hover:underline">
                {t("decisions.proposal.run")}
              </Link>
            )}
          </p>
        </header>
        {proposal.since && (
          <p role="alert" className="flex gap-2 bg-warn-soft px-3.5 py-2 text-xs text-warn-text">
            <FileClock aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            {t("decisions.proposal.since")}
          </p>
        )}
        {diff.data === undefined ? (
          <div className="px-3.5 pb-3">{diff.error ? <Trouble error={diff.error} onRetry={() => void diff.refetch()} /> : <Skeleton className="h-24 w-full" />}</div>
        ) : hunks.length === 0 ? (
          <p className="border-t border-line px-3.5 py-3 text-sm text-muted">{t(`decisions.proposal.${diff.data.note ?? "same"}`)}</p>
        ) : (
          <div className="border-t border-line bg-panel">
            <LongBox label={t("decisions.diff.label")} lines={hunks.reduce((sum, { lines }) => sum + lines.length, 0)}>
              {split && (
                <p aria-hidden className="grid grid-cols-2 text-2xs text-muted">
                  <span className="px-3.5 py-1">{t("decisions.proposal.before")}</span>
                  <span className="border-l border-line px-3.5 py-1">{t("decisions.proposal.after")}</span>
                </p>
              )}
              {hunks.map((hunk) => (
                <div key={hunk.index} className={classes("border-t border-line first:border-t-0", !chosen.has(hunk.index) && "[&_table]:opacity-60")}>
                  <div className="bg-hover px-3.5 py-0.5">
                    <Checkbox checked={chosen.has(hunk.index)} onChange={() => proposal.toggle(hunk.index)} className="text-xs">
                      {t("decisions.proposal.piece", { line: String(hunk.from) })}
                    </Checkbox>
                  </div>
                  <HunkLines hunk={hunk} split={split} />
                </div>
              ))}
            </LongBox>
          </div>
        )}
        {unseen.count > 0 && (
          <div className="border-t border-line px-3.5 pt-2.5">
            <UnseenNote id={id} card={() => card.current} />
          </div>
        )}
        <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-3.5 py-2.5">
          <span className="min-w-0 flex-1">
            {hunks.length > 1 && (
              <Checkbox checked={standing(chosen, hunks.length)} onChange={proposal.toggleAll}>
                {t("decisions.proposal.all")}
              </Checkbox>
            )}
          </span>
          <Button icon={X} busy={proposal.busy === "drop"} disabled={proposal.busy === "adopt"} onClick={proposal.drop}>
            {t("decisions.proposal.drop")}
          </Button>
          <Button
            tone="primary"
            icon={Check}
            busy={proposal.busy === "adopt"}
            disabled={diff.data === undefined || proposal.busy === "drop" || (hunks.length > 0 && chosen.size === 0)}
            onClick={() => showUnseen(card.current) || proposal.adopt()}
            {...(unseen.count > 0 ? HELD : undefined)}
            aria-describedby={unseen.count > 0 ? unseenNoteOf(id) : undefined}
          >
            {chosen.size < hunks.length ? t("decisions.proposal.adopt.some", { count: chosen.size }) : t("decisions.proposal.adopt")}
          </Button>
        </footer>
      </section>
    </UnseenContext>
  );
}
