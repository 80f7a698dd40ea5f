import { ChartGantt, EyeOff, FlaskConical, Hand, History, Play, Rewind } from "lucide-react";
import { Link, useLocation } from "wouter";

import { useT } from "@/i18n";
import { dotOf, isFinal, StopButton } from "@/runs";
import { Button, IconButton, MenuButton, StatusDot } from "@/ui";
import type { RunPart } from "../RunDialog";
import type { CanvasRun } from "./useCanvasRun";

const SHEET = "flex items-center gap-1.5 rounded-md border border-line bg-raised p-1 shadow-raised";

interface RunToolsProps {
  readonly onRun: (part: RunPart) => void;
  readonly onVersions: () => void;
}

/** Running what is drawn, and looking back at its versions. */
export function RunTools({ onRun, onVersions }: RunToolsProps) {
  const t = useT();
  return (
    <div className={SHEET}>
      <IconButton icon={History} label={t("canvas.versions")} onClick={onVersions} />
      <MenuButton
        text
        tone="primary"
        size="sm"
        icon={Play}
        label={t("workflows.run")}
        align="end"
        items={[
          { id: "all", label: t("canvas.run.all"), icon: Play, onSelect: () => onRun({}) },
          { id: "samples", label: t("canvas.run.samples"), icon: FlaskConical, onSelect: () => onRun({ use_pins: true }) },
        ]}
      />
    </div>
  );
}

interface ShownRunProps {
  readonly shown: CanvasRun;
  /** The version that is drawn. */
  readonly version: number;
  readonly onDecide: () => void;
}

/** How the shown run stands, its decision, its trace and its replay. */
export function ShownRun({ shown: { run, show }, version, onDecide }: ShownRunProps) {
  const t = useT();
  const [, go] = useLocation();
  if (run === null) return null;
  return (
    <div className={`${SHEET} flex-wrap`}>
      <span role="status" className="flex items-center gap-1.5 px-1.5 text-xs text-fg">
        <StatusDot status={dotOf(run.status)} />
        {t(`status.${run.status}`)}
      </span>
      {run.workflow_version !== null && run.workflow_version !== version && (
        <Link href={`/runs/${run.id}?view=canvas`} className="text-xs text-accent-text underline">
          {t("canvas.run.older", { version: run.workflow_version })}
        </Link>
      )}
      {run.status === "waiting" && (
        <Button size="sm" tone="primary" icon={Hand} onClick={onDecide}>
          {t("canvas.run.decide")}
        </Button>
      )}
      {isFinal(run) ? (
        <IconButton icon={Rewind} label={t("canvas.run.replay")} onClick={() => go(`/runs/${run.id}?view=canvas`)} />
      ) : (
        <StopButton run={run} />
      )}
      <IconButton icon={ChartGantt} label={t("canvas.trace")} onClick={() => go(`/traces/${run.id}`)} />
      <IconButton icon={EyeOff} label={t("canvas.run.hide")} onClick={() => show(null)} />
    </div>
  );
}
