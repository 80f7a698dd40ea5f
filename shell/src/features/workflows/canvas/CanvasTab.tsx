import { type KeyboardEvent, Suspense, useCallback, useMemo, useState } from "react";
import { useLocation } from "wouter";

import { isChord } from "@/actions/keys";
import type { WorkflowView } from "@/api";
import { draftOf, merge, stepOf } from "@/flow";
import { useT } from "@/i18n";
import { isFinal } from "@/runs";
import { Skeleton } from "@/ui";
import { Canvas } from "@/workflows";
import { RunDialog, type RunPart } from "../RunDialog";
import { ClashDialog } from "./ClashDialog";
import { DecideDialog } from "./DecideDialog";
import { FindingList } from "./FindingList";
import { ProposalView } from "./ProposalView";
import { RunTools, ShownRun } from "./RunTools";
import { StepButtons } from "./StepButtons";
import { TryDialog } from "./TryDialog";
import { SaveTools } from "./SaveTools";
import { useCanvasDraft } from "./useCanvasDraft";
import { useCanvasRun } from "./useCanvasRun";
import { useLastRun } from "./useLastRun";
import { useProposal } from "./useProposal";
import { useRemarks } from "./useRemarks";
import { UnreadText } from "./UnreadText";
import { type Start, useStart } from "./useStart";
import { VersionsView } from "./VersionsView";

interface CanvasTabProps {
  readonly workflow: WorkflowView;
  readonly refetch: () => void;
}

/** A workflow drawn: every step, what waits for what, and changing both. */
export function CanvasTab({ workflow, refetch }: CanvasTabProps) {
  const starting = useStart(workflow);
  if (starting.state === "reading") return <Skeleton className="size-full min-h-96 rounded-lg" />;
  if (starting.state === "unread") return <UnreadText finding={starting.finding} href={`/workflows/${workflow.id}/document`} />;
  return <Drawing workflow={workflow} start={starting.start} refetch={refetch} />;
}

function Drawing({ workflow, start, refetch }: CanvasTabProps & { readonly start: Start }) {
  const t = useT();
  const drawn = useCanvasDraft(workflow, start, refetch);
  const { store, isDirty, isSaving, clash } = drawn;
  const remarks = useRemarks(store);
  const last = workflow.last_run?.run;
  const shown = useCanvasRun(store, last !== undefined && !isFinal(last) ? last.id : null);
  const lastRun = useLastRun(store, shown.run?.id ?? last?.id);
  const [part, run] = useState<RunPart | null>(null);
  // What runs is what is kept: it is saved first.
  const begin = (wish: RunPart) => (isDirty ? drawn.save(() => run(wish)) : run(wish));
  const [tried, tryOut] = useState<string | null>(null);
  const [isDeciding, decide] = useState(false);
  const [isLookingBack, lookBack] = useState(false);
  const stopDeciding = useCallback(() => decide(false), []);
  const [, go] = useLocation();
  const proposal = useProposal(workflow);
  const before = useMemo(() => draftOf(workflow), [workflow]);
  if (isLookingBack) return <VersionsView workflow={workflow} onClose={() => lookBack(false)} />;
  if (proposal !== null) {
    return <ProposalView key={proposal.approval.id} proposal={proposal} before={before} onAdopt={(adopted) => store.getState().replace(merge(before, store.getState().draft, adopted).draft)} />;
  }
  const press = (event: KeyboardEvent) => {
    if (!isChord("mod+s", event.nativeEvent)) return;
    event.preventDefault();
    if (isDirty) drawn.save();
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col" onKeyDown={press}>
      <Suspense fallback={<Skeleton className="size-full min-h-96 rounded-lg" />}>
        <Canvas
          store={store}
          lastRun={lastRun}
          onRun={begin}
          stepTools={(place) => {
            const step = place.includes("/") ? null : stepOf(store.getState().draft, place);
            const attempt = () => (isDirty ? drawn.save(() => tryOut(place)) : tryOut(place));
            return step && <StepButtons step={step} onTry={attempt} onRun={() => begin({ only: place })} />;
          }}
          aside={
            <div className="flex flex-col items-end gap-2">
              <div className="flex flex-wrap justify-end gap-2 sm:max-w-[calc(100cqw-17rem)]">
                <SaveTools {...{ isDirty, isSaving }} isHeld={clash !== null} saveWord={t("workflows.save")} onSave={() => drawn.save()} onDiscard={drawn.discard} />
                <RunTools onRun={begin} onVersions={() => lookBack(true)} />
              </div>
              <ShownRun shown={shown} version={workflow.version} onDecide={() => decide(true)} />
            </div>
          }
          below={<FindingList remarks={remarks} store={store} />}
        />
      </Suspense>
      {clash !== null && <ClashDialog clash={clash} onChoose={drawn.settle} />}
      {tried !== null && <TryDialog workflow={workflow} step={tried} onClose={() => tryOut(null)} />}
      {isDeciding && shown.graph !== null && <DecideDialog graph={shown.graph} steps={shown.steps} onOpenRun={() => go(`/runs/${shown.graph?.run.id}`)} onClose={stopDeciding} />}
      {part !== null && (
        <RunDialog
          workflow={workflow}
          part={part}
          onClose={() => run(null)}
          onStarted={(begun) => {
            run(null);
            shown.show(begun.id);
          }}
        />
      )}
    </div>
  );
}
