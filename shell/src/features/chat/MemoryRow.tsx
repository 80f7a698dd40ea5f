import { ArrowUpRight, Pencil, Pin, PinOff, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";

import { type MemoryItem, useEditMemory, useForget, useUndo } from "@/api";
import { useT } from "@/i18n";
import { CorrectMemory, tellTrouble } from "@/stage";
import { Badge, IconButton, Tooltip, undoToast } from "@/ui";

interface MemoryRowProps {
  readonly item: MemoryItem;
  /** In how many of the latest turns it played a part. */
  readonly turns: number;
}

/** One remembered thing: pin it, correct it, forget it. */
export function MemoryRow({ item, turns }: MemoryRowProps) {
  const t = useT();
  const edit = useEditMemory();
  const forget = useForget();
  const undo = useUndo();
  const [writing, write] = useState(false);
  const onError = (error: unknown) => tellTrouble(error, t);
  const drop = () =>
    forget.mutate(item, {
      onSuccess: (change) =>
        undoToast({
          message: t("chat.memory.forgotten"),
          undo: () => undo.mutate({ kind: "change", id: change }, { onError }),
        }),
      onError,
    });
  return (
    <li className="group rounded-md border border-line bg-raised px-3 py-2 shadow-raised">
      {writing ? (
        <CorrectMemory
          content={item.content}
          onSave={(content) => {
            write(false);
            if (content !== item.content) edit.mutate({ item, content }, { onError });
          }}
          onCancel={() => write(false)}
        />
      ) : (
        <p className="text-sm break-words whitespace-pre-wrap">{item.content}</p>
      )}
      <div className="mt-1.5 flex flex-wrap items-center gap-1">
        <Badge>{t(`chat.memory.kind.${item.kind}`)}</Badge>
        {turns > 0 && <Badge>{t("chat.memory.turns", { count: turns })}</Badge>}
        {item.pinned && <Badge>{t("chat.memory.pinned")}</Badge>}
        {item.trust === "untrusted" && <Badge tone="warn">{t("chat.memory.untrusted")}</Badge>}
        <span className="ml-auto flex items-center">
          <IconButton
            size="sm"
            icon={item.pinned ? PinOff : Pin}
            label={t(item.pinned ? "chat.memory.unpin" : "chat.memory.pin")}
            onClick={() => edit.mutate({ item, pinned: !item.pinned }, { onError })}
          />
          <IconButton size="sm" icon={Pencil} label={t("chat.memory.edit")} onClick={() => write(true)} />
          <IconButton size="sm" icon={Trash2} label={t("chat.memory.forget")} onClick={drop} />
          <Tooltip label={t("chat.memory.open")}>
            <Link
              href={`/memory/${item.id}`}
              aria-label={t("chat.memory.open")}
              className="inline-flex size-6 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-fg"
            >
              <ArrowUpRight aria-hidden className="size-3.5" />
            </Link>
          </Tooltip>
        </span>
      </div>
    </li>
  );
}
