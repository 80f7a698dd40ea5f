import { TriangleAlert } from "lucide-react";
import { useMemo } from "react";

import type { Message } from "@/api";
import { useT } from "@/i18n";
import { annotated, Markdown, type MarkdownNotes, Tooltip } from "@/ui";
import { doubtsOf, numbersOf } from "./grounding";
import { MarkChip } from "./MarkChip";
import { restingOn } from "./resting";

/** An answer that rests on documents: each mark leads to its passage, and what nothing supports is underlined. */
export function AnswerWords({ message }: { readonly message: Message }) {
  const t = useT();
  const notes = useMemo((): MarkdownNotes => {
    const passages = new Map(message.sources.map((passage) => [passage.mark, passage]));
    const doubts = doubtsOf(message);
    const numbers = numbersOf(message);
    return {
      apply: (parts) => annotated(parts, new Set(passages.keys()), doubts),
      cite: (mark, at) => {
        const passage = passages.get(mark);
        return passage && <MarkChip passage={restingOn(message, passage, at)} number={numbers.get(mark) ?? mark} />;
      },
      flag: (index) => <Flag words={t("sources.flag", { reason: t(`sources.reason.${doubts[index]?.reason ?? "other"}`) })} />,
    };
  }, [message, t]);
  return <Markdown notes={notes}>{message.content}</Markdown>;
}

/** Stands at the end of a sentence that nothing supports. */
function Flag({ words }: { readonly words: string }) {
  return (
    <Tooltip label={words} side="top">
      <button type="button" aria-label={words} className="ml-0.5 inline-flex rounded-sm align-[-2px] text-warn-text">
        <TriangleAlert aria-hidden className="size-3.5" />
      </button>
    </Tooltip>
  );
}
