import { MessageSquareQuote, Quote, X } from "lucide-react";

import type { KnowledgeDocument } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { useComposer } from "@/state";
import { Button, IconButton, toast, Toolbar } from "@/ui";
import { attachedDocument } from "../kinds";

interface PassageBarProps {
  readonly document: KnowledgeDocument;
  readonly page: number;
  /** The words: selected, or lit. */
  readonly words: string;
  /** Puts out the light; nothing where words are selected. */
  readonly onClear?: () => void;
  readonly onAsk?: () => void;
}

const LONGEST = 1_200;

/** What one can do with a passage: copy it with its source, or ask about it. */
export function PassageBar({ document, page, words, onClear, onAsk }: PassageBarProps) {
  const t = useT();
  const source = document.pages > 1 ? t("reader.source", { title: document.title, page }) : document.title;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(t("reader.copy.source", { text: words, source }));
      toast.success(t("reader.copied"));
    } catch (error) {
      tellTrouble(error, t);
    }
  };
  const ask = () => {
    onAsk?.();
    const quote = words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
    useComposer.getState().bring(attachedDocument(document));
    useComposer.getState().fill(`> ${quote}\n\n`);
  };
  return (
    <Toolbar
      label={t("reader.selection")}
      className="absolute bottom-3 left-1/2 z-10 w-max max-w-[calc(100%-16px)] -translate-x-1/2 animate-fade flex-nowrap rounded-lg bg-raised p-1.5 shadow-float"
    >
      {/* A press must not end the selection before it was used. */}
      <span onPointerDown={(event) => event.preventDefault()} className="contents">
        <Button tone="primary" icon={MessageSquareQuote} onClick={ask}>
          {t("reader.ask")}
        </Button>
        <Button icon={Quote} onClick={() => void copy()}>
          <span className="max-sm:sr-only">{t("reader.copy")}</span>
        </Button>
        {onClear && <IconButton icon={X} label={t("reader.selection.clear")} side="top" keys="Esc" onClick={onClear} />}
      </span>
    </Toolbar>
  );
}
