import { CircleAlert, CircleCheck, Lightbulb, type LucideIcon, Pencil, Pin, PinOff, Target, Trash2, Zap } from "lucide-react";
import { useState } from "react";

import { type MemoryItem, useEditMemory, useForget } from "@/api";
import { useT } from "@/i18n";
import { CorrectMemory, tellTrouble, useUndoToast } from "@/stage";
import { classes, IconButton } from "@/ui";
import { functionOf, plainly } from "./context";

const ICONS: Readonly<Partial<Record<MemoryItem["kind"], { readonly icon: LucideIcon; readonly tone: string }>>> = {
  objective: { icon: Target, tone: "text-accent-text" },
  action: { icon: Zap, tone: "text-run" },
  finding: { icon: CircleCheck, tone: "text-ok" },
  result: { icon: CircleCheck, tone: "text-ok" },
  error: { icon: CircleAlert, tone: "text-bad" },
};
const OTHER = { icon: Lightbulb, tone: "text-muted" };

/** One thing a run has in mind: correct it, pin it, take it out. */
export function ContextRow({ item }: { readonly item: MemoryItem }) {
  const t = useT();
  const edit = useEditMemory();
  const forget = useForget();
  const told = useUndoToast();
  const [writing, write] = useState(false);
  const { icon: Icon, tone } = ICONS[item.kind] ?? OTHER;
  const onError = (error: unknown) => tellTrouble(error, t);
  const drop = () => void forget.mutateAsync(item).then((change) => told(t("chat.memory.forgotten"), change), onError);
  return (
    <li className="group/context flex items-start gap-2 px-3 py-2 text-sm">
      <Icon role="img" aria-label={t(`chat.memory.kind.${item.kind}`)} className={classes("mt-[3px] size-3.5 shrink-0", tone)} />
      <div className="min-w-0 flex-1">
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
          <p className="line-clamp-5 break-words whitespace-pre-wrap text-fg">{plainly(item.content)}</p>
        )}
        {item.step != null && item.kind === "finding" && (
          <p className="text-xs break-words text-muted">
            {t("plans.context.step", { number: item.step })}
            {item.capability && <code className="ml-1.5 font-mono">{functionOf(item.capability)}</code>}
          </p>
        )}
        {item.result && !item.content.includes(item.result) && <p className="line-clamp-4 break-words whitespace-pre-wrap text-muted">{item.result}</p>}
      </div>
      {!writing && (
        <span className="-my-0.5 -mr-1 flex shrink-0 items-center">
          <IconButton
            size="sm"
            icon={item.pinned ? PinOff : Pin}
            pressed={item.pinned}
            label={t(item.pinned ? "chat.memory.unpin" : "chat.memory.pin")}
            onClick={() => edit.mutate({ item, pinned: !item.pinned }, { onError })}
          />
          <IconButton size="sm" icon={Pencil} label={t("chat.memory.edit")} onClick={() => write(true)} />
          <IconButton size="sm" icon={Trash2} label={t("chat.memory.forget")} onClick={drop} />
        </span>
      )}
    </li>
  );
}
