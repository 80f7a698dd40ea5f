import { CircleCheck, ShieldAlert, ShieldCheck } from "lucide-react";
import { useLocation } from "wouter";

import { type AtlasImportOutcome, useChanges } from "@/api";
import { TableCounts, UndoButton } from "@/decisions";
import { useT } from "@/i18n";
import { Fold, Section } from "@/stage";
import { Button, Card } from "@/ui";
import { partPath } from "../paths";
import { countsOf, didSomething, verifiedIn } from "./outcome";

interface OutcomeProps {
  readonly outcome: AtlasImportOutcome;
  readonly run: string;
  readonly onAgain: () => void;
}

/** What an import did, how it was checked, and the way back. */
export function Outcome({ outcome, run, onAgain }: OutcomeProps) {
  const t = useT();
  const [, go] = useLocation();
  const { data: changes = [] } = useChanges(run);
  const change = changes.find(({ undoes }) => undoes === null);
  const { checked, wrong } = verifiedIn(outcome);
  const Shield = wrong === 0 ? ShieldCheck : ShieldAlert;
  return (
    <div className="flex flex-col gap-6">
      <Card className="flex flex-col gap-3 px-5 py-5">
        <div className="flex flex-wrap items-center gap-3">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-ok" />
          <div role="status" className="min-w-0 flex-1 basis-60">
            <p className="text-md font-medium break-words text-fg">{t("atlas.import.done", { name: outcome.company_name })}</p>
            {!didSomething(outcome) && <p className="text-sm text-muted">{t("atlas.import.done.nothing")}</p>}
          </div>
          <div className="flex flex-wrap items-center gap-2">
            {change && <UndoButton change={change} look="plain" />}
            <Button tone="primary" onClick={() => go(partPath("dashboard", outcome.company))}>
              {t("atlas.import.open")}
            </Button>
          </div>
        </div>
        {checked > 0 && (
          <p className="flex items-start gap-2 text-sm text-muted tabular-nums">
            <Shield aria-hidden className={wrong === 0 ? "mt-0.5 size-4 shrink-0 text-ok" : "mt-0.5 size-4 shrink-0 text-bad"} />
            {wrong === 0 ? t("atlas.import.verified", { count: checked }) : t("atlas.import.unverified", { count: wrong })}
          </p>
        )}
        <Told title={t("atlas.import.skipped", { count: outcome.skipped.length })} lines={outcome.skipped} />
        <Told title={t("atlas.import.warnings", { count: outcome.warnings.length })} lines={outcome.warnings} />
      </Card>
      <Section title={t("atlas.import.tables")}>
        <Card className="overflow-hidden">
          <TableCounts tables={countsOf(outcome)} />
        </Card>
      </Section>
      <Button onClick={onAgain} className="self-start">
        {t("atlas.import.again")}
      </Button>
    </div>
  );
}

function Told({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <Fold title={title}>
      <ul className="flex max-h-60 flex-col gap-0.5 overflow-y-auto text-xs text-muted" tabIndex={0} aria-label={title}>
        {lines.map((line, index) => (
          <li key={`${index} ${line}`} className="break-words">
            {line}
          </li>
        ))}
      </ul>
    </Fold>
  );
}
