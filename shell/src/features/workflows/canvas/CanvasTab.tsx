import { FileWarning } from "lucide-react";
import { type KeyboardEvent, Suspense } from "react";
import { Link } from "wouter";

import { isChord } from "@/actions/keys";
import type { Workflow } from "@/api";
import { findingOf, useT } from "@/i18n";
import { EmptyState, Skeleton } from "@/ui";
import { Canvas } from "@/workflows";
import { ClashDialog } from "./ClashDialog";
import { FindingList } from "./FindingList";
import { SaveTools } from "./SaveTools";
import { useCanvasDraft } from "./useCanvasDraft";
import { useRemarks } from "./useRemarks";
import { type Start, useStart } from "./useStart";

interface CanvasTabProps {
  readonly workflow: Workflow;
  readonly refetch: () => void;
}

/** A workflow drawn: every step, what waits for what, and changing both. */
export function CanvasTab({ workflow, refetch }: CanvasTabProps) {
  const t = useT();
  const starting = useStart(workflow);
  if (starting.state === "reading") return <Skeleton className="size-full min-h-96 rounded-lg" />;
  if (starting.state === "unread") {
    return (
      <EmptyState
        icon={FileWarning}
        title={t("canvas.unread")}
        action={
          <Link href={`/workflows/${workflow.id}/document`} className="text-accent-text underline">
            {t("canvas.unread.action")}
          </Link>
        }
      >
        {starting.finding && findingOf(starting.finding, t).message}
      </EmptyState>
    );
  }
  return <Drawing workflow={workflow} start={starting.start} refetch={refetch} />;
}

function Drawing({ workflow, start, refetch }: CanvasTabProps & { readonly start: Start }) {
  const t = useT();
  const drawn = useCanvasDraft(workflow, start, refetch);
  const { store, isDirty, isSaving, clash } = drawn;
  const remarks = useRemarks(store);
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
          aside={<SaveTools {...{ isDirty, isSaving }} isHeld={clash !== null} saveWord={t("workflows.save")} onSave={drawn.save} onDiscard={drawn.discard} />}
          below={<FindingList remarks={remarks} store={store} />}
        />
      </Suspense>
      {clash !== null && <ClashDialog clash={clash} onChoose={drawn.settle} />}
    </div>
  );
}
