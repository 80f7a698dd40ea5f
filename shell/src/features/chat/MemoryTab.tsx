import { ArrowUpRight, Brain } from "lucide-react";
import { Suspense } from "react";
import { Link } from "wouter";

import { useConversationMemory } from "@/api";
import { useT } from "@/i18n";
import { ContextOfRun } from "@/plans";
import { RowsSkeleton, Trouble } from "@/stage";
import { useComposer } from "@/state";
import { Button, EmptyState } from "@/ui";
import { MemoryRow } from "./MemoryRow";
import type { Chat } from "./model";
import { planRun } from "./select";

/** What is remembered in this conversation, open to correction. */
export function MemoryTab({ chat }: { readonly chat: Chat | null }) {
  const run = chat === null ? null : planRun(chat);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="relative min-h-0 flex-1 overflow-y-auto p-2.5">
        {run !== null && (
          <Suspense>
            <div className="mb-4 empty:hidden">
              <ContextOfRun run={run} quiet />
            </div>
          </Suspense>
        )}
        {chat === null ? <NothingYet /> : <InUse id={chat.conversation} apart={run} />}
      </div>
      <Footer />
    </div>
  );
}

/** What is remembered here; what a plan at work has in mind is shown apart. */
function InUse({ id, apart }: { readonly id: string; readonly apart: string | null }) {
  const t = useT();
  const { data, error, isPending, refetch } = useConversationMemory(id);
  if (isPending) return <RowsSkeleton />;
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  const shown = data.filter(({ item }) => item.scope !== `run:${apart}`);
  if (shown.length === 0) return apart === null ? <NothingYet /> : null;
  return (
    <ul aria-label={t("chat.tab.memory")} className="flex flex-col gap-2">
      {shown.map(({ item, runs }) => (
        <MemoryRow key={item.id} item={item} turns={runs.length} />
      ))}
    </ul>
  );
}

function NothingYet() {
  const t = useT();
  const fill = useComposer((state) => state.fill);
  return (
    <EmptyState icon={Brain} title={t("chat.memory.empty")} action={<Button onClick={() => fill(t("chat.empty.remember"))}>{t("chat.memory.try")}</Button>}>
      {t("chat.memory.example", { example: t("chat.empty.remember") })}
    </EmptyState>
  );
}

function Footer() {
  const t = useT();
  return (
    <p className="border-t border-line px-4 py-2 text-xs text-muted">
      <Link href="/memory" className="inline-flex items-center gap-1 rounded-sm hover:text-fg">
        {t("chat.memory.all")}
        <ArrowUpRight aria-hidden className="size-3" />
      </Link>
    </p>
  );
}
