import { ChevronRight, CircleCheck, CircleDashed, CircleSlash, type LucideIcon } from "lucide-react";

import type { Grounding, Message, Passage } from "@/api";
import { useT } from "@/i18n";
import { Badge, ForeignText, Popover, type Tone } from "@/ui";
import { excerptOf } from "../excerpt";
import { countOf, doubtsOf, numbersOf, uncitedIn } from "./grounding";
import { nameOf, useFollow } from "./MarkChip";
import { OpenSource } from "./OpenSource";

/** What stands under an answer that rests on documents: how far, on which passages, and what is not in them. */
export function AnswerSources({ message }: { readonly message: Message }) {
  const t = useT();
  const { sources, grounding } = message;
  const doubts = doubtsOf(message);
  return (
    <div className="flex flex-col gap-2 text-xs">
      {doubts.length > 0 && (
        <div className="rounded-md bg-warn-soft px-3 py-2 text-warn-text">
          <p className="font-medium">{t("sources.unsupported", { count: doubts.length })}</p>
          <ul className="mt-1 list-disc pl-5">
            {doubts.map((doubt) => (
              <li key={doubt.start}>
                <ForeignText>{doubt.words}</ForeignText> <span>({t(`sources.reason.${doubt.reason}`)})</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5">
        {grounding && <GroundingBadge message={message} grounding={grounding} />}
        {sources.length > 0 && <SourceList message={message} />}
      </div>
      <OpenSource />
    </div>
  );
}

const VERDICTS: Readonly<Record<Grounding["verdict"], { readonly icon: LucideIcon; readonly tone: Tone }>> = {
  grounded: { icon: CircleCheck, tone: "ok" },
  partly: { icon: CircleDashed, tone: "warn" },
  not_grounded: { icon: CircleSlash, tone: "bad" },
};

/** How far the answer is in the documents, and what that means. */
function GroundingBadge({ message, grounding }: { readonly message: Message; readonly grounding: Grounding }) {
  const t = useT();
  const { icon: Icon, tone } = VERDICTS[grounding.verdict];
  const words = t(`sources.verdict.${grounding.verdict}`);
  const uncited = uncitedIn(message);
  return (
    <Popover
      label={words}
      className="max-h-96 w-80 max-w-[calc(100vw-24px)] overflow-y-auto p-3 text-xs"
      trigger={
        <button type="button" className="rounded-sm">
          <Badge tone={tone}>
            <Icon aria-hidden className="size-3" />
            {words}
          </Badge>
        </button>
      }
    >
      <p className="font-medium text-fg">{words}</p>
      <p className="mt-1 text-muted">{t(`sources.verdict.${grounding.verdict}.about`)}</p>
      <ul className="mt-2 text-muted tabular-nums">
        <li>{t("sources.checked", { count: countOf(message, "supported") })}</li>
        {uncited.length > 0 && <li>{t("sources.uncited", { count: uncited.length })}</li>}
      </ul>
      {uncited.length > 0 && (
        <ul className="mt-1.5 flex flex-col gap-1 border-l-2 border-line-strong pl-2 text-fg">
          {uncited.map((sentence) => (
            <li key={sentence}>
              <ForeignText>{sentence}</ForeignText>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}

function SourceList({ message }: { readonly message: Message }) {
  const t = useT();
  const { sources } = message;
  const passages = new Map(sources.map((passage) => [passage.mark, passage]));
  const numbered = [...numbersOf(message)].map(([mark, number]) => ({ passage: passages.get(mark), number }));
  return (
    <details className="group/sources min-w-0 flex-[1_1_5rem] open:basis-full">
      <summary className="flex w-fit list-none items-center gap-0.5 rounded-sm pr-1 text-muted hover:text-fg">
        <ChevronRight aria-hidden className="size-3.5 transition-transform duration-100 group-open/sources:rotate-90" />
        {t("sources.title", { count: sources.length })}
      </summary>
      <ol className="mt-1.5 flex flex-col overflow-hidden rounded-md border border-line">
        {numbered.map(
          ({ passage, number }) =>
            passage && (
              <li key={number} className="border-b border-line last:border-b-0">
                <SourceRow passage={passage} number={number} />
              </li>
            ),
        )}
      </ol>
    </details>
  );
}

function SourceRow({ passage, number }: { readonly passage: Passage; readonly number: number }) {
  const t = useT();
  const follow = useFollow(passage);
  return (
    <a href={passage.path} aria-label={nameOf(passage, number, t)} onClick={follow} className="flex gap-2.5 px-2.5 py-2 -outline-offset-2 hover:bg-hover">
      <span className="shrink-0 font-medium text-accent-text tabular-nums">{number}</span>
      <span className="min-w-0">
        <span className="flex gap-2">
          <span className="min-w-0 truncate font-medium text-fg">{passage.title}</span>
          {passage.page !== null && <span className="shrink-0 text-muted tabular-nums">{t("knowledge.page.short", { page: passage.page })}</span>}
        </span>
        <span className="line-clamp-2 text-muted">
          <ForeignText still>{excerptOf(passage.text, passage.section)}</ForeignText>
        </span>
      </span>
    </a>
  );
}
