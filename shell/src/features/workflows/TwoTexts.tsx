import { GitCompareArrows } from "lucide-react";
import { useMemo } from "react";

import { useT } from "@/i18n";
import { Button } from "@/ui";
import { differing } from "./differing";

interface TwoTextsProps {
  readonly mine: string;
  readonly theirs: string;
  readonly onKeep: () => void;
  readonly onTake: () => void;
}

/** Two versions of one text: what differs, side by side, and the choice between them. */
export function TwoTexts({ mine, theirs, onKeep, onTake }: TwoTextsProps) {
  const t = useT();
  const parts = useMemo(() => differing(mine, theirs), [mine, theirs]);
  return (
    <section role="alert" className="@container flex flex-col gap-3 rounded-lg border border-line-strong bg-warn-soft p-4">
      <div className="flex items-start gap-3">
        <GitCompareArrows aria-hidden className="mt-0.5 size-4 shrink-0 text-warn-text" />
        <div>
          <p className="text-sm font-medium text-fg">{t("workflows.clash")}</p>
          <p className="text-sm text-fg">{t("workflows.clash.about")}</p>
        </div>
      </div>
      <div className="grid gap-2 @[520px]:grid-cols-2">
        <Version name={t("workflows.clash.mine")} text={parts.mine} />
        <Version name={t("workflows.clash.theirs")} text={parts.theirs} />
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onTake}>{t("workflows.clash.take")}</Button>
        <Button tone="primary" onClick={onKeep}>
          {t("workflows.clash.keep")}
        </Button>
      </div>
    </section>
  );
}

function Version({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div className="min-w-0 rounded-md border border-line bg-raised px-3 py-2">
      <p className="text-2xs text-muted">{name}</p>
      <pre tabIndex={0} aria-label={name} className="max-h-40 overflow-auto font-mono text-xs text-fg">
        {text || "—"}
      </pre>
    </div>
  );
}
