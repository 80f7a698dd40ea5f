import { FileUp, X } from "lucide-react";
import { useState } from "react";

import { useT } from "@/i18n";
import { Button, IconButton } from "@/ui";
import type { Brought } from "../drafts";

const PROGRAMS: Readonly<Record<string, string>> = { langflow: "Langflow", agent_spec: "Open Agent Spec" };

/** What became of a file of another program: how much of it has no place here, and why, until somebody has seen it. */
export function BroughtBar({ brought: { name, format, left_out, notes }, onClose }: { readonly brought: Brought; readonly onClose: () => void }) {
  const t = useT();
  const [isOpen, open] = useState(false);
  return (
    <section aria-label={t("canvas.brought")} className="shrink-0 border-t border-line bg-raised text-sm">
      <div className="flex min-h-9 flex-wrap items-center gap-2 py-1 pr-1.5 pl-3">
        <FileUp aria-hidden className="size-4 shrink-0 text-muted" />
        <p role="status" className="min-w-52 flex-1 break-words text-fg">
          {t("canvas.brought.from", { name, program: PROGRAMS[format] ?? format })} {t("canvas.brought.left_out", { count: left_out.length })}
        </p>
        {left_out.length + notes.length > 0 && (
          <Button size="sm" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
            {t("canvas.brought.show")}
          </Button>
        )}
        <IconButton icon={X} size="sm" label={t("words.close")} onClick={onClose} />
      </div>
      {isOpen && (
        <ul aria-label={t("canvas.brought.list")} tabIndex={0} className="max-h-48 overflow-y-auto border-t border-line">
          {left_out.map(({ name: title, why }, index) => (
            <li key={index} className="border-b border-line px-3 py-1.5 break-words last:border-b-0">
              <span className="font-medium text-fg">{title}</span> <span className="text-muted">{why}</span>
            </li>
          ))}
          {notes.map((note, index) => (
            <li key={`note ${index}`} className="border-b border-line px-3 py-1.5 break-words text-muted last:border-b-0">
              {note}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
