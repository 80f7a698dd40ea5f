import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";

import type { Approval } from "@/api";
import { useT } from "@/i18n";
import { Rows } from "@/stage";
import { Button, classes, Kbd } from "@/ui";
import { Detail } from "./Detail";
import { InboxRow } from "./InboxRow";
import { useInbox } from "./useInbox";

interface InboxProps {
  readonly approvals: readonly Approval[];
  readonly selected: string | undefined;
  readonly onMore: (() => void) | undefined;
}

/** The list, and the one that is open beside it; on narrow stages one of the two. */
export function Inbox({ approvals, selected, onMore }: InboxProps) {
  const t = useT();
  const [kept, keep] = useState<string>();
  // What comes meanwhile takes its place in the list, never that of the card somebody is reading.
  const open = selected ?? approvals.find(({ id }) => id === kept)?.id ?? approvals[0]?.id;
  if (open !== kept) keep(open);
  useInbox(approvals, open);
  return (
    <div className="@container">
      <div className="grid items-start gap-5 @[680px]:grid-cols-[minmax(220px,300px)_minmax(0,1fr)]">
        <div className={classes("flex flex-col gap-3", selected !== undefined && "@max-[680px]:hidden")}>
          <Rows label={t("approvals.list")}>
            {approvals.map((approval) => (
              <InboxRow key={approval.id} approval={approval} selected={approval.id === open} />
            ))}
          </Rows>
          {onMore && (
            <Button tone="quiet" size="sm" onClick={onMore}>
              {t("words.more")}
            </Button>
          )}
          <Keys />
        </div>
        <div className={classes("min-w-0", selected === undefined && "@max-[680px]:hidden")}>
          <Link
            href="/approvals"
            className="mb-3 inline-flex items-center gap-1.5 text-sm text-muted hover:text-fg @[680px]:hidden"
          >
            <ArrowLeft aria-hidden className="size-4" />
            {t("approvals.back")}
          </Link>
          {open !== undefined && <Detail key={open} id={open} />}
        </div>
      </div>
    </div>
  );
}

const KEYS = { next: "J", previous: "K", approve: "A", deny: "D", open: "↵" } as const;

/** The keys of the inbox, shown as keys inside the sentence that explains them. */
function Keys() {
  const t = useT();
  const marks = { next: "{next}", previous: "{previous}", approve: "{approve}", deny: "{deny}", open: "{open}" };
  const pieces = t("approvals.keys", marks).split(/\{(\w+)\}/);
  return (
    <p className="px-1 text-xs leading-5 text-muted max-md:hidden">
      {pieces.map((piece, index) => (index % 2 === 0 ? piece : <Kbd key={piece}>{KEYS[piece as keyof typeof KEYS]}</Kbd>))}
    </p>
  );
}
