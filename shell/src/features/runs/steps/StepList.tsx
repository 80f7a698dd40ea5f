import { type KeyboardEvent, useMemo } from "react";

import { useT } from "@/i18n";
import { Card, VirtualList } from "@/ui";
import type { RunView } from "../useRunPage";
import { StepRow } from "./StepRow";
import { branchesOf } from "./tree";

/** The steps as a list, parts under what they belong to: everything the picture shows, in words. */
export function StepList({ page: { steps, opened, toggle, openStep, step: shown } }: { readonly page: RunView }) {
  const t = useT();
  const branches = useMemo(() => branchesOf(steps, opened), [steps, opened]);
  return (
    <Card className="overflow-hidden" onKeyDown={move}>
      <VirtualList items={branches} keyOf={({ step }) => step.place} estimate={44} label={t("runs.view.steps")} className="-mb-px">
        {(branch) => <StepRow branch={branch} shown={branch.step.place === shown} onOpen={openStep} onToggle={toggle} />}
      </VirtualList>
    </Card>
  );
}

/** Up and down go from step to step. */
function move(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement)) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-place]")];
  const here = rows.indexOf(event.target.closest("[role=listitem]")?.querySelector<HTMLElement>("[data-place]") ?? event.target);
  const next = rows[here + step];
  if (here === -1 || next === undefined) return;
  event.preventDefault();
  next.focus();
}
