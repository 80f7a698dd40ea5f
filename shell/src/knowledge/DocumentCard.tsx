import { Check, RotateCw } from "lucide-react";
import type { KeyboardEvent, MouseEvent } from "react";
import { Link } from "wouter";

import { type KnowledgeDocument, useReindexDocument } from "@/api";
import { hintOf, messageOf, useI18n } from "@/i18n";
import { tellTrouble } from "@/stage";
import { Button, classes, RelativeTime } from "@/ui";
import { Cover } from "./Cover";
import { documentPath, looksOf } from "./kinds";
import { ReadingProgress } from "./ReadingProgress";

interface DocumentCardProps {
  readonly document: KnowledgeDocument;
  readonly tabIndex: 0 | -1;
  readonly chosen: boolean;
  /** Whether some are chosen already: then a click chooses more instead of opening. */
  readonly choosing: boolean;
  readonly onChoose: (id: string, range: boolean) => void;
}

/** One document: its first page, what it is called, how it stands. Enter opens it, Space chooses it. */
export function DocumentCard({ document, tabIndex, chosen, choosing, onChoose }: DocumentCardProps) {
  const { t } = useI18n();
  const { icon: Icon } = looksOf(document.kind);
  const { id, title } = document;
  const press = (event: KeyboardEvent) => {
    if (event.key !== " ") return;
    event.preventDefault();
    onChoose(id, event.shiftKey);
  };
  const click = (event: MouseEvent) => {
    if (!choosing && !event.shiftKey) return;
    event.preventDefault();
    onChoose(id, event.shiftKey);
  };
  return (
    <div
      data-document={id}
      className={classes(
        "group/tile relative overflow-hidden rounded-lg border bg-raised shadow-raised transition-[border-color,box-shadow] duration-100",
        chosen ? "border-accent ring-1 ring-accent" : "border-line hover:border-line-strong",
      )}
    >
      <Link
        href={documentPath(id)}
        tabIndex={tabIndex}
        aria-label={title}
        aria-description={chosen ? t("knowledge.chosen") : undefined}
        onClick={click}
        onKeyDown={press}
        className="block rounded-t-[11px] -outline-offset-2"
      >
        <Cover document={document} className="aspect-[16/11] border-b border-line" />
        <span className="flex items-center gap-1.5 px-3 pt-2 text-sm font-medium text-fg">
          <Icon aria-hidden className="size-3.5 shrink-0 text-muted" />
          <span className="min-w-0 truncate" title={title}>
            {title}
          </span>
        </span>
      </Link>
      <div className="flex h-[60px] flex-col px-3 pt-0.5 pb-2.5">
        <Standing document={document} />
      </div>
      <button
        type="button"
        role="checkbox"
        aria-checked={chosen}
        aria-label={t("knowledge.choose", { name: title })}
        tabIndex={-1}
        onClick={(event) => onChoose(id, event.shiftKey)}
        className={classes(
          "absolute top-2 right-2 inline-flex size-6 items-center justify-center rounded-sm border shadow-raised transition-opacity duration-100",
          chosen ? "border-accent bg-accent text-on-accent" : "border-line-strong bg-raised text-transparent hover:text-muted",
          !chosen && !choosing && "opacity-0 group-focus-within/tile:opacity-100 group-hover/tile:opacity-100 pointer-coarse:opacity-100",
        )}
      >
        <Check aria-hidden strokeWidth={2.5} className="size-3.5" />
      </button>
    </div>
  );
}

/** How a document stands: being read, ready, or why it could not be read and what to do about it. */
function Standing({ document }: { readonly document: KnowledgeDocument }) {
  const { t, format } = useI18n();
  if (document.state === "waiting") return <ReadingProgress document={document} />;
  if (document.state === "failed") return <Failed document={document} />;
  return (
    <div className="text-2xs text-muted">
      <p className="truncate" title={document.name}>
        {document.name}
      </p>
      <p className="truncate tabular-nums">
        {t("knowledge.pages", { count: document.pages })} · {format.bytes(document.size)}
      </p>
      <RelativeTime iso={document.added_at} className="block truncate tabular-nums" />
    </div>
  );
}

/** That it could not be read: what is wrong stands on its cover, for those who see it. */
function Failed({ document }: { readonly document: KnowledgeDocument }) {
  const { t } = useI18n();
  const again = useReindexDocument();
  const problem = document.problem && { ...document.problem, subject: document.title };
  return (
    <>
      <p className="sr-only">{problem ? [messageOf(problem, t), hintOf(problem, t)].filter(Boolean).join(" ") : t("reader.failed")}</p>
      <Button
        size="sm"
        icon={RotateCw}
        busy={again.isPending}
        className="mt-1 self-start"
        onClick={() => again.mutate(document.id, { onError: (error) => tellTrouble(error, t) })}
      >
        {t("knowledge.retry")}
      </Button>
    </>
  );
}
