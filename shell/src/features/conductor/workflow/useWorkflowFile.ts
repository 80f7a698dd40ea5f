import { useState } from "react";
import { useLocation, useSearch } from "wouter";

import { useRunWorkflowFile, useWorkflowDryRun, useWorkflowOutcome, type WorkflowOutcome } from "@/api";
import type { Json } from "@/forms";
import { useI18n } from "@/i18n";
import { useSettled } from "@/stage";
import { announce } from "@/state";
import { workflowPath } from "../places";
import type { OnWrite } from "../run/policy";

/** What it is given, by name. */
export type Given = Readonly<Record<string, Json>>;

const filled = (given: Given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== "" && value !== null));

export interface WorkflowForm {
  readonly dry: ReturnType<typeof useWorkflowDryRun>;
  readonly outcome: WorkflowOutcome | undefined;
  readonly give: (given: Given) => void;
  readonly onWrite: OnWrite | "as-written";
  readonly setOnWrite: (onWrite: OnWrite | "as-written") => void;
  readonly confirm: string;
  readonly setConfirm: (name: string) => void;
  readonly allow: boolean;
  readonly setAllow: (allow: boolean) => void;
  readonly busy: boolean;
  readonly error: unknown;
  readonly start: (how?: { readonly resume: string }) => void;
}

/** A workflow file to look at and to run: what it would do with what is given, and how its run stands. */
export function useWorkflowFile(file: string): WorkflowForm {
  const { t, locale } = useI18n();
  const [, navigate] = useLocation();
  const run = new URLSearchParams(useSearch()).get("run") ?? undefined;
  const [given, setGiven] = useState<Given>({});
  const [onWrite, setOnWrite] = useState<OnWrite | "as-written">("as-written");
  const [confirm, setConfirm] = useState("");
  const [allow, setAllow] = useState(false);
  const policy = onWrite === "as-written" ? undefined : onWrite;
  const dry = useWorkflowDryRun({ path: file, inputs: filled(useSettled(given)), on_write: policy, dry_run: true, locale });
  const { data: outcome } = useWorkflowOutcome(run);
  const { mutate, isPending, error } = useRunWorkflowFile();
  const start: WorkflowForm["start"] = (how) =>
    mutate(
      {
        path: file,
        inputs: filled(given),
        on_write: policy,
        confirm_environment: confirm || undefined,
        allow_protected_writes: allow,
        resume: how?.resume,
        locale,
      },
      {
        onSuccess: (begun, here) => {
          announce(t("conductor.flow.began", { name: begun.name }));
          if (here) navigate(workflowPath(file, begun.run), { replace: run !== undefined });
        },
      },
    );
  return {
    dry,
    outcome,
    give: setGiven,
    onWrite,
    setOnWrite,
    confirm,
    setConfirm,
    allow,
    setAllow,
    busy: isPending,
    error,
    start,
  };
}
