import { TriangleAlert } from "lucide-react";
import { startTransition, useEffect, useState } from "react";

import { type KnowledgeDocument, pagePictureUrl, useDocumentPages } from "@/api";
import { hintOf, messageOf, useI18n, useT } from "@/i18n";
import { classes, ForeignText } from "@/ui";
import { firstLinesOf } from "./excerpt";
import { looksOf } from "./kinds";

/** How long a cover stands still before its picture is fetched: who scrolls past hundreds fetches none on the way. */
const STILL = 100;
const WIDTH = 420;
const LETTERS = 420;

interface CoverProps {
  readonly document: KnowledgeDocument;
  readonly className?: string;
}

/** The first page of a document: its picture, or its first lines on paper of its kind. Its name stands beside it. */
export function Cover({ document, className }: CoverProps) {
  const [broken, setBroken] = useState(false);
  const hasPicture = document.has_pictures && document.state === "ready" && !broken;
  return (
    <span aria-hidden className={classes("relative block overflow-hidden", className)}>
      {document.state === "failed" ? (
        <Wrong document={document} />
      ) : hasPicture ? (
        <Picture document={document} onError={() => setBroken(true)} />
      ) : (
        <Typed document={document} />
      )}
    </span>
  );
}

/** Why there is nothing to show, and what to do about it. */
function Wrong({ document }: { readonly document: KnowledgeDocument }) {
  const { t } = useI18n();
  const problem = document.problem && { ...document.problem, subject: document.title };
  return (
    <span className="flex size-full flex-col gap-1 bg-bad-soft px-3 py-2.5 text-2xs">
      <span className="line-clamp-3 shrink-0 font-medium break-words text-bad-text">
        <TriangleAlert className="mr-1 inline size-3 align-[-1.5px]" />
        {problem ? messageOf(problem, t) : t("reader.failed")}
      </span>
      <span className="line-clamp-4 break-words text-fg">{problem && hintOf(problem, t)}</span>
    </span>
  );
}

function Picture({ document, onError }: { readonly document: KnowledgeDocument; readonly onError: () => void }) {
  const [framed, setFramed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setFramed(true)), STILL);
    return () => clearTimeout(timer);
  }, []);
  return (
    <span className="block size-full bg-canvas px-5 pt-4">
      <span className="block size-full overflow-hidden rounded-t-sm bg-paper shadow-float">
        {framed && (
          <img
            src={pagePictureUrl(document, 1, WIDTH)}
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
            onError={onError}
            className="block w-full animate-fade"
          />
        )}
      </span>
    </span>
  );
}

function Typed({ document }: { readonly document: KnowledgeDocument }) {
  const t = useT();
  const { icon: Icon, cover } = looksOf(document.kind);
  const { data } = useDocumentPages(document, 1, 1, document.state === "ready");
  const words = firstLinesOf(data?.[0]?.text ?? "").slice(0, LETTERS);
  return (
    <span className={classes("block size-full px-5 pt-4", cover)}>
      <span className="flex size-full flex-col gap-2 overflow-hidden rounded-t-sm bg-raised px-3.5 pt-3 shadow-raised">
        <span className="flex items-center gap-1.5 text-2xs font-semibold">
          <Icon strokeWidth={1.75} className="size-3.5" />
          {t(`knowledge.kind.${document.kind}`)}
        </span>
        {words ? (
          <span className="block text-[9px] leading-[13px] break-words whitespace-pre-line text-muted">
            <ForeignText still>{words}</ForeignText>
          </span>
        ) : (
          <Lines />
        )}
      </span>
    </span>
  );
}

/** A page of which nothing is known yet. */
function Lines() {
  return (
    <span className="flex flex-col gap-2 pt-1">
      {["w-2/3", "w-full", "w-5/6", "w-full", "w-1/2"].map((width, index) => (
        <span key={index} className={classes("block h-1 rounded-full bg-active", width)} />
      ))}
    </span>
  );
}
