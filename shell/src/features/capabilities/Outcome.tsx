import { Link } from "wouter";

import type { Result } from "@/api";
import { ApprovalCard, ChangeList } from "@/decisions";
import { hintOf, messageOf, useI18n, useT } from "@/i18n";
import { ResultData, Section, Trouble } from "@/stage";
import { Card, StatusDot } from "@/ui";
import type { Calling } from "./useCalling";

/** What came of the call: the approval it waits for, its result, its changes with their way back. */
export function Outcome({ calling }: { readonly calling: Calling }) {
  const t = useT();
  const { approval, result, run, error } = calling;
  if (error) {
    return (
      <Section title={t("capabilities.result")}>
        <Trouble error={error} />
      </Section>
    );
  }
  if (approval === undefined && result === undefined) return null;
  return (
    <Section
      title={t("capabilities.result")}
      aside={
        run && (
          <Link href={`/activity/${run}`} className="rounded-sm text-accent-text underline-offset-2 hover:underline">
            {t("capabilities.result.run")}
          </Link>
        )
      }
    >
      <div className="flex flex-col gap-3">
        {approval && <ApprovalCard approval={approval} />}
        {approval?.status === "denied" && <p className="text-sm text-muted">{t("capabilities.result.denied")}</p>}
        {result && approval?.status !== "denied" && <ResultCard result={result} run={run} direct={approval === undefined} />}
      </div>
    </Section>
  );
}

interface ResultCardProps {
  readonly result: Result;
  readonly run: string | undefined;
  /** Without an approval before it, whose card already lists the changes. */
  readonly direct: boolean;
}

function ResultCard({ result, run, direct }: ResultCardProps) {
  const { t, format } = useI18n();
  return (
    <Card className="flex flex-col">
      <p role="status" className="flex items-center gap-2 px-4 pt-3 text-sm font-medium text-fg">
        <StatusDot status={result.ok ? "ok" : "bad"} />
        {result.ok ? t("capabilities.result.done", { time: format.duration(result.duration_ms) }) : t("capabilities.result.failed")}
      </p>
      <div className="flex flex-col gap-3 px-4 pt-2 pb-4">
        {result.error && (
          <p className="text-sm whitespace-pre-line text-fg">
            {messageOf(result.error, t)} <span className="text-muted">{hintOf(result.error, t)?.replaceAll("`", "")}</span>
          </p>
        )}
        {(result.ok || result.data != null) && <ResultData data={result.data} />}
        {result.warnings.length > 0 && (
          <ul aria-label={t("capabilities.result.warnings")} className="flex flex-col gap-0.5 text-xs text-warn-text">
            {result.warnings.map(({ code, message }) => (
              <li key={code + message}>{message}</li>
            ))}
          </ul>
        )}
        {result.artifacts.map((artifact) => (
          <Link key={artifact} href={`/artifacts/${artifact}`} className="self-start rounded-sm text-sm text-accent-text underline-offset-2 hover:underline">
            {t("capabilities.result.artifact")}
          </Link>
        ))}
      </div>
      {direct && run && result.changes.length > 0 && (
        <ChangeList run={run} of={({ id }) => result.changes.includes(id)} className="border-t border-line" />
      )}
    </Card>
  );
}
