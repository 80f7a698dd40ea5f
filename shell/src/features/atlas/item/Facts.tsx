import type { ReactNode } from "react";

import type { AtlasPace } from "@/api";
import { useT } from "@/i18n";
import { InlineChoice } from "@/stage";
import { Badge, Card, Tooltip } from "@/ui";
import { agrees, PACE_TONE, statusWords } from "../bands";
import type { Editing } from "../edit/useEdit";
import { textIn } from "../edit/values";

/** What is known about an item, each to be changed where it stands. */
export function Facts({ children }: { readonly children: ReactNode }) {
  const t = useT();
  return (
    <Card role="group" aria-label={t("atlas.facts")} className="flex flex-col px-4 py-2">
      {children}
    </Card>
  );
}

/** A name and what it stands for. */
export function FactLine({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-4 text-sm">
      <span className="shrink-0 text-muted">{name}</span>
      <span className="flex min-w-0 flex-1 justify-end text-right break-words text-fg">{children}</span>
    </div>
  );
}

interface StatusFactProps {
  readonly editing: Editing;
  readonly statuses: readonly string[];
  /** What the pace suggests, beside what a person says. */
  readonly suggested?: AtlasPace | null;
}

/** A person's status, and beside it what the figures say; the one never overwrites the other. */
export function StatusFact({ editing, statuses, suggested }: StatusFactProps) {
  const t = useT();
  const status = textIn(editing.fields, "status");
  return (
    <>
      <FactLine name={t("atlas.field.status")}>
        <InlineChoice
          label={t("atlas.field.status")}
          value={status}
          options={statuses.map((value) => ({ value, label: statusWords(value, t) }))}
          onSave={(value) => editing.save("status", value, t("atlas.field.status"))}
        />
      </FactLine>
      {suggested != null && (
        <div className="-mt-0.5 mb-1.5 flex justify-end">
          <Tooltip label={t("atlas.suggested.about")} side="left">
            <span tabIndex={0} role="note" className="rounded-sm">
              <Badge tone={PACE_TONE[suggested]}>
                {agrees(status, suggested) ? t("atlas.suggested.same") : t("atlas.suggested", { pace: t(`atlas.pace.${suggested}`) })}
              </Badge>
            </span>
          </Tooltip>
        </div>
      )}
    </>
  );
}
