import { FileQuestion } from "lucide-react";

import { isProblem, useKnowledgeDocument } from "@/api";
import { useT } from "@/i18n";
import { Trouble } from "@/stage";
import { EmptyState, Skeleton } from "@/ui";
import { OpenDocument } from "./OpenDocument";
import { FIRST, type Place } from "./place";

export interface ReaderProps {
  readonly id: string;
  readonly place: Place;
  readonly onPlace: (place: Place) => void;
  /** Leaves the document: where it was deleted, or Escape was pressed. */
  readonly onLeave: () => void;
  /** Whether it is read in a sheet, over something else. */
  readonly inSheet?: true;
}

/** A document to be read: its pages, its headings, a passage of it lit. */
export function Reader(props: ReaderProps) {
  const t = useT();
  const { version } = props.place;
  const newest = useKnowledgeDocument(props.id);
  const isEarlier = newest.data !== undefined && version !== undefined && version !== newest.data.version;
  const earlier = useKnowledgeDocument(props.id, version, isEarlier);
  const { data: document, error, refetch } = isEarlier ? earlier : newest;
  // Whoever goes on in an earlier version stays in it.
  const onPlace = (place: Place) => props.onPlace(isEarlier ? { version, ...place } : place);
  if (document !== undefined)
    return <OpenDocument {...props} key={isEarlier ? `${document.id}/${document.version}` : document.id} document={document} newest={isEarlier ? newest.data : undefined} onPlace={onPlace} onVersion={(wished) => props.onPlace({ ...FIRST, version: wished })} />;
  return (
    <div className="p-6">
      {isProblem(error, "not_found") ? (
        <EmptyState heading icon={FileQuestion} title={t("knowledge.missing")} />
      ) : error ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="mx-auto h-[70vh] max-w-2xl rounded-lg" />
      )}
    </div>
  );
}
