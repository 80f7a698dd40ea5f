import { GitCompareArrows } from "lucide-react";

import { useT } from "@/i18n";
import { Button, classes } from "@/ui";

export interface Pair {
  /** What the two are versions of, where there are several. */
  readonly name?: string;
  readonly mine: string;
  readonly theirs: string;
}

interface TwoVersionsProps {
  readonly title: string;
  readonly about: string;
  readonly pairs: readonly Pair[];
  /** Whether they are code, whose lines are kept as they are. */
  readonly code?: boolean;
  readonly onKeep: () => void;
  readonly onTake: () => void;
}

/** Something was changed in two places: both versions side by side, and the choice between them. */
export function TwoVersions({ title, about, pairs, code = false, onKeep, onTake }: TwoVersionsProps) {
  const t = useT();
  return (
    <section role="alert" className="@container flex flex-col gap-3 rounded-lg border border-line-strong bg-warn-soft p-4">
      <div className="flex items-start gap-3">
        <GitCompareArrows aria-hidden className="mt-0.5 size-4 shrink-0 text-warn-text" />
        <div>
          <p className="text-sm font-medium text-fg">{title}</p>
          <p className="text-sm text-fg">{about}</p>
        </div>
      </div>
      {pairs.map(({ name, mine, theirs }) => (
        <div key={name ?? ""} className="flex flex-col gap-1">
          {name !== undefined && <p className="text-xs font-medium text-fg">{name}</p>}
          <div className="grid gap-2 @[520px]:grid-cols-2">
            <Version name={t("words.versions.mine")} text={mine} code={code} />
            <Version name={t("words.versions.theirs")} text={theirs} code={code} />
          </div>
        </div>
      ))}
      <div className="flex justify-end gap-2">
        <Button onClick={onTake}>{t("words.versions.take")}</Button>
        <Button tone="primary" onClick={onKeep}>
          {t("words.versions.keep")}
        </Button>
      </div>
    </section>
  );
}

function Version({ name, text, code }: { readonly name: string; readonly text: string; readonly code: boolean }) {
  return (
    <div className="min-w-0 rounded-md border border-line bg-raised px-3 py-2">
      <p className="text-2xs text-muted">{name}</p>
      <pre
        tabIndex={0}
        aria-label={name}
        className={classes("max-h-40 overflow-auto text-fg", code ? "font-mono text-xs" : "font-sans text-sm break-words whitespace-pre-wrap")}
      >
        {text || "—"}
      </pre>
    </div>
  );
}
