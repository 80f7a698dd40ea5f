import { ArrowUpRight, History } from "lucide-react";
import { Link } from "wouter";

import { itemsOf, useConversationChanges } from "@/api";
import { useT } from "@/i18n";
import { Rows, RowsSkeleton, Trouble } from "@/stage";
import { useComposer } from "@/state";
import { Button, EmptyState } from "@/ui";
import { HistoryRow } from "./HistoryRow";
import type { Chat } from "./model";

/** What was changed in this conversation, each with its way back. */
export function HistoryTab({ chat }: { readonly chat: Chat | null }) {
  const t = useT();
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="relative min-h-0 flex-1 overflow-y-auto p-2.5">
        {chat === null ? <NothingYet /> : <Changes id={chat.conversation} />}
      </div>
      <p className="border-t border-line px-4 py-2 text-xs text-muted">
        <Link href="/history" className="inline-flex items-center gap-1 rounded-sm hover:text-fg">
          {t("chat.history.all")}
          <ArrowUpRight aria-hidden className="size-3" />
        </Link>
      </p>
    </div>
  );
}

function Changes({ id }: { readonly id: string }) {
  const t = useT();
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useConversationChanges(id);
  if (isPending) return <RowsSkeleton />;
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  const changes = itemsOf(data);
  if (changes.length === 0) return <NothingYet />;
  return (
    <>
      <Rows label={t("chat.tab.history")}>
        {changes.map((change) => (
          <HistoryRow key={change.id} change={change} />
        ))}
      </Rows>
      {hasNextPage && (
        <Button tone="quiet" size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="mx-auto mt-2 flex">
          {t("words.more")}
        </Button>
      )}
    </>
  );
}

function NothingYet() {
  const t = useT();
  const fill = useComposer((state) => state.fill);
  return (
    <EmptyState icon={History} title={t("chat.history.empty")} action={<Button onClick={() => fill(t("chat.empty.note"))}>{t("chat.history.try")}</Button>}>
      {t("chat.history.example", { example: t("chat.empty.note") })}
    </EmptyState>
  );
}
