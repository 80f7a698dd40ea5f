import { GitCompareArrows } from "lucide-react";

import { useT } from "@/i18n";
import { Button } from "@/ui";
import type { Part, Persona } from "./persona";
import type { Editor } from "./useEditor";

/** Two edits of the same part, side by side, and the choice between them. */
export function Clash({ editor }: { readonly editor: Editor }) {
  const t = useT();
  const { clashes, draft, theirs } = editor;
  return (
    <section role="alert" className="@container flex flex-col gap-3 rounded-lg border border-line-strong bg-warn-soft p-4">
      <div className="flex items-start gap-3">
        <GitCompareArrows aria-hidden className="mt-0.5 size-4 shrink-0 text-warn-text" />
        <div>
          <p className="text-sm font-medium text-fg">{t("agents.clash")}</p>
          <p className="text-sm text-fg">{t("agents.clash.about")}</p>
        </div>
      </div>
      {clashes.map((part) => (
        <div key={part} className="flex flex-col gap-1">
          <p className="text-xs font-medium text-fg">{t(`agents.part.${part}`)}</p>
          <div className="grid gap-2 @[520px]:grid-cols-2">
            <Version name={t("agents.clash.mine")} text={shown(draft, part)} />
            <Version name={t("agents.clash.theirs")} text={shown(theirs, part)} />
          </div>
        </div>
      ))}
      <div className="flex justify-end gap-2">
        <Button onClick={editor.discard}>{t("agents.clash.take")}</Button>
        <Button tone="primary" onClick={editor.keepMine}>
          {t("agents.clash.keep")}
        </Button>
      </div>
    </section>
  );
}

function Version({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div className="min-w-0 rounded-md border border-line bg-raised px-3 py-2">
      <p className="text-2xs text-muted">{name}</p>
      <p className="max-h-40 overflow-y-auto text-sm break-words whitespace-pre-wrap text-fg">{text || "—"}</p>
    </div>
  );
}

function shown(persona: Persona, part: Part): string {
  const value = persona[part];
  if (typeof value === "string") return value;
  const line = ([name, each]: [string, unknown]) => `${name}: ${Array.isArray(each) ? each.join(", ") || "—" : String(each ?? "—")}`;
  return Object.entries(value).map(line).join("\n");
}
