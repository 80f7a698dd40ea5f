import { useCallback, useEffect, useRef, useState } from "react";

import { type KnowledgeDocument, useDocumentPages, useReindexDocument } from "@/api";
import { hintOf, messageOf, useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { NARROW, useComposer, useCrumb } from "@/state";
import { Button, toast, useMedia } from "@/ui";
import { attachedDocument, documentPath } from "../kinds";
import { ReadingProgress } from "../ReadingProgress";
import { spanIn } from "../text";
import { useDocumentRemoval } from "../useDocumentRemoval";
import { EarlierBar } from "./EarlierBar";
import { FindPanel } from "./FindPanel";
import { BUNDLE, PageList, type PageListHandle } from "./PageList";
import { PassageBar } from "./PassageBar";
import { litOn, type Place, writePlace } from "./place";
import type { ReaderProps } from "./Reader";
import { type Look, ReaderBar } from "./ReaderBar";
import { RenameDocument } from "./RenameDocument";
import { SidePanel } from "./SidePanel";
import { useFind } from "./useFind";
import { useReaderKeys } from "./useReaderKeys";
import { useSelected } from "./useSelected";

interface OpenDocumentProps extends ReaderProps {
  readonly document: KnowledgeDocument;
  /** The newest version, where this is an earlier one. */
  readonly newest: KnowledgeDocument | undefined;
  readonly onVersion: (version: number | undefined) => void;
}

/** A document that is there, whatever its state. */
export function OpenDocument({ document, newest, place, onPlace, onVersion, onLeave, inSheet }: OpenDocumentProps) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const pages = useRef<PageListHandle>(null);
  const field = useRef<HTMLInputElement>(null);
  const narrow = useMedia(NARROW);
  const [wishedLook, setLook] = useState<Look>("picture");
  const [zoom, setZoom] = useState(1);
  const [page, setPage] = useState(place.page);
  const [outlined, setOutlined] = useState(!inSheet && !narrow && (document.outline ?? []).length > 0);
  const [seeking, seek] = useState(false);
  const [words, setWords] = useState("");
  const [renaming, rename] = useState(false);
  const again = useReindexDocument();
  const remove = useDocumentRemoval();
  const find = useFind(document, seeking ? words : "");
  const selected = useSelected(box);
  const litWords = useLitWords(document, place);
  useCrumb(inSheet ? undefined : document.title);
  const isReady = document.state === "ready";
  const look: Look = document.has_pictures ? wishedLook : "text";
  const unlight = () => onPlace({ page, start: null, end: null });
  const onPage = useCallback((next: number) => setPage(next), []);
  const goTo = (next: number) => pages.current?.goTo(next);
  const stopSeeking = () => {
    seek(false);
    pages.current?.focus();
  };
  useEffect(() => {
    if (seeking) field.current?.focus();
  }, [seeking]);
  useReaderKeys(box, inSheet === true, (key) => {
    if (key === "Escape" && seeking) stopSeeking();
    else if (key === "Escape" && place.start !== null) unlight();
    else if (key === "Escape" && !inSheet) onLeave();
    else if (!isReady) return false;
    else if (key === "j" || key === "ArrowRight") goTo(page + 1);
    else if (key === "k" || key === "ArrowLeft") goTo(page - 1);
    else if (key === "/") {
      seek(true);
      field.current?.focus();
    } else if (key === "+") setZoom((now) => Math.min(3, now * 1.25));
    else if (key === "-") setZoom((now) => Math.max(0.5, now / 1.25));
    else return false;
    return true;
  });
  const link = async () => {
    const address = `${location.origin}${documentPath(document.id)}${writePlace({ ...place, page })}`;
    await navigator.clipboard.writeText(address).then(() => toast.success(t("reader.link.copied")), (error: unknown) => tellTrouble(error, t));
  };
  const ask = () => {
    if (inSheet) onLeave();
    useComposer.getState().bring(attachedDocument(document));
  };
  const erase = () => {
    onLeave();
    void remove([document]);
  };
  const passage = selected || litWords;
  return (
    <div ref={box} className="relative flex h-full min-h-0 flex-col">
      <ReaderBar
        document={document}
        page={page}
        look={look}
        zoom={zoom}
        outlined={outlined}
        onClose={inSheet && onLeave}
        onPage={goTo}
        onLook={setLook}
        onZoom={setZoom}
        onOutline={() => setOutlined(!outlined)}
        onFind={() => (seeking ? stopSeeking() : seek(true))}
        onAsk={ask}
        onRename={() => rename(true)}
        onReread={() => again.mutate(document.id, { onError: (error) => tellTrouble(error, t) })}
        onLink={() => void link()}
        onDelete={erase}
      />
      {newest && <EarlierBar document={document} newest={newest} onNewest={() => onVersion(undefined)} />}
      {seeking && <FindPanel document={document} earlier={newest !== undefined} words={words} onWords={setWords} find={find} onPlace={onPlace} onClose={stopSeeking} field={field} />}
      {isReady ? (
        <div className="flex min-h-0 flex-1">
          {outlined && (
            <SidePanel
              document={document}
              newest={newest?.version ?? document.version}
              onVersion={onVersion}
              page={page}
              lit={place.page === page ? place.start : null}
              onEntry={(entry) => {
                if (narrow) setOutlined(false);
                onPlace({ page: entry.page, start: entry.start, end: entry.start + [...entry.title].length });
              }}
            />
          )}
          {!(outlined && narrow) && <PageList ref={pages} document={document} place={place} look={look} zoom={zoom} found={find.byPage} onPage={onPage} />}
        </div>
      ) : (
        <Unread document={document} busy={again.isPending} onAgain={() => again.mutate(document.id, { onError: (error) => tellTrouble(error, t) })} />
      )}
      {isReady && passage !== "" && (
        <PassageBar
          document={document}
          page={selected ? page : place.page}
          words={passage}
          onClear={selected ? undefined : unlight}
          onAsk={inSheet && onLeave}
        />
      )}
      {renaming && <RenameDocument document={document} onClose={() => rename(false)} />}
    </div>
  );
}

