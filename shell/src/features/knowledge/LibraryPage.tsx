import { FileQuestion, MessageSquareText, SearchX } from "lucide-react";
import { useState } from "react";

import { type Collection, type DocumentState, useCollections } from "@/api";
import { useT } from "@/i18n";
import { AddDocuments } from "@/knowledge/AddDocuments";
import { DocumentGrid } from "@/knowledge/DocumentGrid";
import { DocumentsSkeleton } from "@/knowledge/DocumentsSkeleton";
import { attachedCollection } from "@/knowledge/kinds";
import { SendingRows } from "@/knowledge/SendingRows";
import { useSending } from "@/knowledge/sending";
import { useDocumentList } from "@/knowledge/useDocuments";
import { Filter, FilterBar, Page, Trouble, useSettled } from "@/stage";
import { useComposer } from "@/state";
import { Button, DropZone, EmptyState, toast } from "@/ui";
import { CollectionMenu } from "./CollectionMenu";
import { CollectionTabs } from "./CollectionTabs";
import { DigestMenu } from "./DigestMenu";
import { EmptyLibrary } from "./EmptyLibrary";
import { Passages } from "./Passages";

const STATES = ["all", "waiting", "ready", "failed"] as const;

/** All documents, or those of a collection: look through, search, add, choose. */
export function LibraryPage({ collection: id }: { readonly collection: string | undefined }) {
  const t = useT();
  const [words, setWords] = useState("");
  const [state, setState] = useState<DocumentState | "all">("all");
  const query = useSettled(words.trim());
  const { data: collections } = useCollections();
  const collection = collections?.find((each) => each.id === id);
  const list = useDocumentList({ collection: id, query, state: state === "all" ? undefined : state });
  const place = id === undefined ? {} : { collection: id, project: collection?.project };
  const narrowed = query !== "" || state !== "all";
  const isEmpty = list.documents?.length === 0 && !narrowed;
  const title = collection?.name ?? t("knowledge.title");
  if (id !== undefined && collections !== undefined && collection === undefined) {
    return (
      <Page wide title={t("knowledge.title")}>
        <EmptyState icon={FileQuestion} title={t("knowledge.missing.collection")} />
      </Page>
    );
  }
  const add = (files: readonly File[], isCut: boolean) => {
    useSending.getState().add(files, place);
    if (isCut) toast(t("knowledge.drop.cut", { count: files.length }));
  };
  return (
    <DropZone
      folders
      onFiles={add}
      label={collection ? t("knowledge.drop.collection", { name: collection.name }) : t("knowledge.drop")}
      className="flex min-h-full flex-col [&>*]:flex-1"
    >
      <Page wide title={title} about={collection ? <About collection={collection} /> : t("knowledge.about")} aside={<AddDocuments place={place} />}>
        <div className="flex flex-1 flex-col gap-5">
          {(!isEmpty || (collections ?? []).length > 0) && <CollectionTabs collections={collections ?? []} current={id} />}
          {!isEmpty && (
            <FilterBar label={t("knowledge.search")} words={words} onWords={setWords}>
              <Filter
                label={t("knowledge.state")}
                value={state}
                onChange={setState}
                options={STATES.map((value) => ({ value, label: t(`knowledge.state.${value}`) }))}
              />
              <DigestMenu collection={id} project={collection?.project} />
              {collection && (
                <Button
                  icon={MessageSquareText}
                  aria-label={t("knowledge.collection.ask")}
                  title={t("knowledge.collection.ask")}
                  onClick={() => useComposer.getState().bring(attachedCollection(collection))}
                >
                  {t("reader.ask.short")}
                </Button>
              )}
            </FilterBar>
          )}
          <SendingRows />
          {query !== "" && <Passages words={query} collection={id} />}
          {list.documents === undefined ? (
            list.error ? <Trouble error={list.error} onRetry={list.retry} /> : <DocumentsSkeleton />
          ) : isEmpty ? (
            <EmptyLibrary place={place} collection={collection} />
          ) : list.documents.length > 0 ? (
            <section className="flex flex-col gap-2.5">
              {query !== "" && <h2 className="text-xs font-medium text-muted">{t("knowledge.search.documents")}</h2>}
              <DocumentGrid documents={list.documents} onEnd={list.more} />
            </section>
          ) : query === "" ? (
            <EmptyState icon={SearchX} title={t("knowledge.search.nothing")} action={<Button onClick={() => setState("all")}>{t("knowledge.search.clear")}</Button>} />
          ) : null}
        </div>
      </Page>
    </DropZone>
  );
}

function About({ collection }: { readonly collection: Collection }) {
  const t = useT();
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {t("knowledge.collection.documents", { count: collection.documents })}
      {collection.is_watched && collection.folder && <span>· {t("knowledge.watch.now", { folder: collection.folder })}</span>}
      <CollectionMenu collection={collection} />
    </span>
  );
}
