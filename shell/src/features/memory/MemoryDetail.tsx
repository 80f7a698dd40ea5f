import { FileQuestion, Pencil, ShieldAlert, Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import { isProblem, type MemoryItem, useEditMemory, useForget, useMemory } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble, Trouble, useUndoToast } from "@/stage";
import { Badge, Button, Card, EmptyState, Skeleton, Switch } from "@/ui";
import { runOf } from "./memory";
import { MemoryEditor } from "./MemoryEditor";
import { Origin } from "./Origin";

/** One remembered thing, whole: its words, whether it is used, and where it came from. */
export function MemoryDetail({ id }: { readonly id: string }) {
  const t = useT();
  const { data: item, error, refetch } = useMemory(id);
  if (item === undefined) {
    if (isProblem(error, "not_found")) return <EmptyState icon={FileQuestion} title={t("memory.missing")} />;
    return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-56 rounded-lg" />;
  }
  return (
    <article aria-label={item.content} data-memory={item.id} className="flex flex-col gap-5">
      {item.trust === "untrusted" && <Quarantine item={item} />}
      <Words item={item} />
      <Origin item={item} />
    </article>
  );
}

function Words({ item }: { readonly item: MemoryItem }) {
  const t = useT();
  const [editing, setEditing] = useState(false);
  const edit = useEditMemory();
  const tell = (error: unknown) => tellTrouble(error, t);
  if (editing) return <MemoryEditor item={item} onClose={() => setEditing(false)} />;
  return (
    <Card className="flex flex-col">
      <div className="flex flex-col gap-2 px-4 pt-3.5 pb-4">
        <span>
          <Badge>{t(`memory.kind.${item.kind}`)}</Badge>
        </span>
        <p className="text-md leading-relaxed break-words whitespace-pre-wrap text-fg">{item.content}</p>
        {item.result && <p className="text-sm break-words whitespace-pre-wrap text-muted">{item.result}</p>}
      </div>
      <label className="flex items-center justify-between gap-4 border-t border-line px-4 py-2.5 text-sm">
        <span>
          <span className="block text-fg">{t("memory.pin")}</span>
          <span className="block text-xs text-muted">{t("memory.pin.about")}</span>
        </span>
        <Switch checked={item.pinned} label={t("memory.pin")} onChange={(pinned) => edit.mutate({ item, pinned }, { onError: tell })} />
      </label>
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2.5">
        <Button size="sm" icon={Pencil} onClick={() => setEditing(true)}>
          {t("memory.edit")}
        </Button>
        {item.trust !== "untrusted" && (
          <Button size="sm" icon={ShieldAlert} onClick={() => edit.mutate({ item, trust: "untrusted" }, { onError: tell })}>
            {t("memory.distrust")}
          </Button>
        )}
        <ForgetButton item={item} />
      </div>
    </Card>
  );
}

/** What came from outside, or was set aside, says so, and is used only when the person wants it. */
function Quarantine({ item }: { readonly item: MemoryItem }) {
  const t = useT();
  const edit = useEditMemory();
  return (
    <div role="note" className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line bg-warn-soft px-4 py-3 text-sm">
      <ShieldAlert aria-hidden className="size-4 shrink-0 text-warn" />
      <p className="min-w-40 flex-1 text-fg">{t(runOf(item) === null ? "memory.quarantine.own" : "memory.quarantine")}</p>
      <Button size="sm" onClick={() => edit.mutate({ item, trust: runOf(item) === null ? "user" : "agent" }, { onError: (error) => tellTrouble(error, t) })}>
        {t("memory.quarantine.use")}
      </Button>
    </div>
  );
}

function ForgetButton({ item }: { readonly item: MemoryItem }) {
  const t = useT();
  const [, navigate] = useLocation();
  const forget = useForget();
  const toldUndo = useUndoToast();
  const perform = () => {
    navigate("/memory", { replace: true });
    // The page of this memory is gone by then, so the mutation's own callbacks would not be called.
    void forget
      .mutateAsync(item)
      .then((change) => toldUndo(t("memory.forget.done"), change))
      .catch((error: unknown) => tellTrouble(error, t));
  };
  return (
    <Button size="sm" tone="danger" icon={Trash2} onClick={perform} className="ml-auto">
      {t("memory.forget")}
    </Button>
  );
}
