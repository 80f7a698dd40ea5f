import { ArrowLeft, Link2, ListTree, MessageSquareText, Minus, Pencil, Plus, RotateCw, Search, Trash2, Download, X } from "lucide-react";
import { Link } from "wouter";

import { type KnowledgeDocument, originalUrl } from "@/api";
import { useI18n } from "@/i18n";
import { Button, IconButton, MenuButton, Segmented, Tooltip } from "@/ui";
import { looksOf } from "../kinds";
import { PageField } from "./PageField";

export type Look = "picture" | "text";

interface ReaderBarProps {
  readonly document: KnowledgeDocument;
  readonly page: number;
  readonly look: Look;
  readonly zoom: number;
  readonly outlined: boolean;
  /** Closes the sheet it is read in; on the stage one goes back instead. */
  readonly onClose?: () => void;
  readonly onPage: (page: number) => void;
  readonly onLook: (look: Look) => void;
  readonly onZoom: (zoom: number) => void;
  readonly onOutline: () => void;
  readonly onFind: () => void;
  readonly onAsk: () => void;
  readonly onRename: () => void;
  readonly onReread: () => void;
  readonly onLink: () => void;
  readonly onDelete: () => void;
}

const LEAST = 0.5;
const MOST = 3;

/** The strip above the pages: what is read, where one is, and what one can do with it. */
export function ReaderBar(props: ReaderBarProps) {
  const { document, page, look, zoom, outlined, onClose, onPage, onLook, onZoom, onOutline, onFind, onAsk } = props;
  const { t } = useI18n();
  const { icon: Icon } = looksOf(document.kind);
  const isReady = document.state === "ready";
  const percent = Math.round(zoom * 100);
  return (
    <header className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-1 gap-y-1 border-b border-line px-2 py-1">
      {onClose ? (
        <IconButton icon={X} label={t("reader.close")} onClick={onClose} />
      ) : (
        <Tooltip label={t("knowledge.back")}>
          <Link
            href="/knowledge"
            aria-label={t("knowledge.back")}
            className="inline-flex size-7 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-fg"
          >
            <ArrowLeft aria-hidden className="size-4" />
          </Link>
        </Tooltip>
      )}
      {isReady && <IconButton icon={ListTree} label={t("reader.outline")} pressed={outlined} onClick={onOutline} />}
      <h1 className="flex min-w-24 flex-1 items-center gap-1.5 px-1 text-sm font-medium">
        <Icon aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="min-w-0 truncate" title={document.title}>
          {document.title}
        </span>
      </h1>
      {isReady && (
        <>
          {document.pages > 1 && <PageField page={page} total={document.pages} onPage={onPage} />}
          {look === "picture" && (
            <span role="group" aria-label={t("reader.zoom")} className="flex items-center max-sm:hidden">
              <IconButton icon={Minus} size="sm" label={t("reader.zoom.out")} keys="-" disabled={zoom <= LEAST} onClick={() => onZoom(Math.max(LEAST, zoom / 1.25))} />
              <Tooltip label={t("reader.zoom.fit", { percent })}>
                <button
                  type="button"
                  aria-label={t("reader.zoom.fit", { percent })}
                  onClick={() => onZoom(1)}
                  className="h-6 min-w-11 rounded-sm px-1 text-xs text-muted tabular-nums hover:bg-hover hover:text-fg"
                >
                  {percent}%
                </button>
              </Tooltip>
              <IconButton icon={Plus} size="sm" label={t("reader.zoom.in")} keys="+" disabled={zoom >= MOST} onClick={() => onZoom(Math.min(MOST, zoom * 1.25))} />
            </span>
          )}
          {document.has_pictures && (
            <Segmented
              label={t("reader.look")}
              value={look}
              onChange={onLook}
              options={[
                { value: "picture", label: t("reader.look.picture") },
                { value: "text", label: t("reader.look.text") },
              ]}
            />
          )}
          <IconButton icon={Search} label={t("reader.find")} keys="/" onClick={onFind} />
        </>
      )}
      {isReady && (
        <Button icon={MessageSquareText} aria-label={t("reader.ask.whole")} title={t("reader.ask.whole")} onClick={onAsk}>
          <span className="max-lg:hidden">{t("reader.ask.short")}</span>
        </Button>
      )}
      <DocumentMenu {...props} />
    </header>
  );
}

function DocumentMenu({ document, onRename, onReread, onLink, onDelete }: ReaderBarProps) {
  const { t } = useI18n();
  const save = () => {
    const link = globalThis.document.createElement("a");
    link.href = originalUrl(document.id);
    link.download = document.name;
    link.click();
  };
  return (
    <MenuButton
      items={[
        { id: "link", label: t("reader.link"), icon: Link2, onSelect: onLink },
        { id: "original", label: t("reader.original"), icon: Download, onSelect: save },
        { id: "rename", label: t("reader.rename"), icon: Pencil, onSelect: onRename },
        { id: "again", label: t("knowledge.retry"), icon: RotateCw, onSelect: onReread },
        { id: "delete", label: t("knowledge.delete"), icon: Trash2, danger: true, separated: true, onSelect: onDelete },
      ]}
    />
  );
}
