import { lazy, Suspense } from "react";
import { useParams } from "wouter";

import { Skeleton } from "@/ui";
import { Gallery } from "./Gallery";

const Viewer = lazy(() => import("./viewer/Viewer").then((module) => ({ default: module.Viewer })));

/** Artifacts: everything that was made or added, and each of them large. */
export function ArtifactsScreen() {
  const { id } = useParams<{ id?: string }>();
  if (id === undefined) return <Gallery />;
  return (
    <Suspense fallback={<Skeleton className="m-4 h-7 w-64" />}>
      <Viewer id={id} />
    </Suspense>
  );
}
