import { Pencil, Pin, PinOff, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";

import { type MemoryItem, useEditMemory, useForget } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble, useUndoToast } from "@/stage";
import { Badge, IconButton, RelativeTime } from "@/ui";
import { MemoryForm } from "./MemoryForm";

/** One remembered thing, with what corrects it. */
export function MemoryRow({ item }: { readonly item: MemoryItem }) {
  const t = useT();
  const [editing, edit] = useState(false);
  const change = useEditMemory();
  const forget = useForget();
  const undoable = useUndoToast();
  const pin = () => change.mutate({ item, pinned: !item.pinned }, { onError: (error) => tellTrouble(error, t) });
  const remove = () =>
    forget
      .mutateAsync(item)
      .then((removed) => undoable(t("projects.memory.forgotten"), removed))
      .catch((error: unknown) => tellTrouble(error, t));
  if (editing) return <MemoryForm item={item} scope={item.scope} onClose={() => edit(false)} />;
  return (
    <div className="flex items-start gap-3 px-4 py-2.5 text-sm">
      <div className="min-w-0 flex-1">
        <p className="break-words whitespace-pre-wrap text-fg">{item.content}</p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-xs text-muted">
          {item.pinned && <Badge>{t("projects.memory.pinned")}</Badge>}
          {item.trust === "untrusted" && <Badge tone="warn">{t("projects.memory.untrusted")}</Badge>}
          <RelativeTime iso={item.created_at} />
          <Link href={`/memory/${item.id}`} className="rounded-sm underline-offset-2 hover:text-fg hover:underline">
            {t("projects.memory.origin")}
          </Link>
        </p>
      </div>
      <div className="flex shrink-0">
        <IconButton
          icon={item.pinned ? PinOff : Pin}
          size="sm"
          label={t(item.pinned ? "projects.memory.unpin" : "projects.memory.pin")}
          onClick={pin}
        />
        <IconButton icon={Pencil} size="sm" label={t("projects.memory.edit")} onClick={() => edit(true)} />
        <IconButton icon={Trash2} size="sm" label={t("projects.memory.forget")} onClick={() => void remove()} />
      </div>
    </div>
  );
}