/** The words of the passage that is lit. */
function useLitWords(document: KnowledgeDocument, place: Place): string {
  const from = Math.floor((place.page - 1) / BUNDLE) * BUNDLE + 1;
  const { data } = useDocumentPages(document, from, Math.min(from + BUNDLE - 1, Math.max(1, document.pages)), document.state === "ready" && place.start !== null);
  const lit = (data ?? []).map((page) => {
    const span = litOn(place, { start: page.start, length: page.text.length });
    if (span === null) return "";
    const { start, end } = spanIn(page.text, span);
    return page.text.slice(start, end);
  });
  return lit.filter(Boolean).join(" ").replaceAll(/\s+/g, " ").trim();
}

/** A document whose pages are not there: on their way, or why they are not. */
function Unread({ document, busy, onAgain }: { readonly document: KnowledgeDocument; readonly busy: boolean; readonly onAgain: () => void }) {
  const t = useT();
  const { problem } = document;
  return (
    <div className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center gap-4 px-6 py-12 text-center text-sm">
      {document.state === "waiting" ? (
        <>
          <p className="text-muted">{t("reader.waiting")}</p>
          <ReadingProgress document={document} />
        </>
      ) : (
        <div role="alert">
          <p className="text-md font-medium text-fg">{problem ? messageOf(problem, t) : t("reader.failed")}</p>
          {problem && hintOf(problem, t) && <p className="mt-1 text-muted">{hintOf(problem, t)}</p>}
          <Button busy={busy} onClick={onAgain} className="mt-4">
            {t("knowledge.retry")}
          </Button>
        </div>
      )}
    </div>
  );
}
