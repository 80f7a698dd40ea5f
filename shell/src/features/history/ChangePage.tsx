import { ArrowLeft, FileQuestion } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";

import { type Change, isProblem, useChange } from "@/api";
import { UndoButton } from "@/decisions";
import { ProposalCard } from "@/decisions/proposals/ProposalCard";
import { useT } from "@/i18n";
import { Page, RowsSkeleton, Trouble } from "@/stage";
import { EmptyState, Skeleton } from "@/ui";
import { ChangeFacts } from "./ChangeFacts";
import { WhatChanged } from "./WhatChanged";

/** One change: who, when and how, what it looked like before and after, and the way back. */
export function ChangePage({ id }: { readonly id: string }) {
  const t = useT();
  const { data: change, error, refetch } = useChange(id);
  const back = (
    <Link href="/history" className="inline-flex items-center gap-1.5 rounded-sm text-sm text-muted hover:text-fg">
      <ArrowLeft aria-hidden className="size-4" />
      {t("history.back")}
    </Link>
  );
  if (change === undefined) {
    return (
      <Page title={t("history.title")} above={back}>
        {isProblem(error, "not_found") ? (
          <EmptyState icon={FileQuestion} title={t("history.missing")} />
        ) : error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <>
            <RowsSkeleton count={3} />
            <Skeleton className="h-40 rounded-lg" />
          </>
        )}
      </Page>
    );
  }
  const standing = change.status === "applied" && change.undone_by === null && change.undo.possible;
  return (
    <Page title={change.title} above={back} aside={standing && <UndoButton change={change} look="plain" />}>
      <Standing change={change} />
      {change.status === "proposed" && <ProposalCard change={change} />}
      <ChangeFacts change={change} />
      {change.status !== "proposed" && <WhatChanged change={change} />}
    </Page>
  );
}

/** Whether it still stands: what was taken back says so and offers the way forward again. */
function Standing({ change }: { readonly change: Change }) {
  const t = useT();
  const { data: taker } = useChange(change.undone_by);
  if (change.undone_by !== null) {
    return (
      <Remark words={t("history.was.undone")} href={`/history/${change.undone_by}`} link={t("history.was.undone.show")}>
        {taker && taker.undone_by === null && <UndoButton change={taker} look="plain" />}
      </Remark>
    );
  }
  if (change.undoes !== null) {
    return <Remark words={t("history.undoes")} href={`/history/${change.undoes}`} link={t("history.undoes.show")} />;
  }
  if (change.status === "unknown") return <Remark words={t("history.unknown")} />;
  if (change.status === "adopted" || change.status === "dropped") return <Remark words={t(`history.${change.status}`)} />;
  if (change.status === "proposed") return null;
  if (change.status === "void") return <Remark words={t("history.void")} />;
  if (!change.undo.possible) return <Remark words={t("history.fixed", { reason: change.undo.reason ?? "" })} />;
  return null;
}

interface RemarkProps {
  readonly words: string;
  readonly href?: string;
  readonly link?: string;
  readonly children?: ReactNode;
}

function Remark({ words, href, link, children }: RemarkProps) {
  return (
    <div role="note" className="-my-2 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-hover px-4 py-2 text-sm">
      <p className="min-w-0 flex-1 text-fg">
        {words}{" "}
        {href && (
          <Link href={href} className="rounded-sm text-accent-text underline-offset-2 hover:underline">
            {link}
          </Link>
        )}
      </p>
      {children}
    </div>
  );
}
