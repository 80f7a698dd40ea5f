import { ArrowLeft, RotateCcw } from "lucide-react";
import { Suspense, useMemo, useState } from "react";

import { useRestoreWorkflow, useWorkflowVersion, useWorkflowVersions, type Workflow } from "@/api";
import { draftOf } from "@/flow";
import { useT } from "@/i18n";
import { RowsSkeleton, tellTrouble, Trouble } from "@/stage";
import { Badge, Button, classes, RelativeTime, Skeleton, toast } from "@/ui";
import { CompareCanvas } from "@/workflows";

interface VersionsViewProps {
  readonly workflow: Workflow;
  readonly onClose: () => void;
}

/** Every version of a workflow: what differs from how it is now is drawn, and each can be brought back. */
export function VersionsView({ workflow, onClose }: VersionsViewProps) {
  const t = useT();
  const { data: versions, error, refetch } = useWorkflowVersions(workflow.id, workflow.version);
  const [chosen, choose] = useState<number | undefined>();
  const { data: older } = useWorkflowVersion(workflow.id, chosen);
  const { mutate, isPending } = useRestoreWorkflow();
  const now = useMemo(() => draftOf(workflow), [workflow]);
  const then = useMemo(() => (older === undefined ? undefined : draftOf(older)), [older]);
  const restore = () =>
    chosen !== undefined &&
    mutate(
      { id: workflow.id, wanted: chosen, version: workflow.version },
      {
        onSuccess: () => {
          toast.success(t("canvas.versions.restored", { version: chosen }));
          onClose();
        },
        onError: (problem) => tellTrouble(problem, t),
      },
    );
  return (
    <section aria-label={t("canvas.versions")} className="flex min-h-0 flex-1 gap-3 max-md:flex-col">
      <div className="flex w-60 shrink-0 flex-col gap-2 max-md:w-full">
        <Button icon={ArrowLeft} className="self-start" onClick={onClose}>
          {t("canvas.versions.back")}
        </Button>
        {versions === undefined ? (
          error ? (
            <Trouble error={error} onRetry={() => void refetch()} />
          ) : (
            <RowsSkeleton />
          )
        ) : (
          <ul aria-label={t("canvas.versions")} className="min-h-0 flex-1 overflow-y-auto rounded-lg border border-line bg-raised">
            {versions.map((each) => (
              <li key={each.version}>
                <button
                  type="button"
                  aria-pressed={each.version === chosen}
                  onClick={() => choose(each.version)}
                  className={classes("flex w-full items-center gap-2 px-3 py-2 text-left text-sm hover:bg-hover", each.version === chosen && "bg-active")}
                >
                  <span className="font-medium text-fg">{t("canvas.versions.item", { version: each.version })}</span>
                  <span className="min-w-0 flex-1 truncate text-xs text-muted">
                    <RelativeTime iso={each.at} />
                  </span>
                  {each.is_current && <Badge>{t("canvas.versions.current")}</Badge>}
                </button>
              </li>
            ))}
          </ul>
        )}
        {chosen !== undefined && chosen !== workflow.version && (
          <Button icon={RotateCcw} busy={isPending} onClick={restore}>
            {t("canvas.versions.restore")}
          </Button>
        )}
      </div>
      {then === undefined ? (
        <p className="grid flex-1 place-items-center text-sm text-muted">{t("canvas.versions.about")}</p>
      ) : (
        <Suspense fallback={<Skeleton className="size-full rounded-lg" />}>
          <CompareCanvas key={chosen} before={now} after={then} />
        </Suspense>
      )}
    </section>
  );
}
