import { MessageSquareText, Trash2, X } from "lucide-react";
import { type KeyboardEvent, useMemo, useState } from "react";

import type { KnowledgeDocument } from "@/api";
import { useT } from "@/i18n";
import { extended, NOTHING, stillThere, toggled } from "@/stage";
import { useComposer } from "@/state";
import { Button, IconButton, Toolbar, VirtualGrid } from "@/ui";
import { DocumentCard } from "./DocumentCard";
import { attachedDocument } from "./kinds";
import { useDocumentRemoval } from "./useDocumentRemoval";

interface DocumentGridProps {
  readonly documents: readonly KnowledgeDocument[];
  readonly onEnd?: () => void;
}

const NARROWEST = 160;
const heightOf = (width: number) => Math.round(((width - 2) * 11) / 16) + 66;

/** Documents to look through, open, choose and let go. Space chooses, Shift extends, Delete deletes. */
export function DocumentGrid({ documents, onEnd }: DocumentGridProps) {
  const t = useT();
  const remove = useDocumentRemoval();
  const order = useMemo(() => documents.map(({ id }) => id), [documents]);
  const [wish, setSelection] = useState(NOTHING);
  const selection = stillThere(wish, order);
  const chosen = documents.filter(({ id }) => selection.ids.has(id));
  const choosing = chosen.length > 0;
  const clear = () => setSelection(NOTHING);
  const removeAll = (wished: readonly KnowledgeDocument[]) => {
    clear();
    void remove(wished);
  };
  const ask = () => {
    for (const document of chosen) useComposer.getState().attach(attachedDocument(document));
    clear();
    useComposer.getState().fill("");
  };
  const press = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    if (event.key === "Escape" && choosing) clear();
    else if (event.key === "Delete") removeAll(choosing ? chosen : documents.filter(({ id }) => id === idAt(event.target)));
    else return;
    event.preventDefault();
  };
  return (
    <div onKeyDown={press} className="flex flex-col gap-3">
      <VirtualGrid items={documents} keyOf={({ id }) => id} minWidth={NARROWEST} rowHeight={heightOf} label={t("knowledge.list")} gap={14} onEnd={onEnd}>
        {(document, { tabIndex }) => (
          <DocumentCard
            document={document}
            tabIndex={tabIndex}
            chosen={selection.ids.has(document.id)}
            choosing={choosing}
            onChoose={(id, range) => setSelection((now) => (range ? extended(now, id, order) : toggled(now, id)))}
          />
        )}
      </VirtualGrid>
      {choosing && (
        <Toolbar
          label={t("knowledge.selection")}
          className="sticky bottom-3 z-20 mx-auto flex max-w-full animate-rise items-center gap-1.5 rounded-lg bg-raised py-1.5 pr-1.5 pl-3.5 shadow-float"
        >
          <span role="status" className="mr-2 min-w-0 truncate text-sm text-fg tabular-nums">
            {t("knowledge.selected", { count: chosen.length })}
          </span>
          <Button icon={MessageSquareText} onClick={ask}>
            <span className="max-sm:sr-only">{t("knowledge.select.ask")}</span>
          </Button>
          <Button tone="danger" icon={Trash2} onClick={() => removeAll(chosen)}>
            <span className="max-sm:sr-only">{t("knowledge.delete")}</span>
          </Button>
          <IconButton icon={X} label={t("knowledge.select.none")} side="top" onClick={clear} />
        </Toolbar>
      )}
    </div>
  );
}

function idAt(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>("[data-document]")?.dataset.document : undefined;
}
