import { ArrowUpRight, FileText, Library } from "lucide-react";
import { useMemo } from "react";
import { Link } from "wouter";

import type { Message, Passage } from "@/api";
import { useT } from "@/i18n";
import { EmptyState, ForeignText } from "@/ui";
import { useFollow } from "./answer/MarkChip";
import { OpenSource } from "./answer/OpenSource";
import { excerptOf } from "./excerpt";
import { usedIn } from "./used";

/** The documents a conversation rests on: what was bound to questions, and every passage an answer cites. */
export function TalkDocuments({ messages }: { readonly messages: readonly Message[] }) {
  const t = useT();
  const used = useMemo(() => usedIn(messages), [messages]);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="relative min-h-0 flex-1 overflow-y-auto p-2.5">
        {used.length === 0 ? (
          <EmptyState icon={Library} title={t("documents.empty")}>
            {t("documents.empty.about")}
          </EmptyState>
        ) : (
          <ul aria-label={t("documents.title")} className="flex flex-col gap-2">
            {used.map(({ id, title, passages }) => (
              <li key={id} className="overflow-hidden rounded-md border border-line bg-raised shadow-raised">
                <Link href={`/knowledge/d/${id}`} className="flex items-center gap-2 px-3 py-2 text-sm font-medium -outline-offset-2 hover:bg-hover">
                  <FileText aria-hidden className="size-4 shrink-0 text-muted" />
                  <span className="min-w-0 flex-1 truncate">{title}</span>
                  <span className="shrink-0 text-2xs font-normal text-muted">
                    {passages.length === 0 ? t("documents.bound") : t("documents.used", { count: passages.length })}
                  </span>
                </Link>
                {passages.map((passage) => (
                  <Quoted key={passage.path} passage={passage} />
                ))}
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className="border-t border-line px-4 py-2 text-xs text-muted">
        <Link href="/knowledge" className="inline-flex items-center gap-1 rounded-sm hover:text-fg">
          {t("documents.open")}
          <ArrowUpRight aria-hidden className="size-3" />
        </Link>
      </p>
      <OpenSource />
    </div>
  );
}

function Quoted({ passage }: { readonly passage: Passage }) {
  const t = useT();
  const follow = useFollow(passage);
  return (
    <a href={passage.path} aria-label={passage.page === null ? passage.title : t("sources.passage.page", { title: passage.title, page: passage.page })} onClick={follow} className="flex gap-2.5 border-t border-line px-3 py-1.5 text-xs -outline-offset-2 hover:bg-hover">
      {passage.page !== null && <span className="shrink-0 font-medium tabular-nums">{t("knowledge.page.short", { page: passage.page })}</span>}
      <span className="line-clamp-2 min-w-0 text-muted">
        <ForeignText still>{excerptOf(passage.text, passage.section)}</ForeignText>
      </span>
    </a>
  );
}
