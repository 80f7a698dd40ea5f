import { CircleCheck, CircleX, FolderLock } from "lucide-react";
import { Link } from "wouter";

import { type Change, type Result, useChanges, useProposals } from "@/api";
import { useI18n } from "@/i18n";
import { Badge, Terminal } from "@/ui";
import { executedOf, printedOf } from "./executed";
import type { Printed } from "./printed";

export interface CommandOutputProps {
  readonly command: string;
  readonly printed: Printed | undefined;
  readonly result: Result | null | undefined;
  readonly run: string;
  readonly call: string;
}

/** A command at work or done: what it prints, how it ended, and which files it changed. */
export function CommandOutput({ command, printed, result, run, call }: CommandOutputProps) {
  const shown = printedOf(printed, result);
  const over = result != null;
  return (
    <Terminal command={command} lines={shown.lines} dropped={shown.dropped} live={!over}>
      {over && <Ending result={result} run={run} call={call} />}
    </Terminal>
  );
}

function Ending({ result, run, call }: { readonly result: Result; readonly run: string; readonly call: string }) {
  const { t, format } = useI18n();
  const executed = executedOf(result);
  const { data: changes = [] } = useChanges(run);
  const { data: proposals = [] } = useProposals({ run });
  const own = [...changes, ...proposals].filter((change) => change.call === call && change.undoes === null && change.entity.startsWith("file:"));
  const well = result.ok && executed !== null;
  const Icon = well ? CircleCheck : CircleX;
  return (
    <div className="flex flex-col gap-1.5 text-muted">
      <p className="flex flex-wrap items-center gap-x-2">
        <Icon aria-hidden className={well ? "size-3.5 text-ok" : "size-3.5 text-bad"} />
        {executed !== null && (
          <span className="text-fg">
            {executed.stopped !== null
              ? t(`event.command.stopped.${executed.stopped}`)
              : executed.exitCode === null
                ? t("event.command.killed")
                : t("event.command.code", { code: String(executed.exitCode) })}
          </span>
        )}
        {executed === null && <span className="text-fg">{t("event.command.never")}</span>}
        <span className="tabular-nums">{format.duration(result.duration_ms)}</span>
      </p>
      {own.length > 0 && (
        <ul aria-label={t("event.command.changed")} className="flex flex-wrap gap-x-3 leading-6">
          {own.map((change) => (
            <li key={change.id} className="min-w-0">
              <ChangedFile change={change} />
            </li>
          ))}
        </ul>
      )}
      {(["outside", "conflicts"] as const).map(
        (kind) =>
          executed !== null &&
          executed[kind].length > 0 && (
            <p key={kind} className="flex gap-1.5 text-warn-text">
              <FolderLock aria-hidden className="mt-0.5 size-3.5 shrink-0" />
              <span className="min-w-0 break-words">{t(`event.command.${kind}`, { paths: format.all(executed[kind]) })}</span>
            </p>
          ),
      )}
    </div>
  );
}

function ChangedFile({ change }: { readonly change: Change }) {
  const { t } = useI18n();
  const path = change.entity.replace(/^file:[^/]*\//, "");
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Link href={`/history/${change.id}`} className="truncate rounded-sm font-mono text-2xs text-accent-text underline-offset-2 hover:underline">
        {path}
      </Link>
      {change.status === "proposed" && <Badge tone="warn">{t("event.command.proposed")}</Badge>}
    </span>
  );
}
