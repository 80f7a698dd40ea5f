import { lazy, Suspense } from "react";
import { useLocation, useParams, useSearch } from "wouter";

import { readPlace, writePlace } from "@/knowledge/reader/place";
import { Skeleton } from "@/ui";
import { LibraryPage } from "./LibraryPage";

const Reader = lazy(() => import("@/knowledge/reader/Reader").then((module) => ({ default: module.Reader })));

/** Knowledge: documents in their collections, and each of them to be read. */
export function KnowledgeScreen() {
  const { part, id } = useParams<{ part?: string; id?: string }>();
  const search = useSearch();
  const [, navigate] = useLocation();
  if (part !== "d" || id === undefined) return <LibraryPage key={id} collection={part === "c" ? id : undefined} />;
  return (
    <Suspense fallback={<Skeleton className="m-4 h-7 w-64" />}>
      <Reader
        id={id}
        place={readPlace(search)}
        onPlace={(place) => navigate(`/knowledge/d/${encodeURIComponent(id)}${writePlace(place)}`, { replace: true })}
        onLeave={() => navigate("/knowledge")}
      />
    </Suspense>
  );
}
