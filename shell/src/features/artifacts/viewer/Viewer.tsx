import { FileQuestion } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useLocation, useSearch } from "wouter";

import { type Artifact, isProblem, useArtifact } from "@/api";
import { noteReturn, useRemoval } from "@/artifacts";
import { useT } from "@/i18n";
import { Trouble } from "@/stage";
import { useCrumb } from "@/state";
import { EmptyState, Skeleton } from "@/ui";
import { useGallery } from "../useGallery";
import { Again } from "./Again";
import { Body } from "./Body";
import { FactsPanel } from "./FactsPanel";
import { type Neighbours, neighboursOf } from "./neighbours";
import { useKeys } from "./useKeys";
import { useRegeneration } from "./useRegeneration";
import { ViewerBar } from "./ViewerBar";

/** One artifact, large, with its neighbours an arrow key away. */
export function Viewer({ id }: { readonly id: string }) {
  const t = useT();
  const { data: artifact, error, refetch } = useArtifact(id);
  const [, navigate] = useLocation();
  const back = useBack();
  const { artifacts, hasMore, more, hrefOf } = useGallery();
  const around = neighboursOf(artifacts ?? [], id);
  useCrumb(artifact?.name);
  useEffect(() => noteReturn(back, id), [back, id]);
  // Somebody may come here by a link: the place among the others is found by reading on.
  useEffect(() => {
    if (artifacts !== undefined && around.next === undefined && hasMore) more();
  }, [artifacts, around.next, hasMore, more]);
  useKeys((key) => {
    const to = key === "ArrowLeft" ? around.previous : key === "ArrowRight" ? around.next : undefined;
    if (to) navigate(hrefOf(to), { replace: true });
    else if (key === "Escape") navigate(back);
    else return false;
    return true;
  });
  if (artifact === undefined || artifact.deleted) {
    const missing = artifact?.deleted === true || isProblem(error, "not_found");
    return (
      <div className="p-6">
        {missing ? (
          <EmptyState
            heading
            icon={FileQuestion}
            title={t("viewer.missing")}
            action={
              <Link href="/artifacts" className="text-accent-text underline underline-offset-2">
                {t("viewer.back")}
              </Link>
            }
          />
        ) : error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-[60vh] rounded-lg" />
        )}
      </div>
    );
  }
  return <Open key={id} artifact={artifact} around={around} total={hasMore ? undefined : artifacts?.length} back={back} hrefOf={hrefOf} />;
}

interface OpenProps {
  readonly artifact: Artifact;
  readonly around: Neighbours<Artifact>;
  /** How many there are; undefined while nobody knows. */
  readonly total: number | undefined;
  readonly back: string;
  readonly hrefOf: (artifact: Artifact) => string;
}

function Open({ artifact, around, total, back, hrefOf }: OpenProps) {
  const [, navigate] = useLocation();
  const search = useSearch();
  const [facts, showFacts] = useState(true);
  const remove = useRemoval();
  const regeneration = useRegeneration(artifact, (id) => navigate(`/artifacts/${id}${search && `?${search}`}`));
  const removeThis = () => {
    const to = around.next ?? around.previous;
    navigate(to ? hrefOf(to) : back, { replace: true });
    void remove([artifact]);
  };
  return (
    <article className="@container flex h-full flex-col">
      <ViewerBar
        artifact={artifact}
        around={around}
        total={total}
        back={back}
        hrefOf={hrefOf}
        facts={{ shown: facts, show: showFacts }}
        onRegenerate={regeneration.start}
        onDelete={removeThis}
      />
      <Again regeneration={regeneration} />
      <div className="flex min-h-0 flex-1 @max-[720px]:flex-col @max-[720px]:overflow-y-auto">
        <div className="min-h-0 min-w-0 flex-1 overflow-y-auto bg-canvas @max-[720px]:min-h-[60%] @max-[720px]:shrink-0">
          <Body artifact={artifact} />
        </div>
        {facts && <FactsPanel artifact={artifact} />}
      </div>
    </article>
  );
}

/** Where one came from: the project's artifacts, or the gallery as it was narrowed. */
function useBack(): string {
  const search = useSearch();
  const wished = new URLSearchParams(search);
  const project = wished.get("project");
  if (wished.has("from") && project !== null) return `/projects/${encodeURIComponent(project)}/artifacts`;
  return `/artifacts${search && `?${search}`}`;
}
