import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";

import type { Approval, StepEdit } from "@/api";
import { useT } from "@/i18n";
import { EnvironmentBand } from "@/stage";
import { announce } from "@/state";
import { classes, EndMark, LongBox, Markdown, showUnseen, UnseenContext, useUnseenParts } from "@/ui";
import { ApprovalOptions } from "./ApprovalOptions";
import { Autoruns, autorunsIn } from "./Autoruns";
import { ChangedNote } from "./ChangedNote";
import { Given } from "./Given";
import { isNo, optionFor } from "./keys";
import { Notices } from "./Notices";
import { Outcome } from "./Outcome";
import { isPlan, PlanOptions } from "./PlanOptions";
import { Preview } from "./Preview";
import { QuestionOptions } from "./QuestionOptions";
import { SheetHeader } from "./SheetHeader";
import { StepOptions } from "./StepOptions";
import { UnseenNote, unseenNoteOf } from "./UnseenNote";
import { type ChoiceProps, type Decision, useDecision } from "./useDecision";
import { FRESH, useFresh } from "./useFresh";

export interface ApprovalCardProps {
  readonly approval: Approval;
  /** The name of who asks. */
  readonly agent?: string;
  /** What stands above the choice: what can be changed along with it. */
  readonly change?: ReactNode;
  /** What the person changes along with the decision; null while that is not fit to be sent. */
  readonly edit?: Partial<StepEdit> | null;
  readonly className?: string;
}

/** The card itself; use `ApprovalCard`, which loads it when something waits. Another version is seen anew. */
export function ApprovalSheet(props: ApprovalCardProps) {
  const { approval } = props;
  const decision = useDecision(approval);
  return <Sheet key={`${approval.id} ${approval.binds.content_hash}`} {...props} decision={decision} />;
}

function Sheet({ approval, agent, change, edit, decision, className }: ApprovalCardProps & { readonly decision: Decision }) {
  const t = useT();
  const id = useId();
  const card = useRef<HTMLElement>(null);
  const unseen = useUnseenParts();
  const fresh = useFresh();
  const question = approval.kind === "question";
  const pending = approval.status === "pending";
  const autoruns = autorunsIn(approval.preview);

  const decideBy = (by: "click" | "key", option: string, answer?: string) => {
    if (edit === null || (fresh && !isNo(option))) return;
    if (!isNo(option) && showUnseen(card.current, by)) {
      announce(`${t("decisions.unseen")} ${t("decisions.unseen.about")}`);
      return;
    }
    // The buttons go away with the decision: the card keeps the focus.
    card.current?.focus();
    decision.decide(option, answer, edit);
  };
  const decide: Decision["decide"] = (option, answer) => decideBy("click", option, answer);
  const press = (event: KeyboardEvent) => {
    if (!pending || event.repeat || event.metaKey || event.ctrlKey || event.altKey) return;
    // What lies over the card, such as a dialog of it, has keys of its own.
    if (!card.current?.contains(event.target as Node)) return;
    if (/^(INPUT|TEXTAREA)$/.test((event.target as HTMLElement).tagName)) return;
    const option = question ? numbered(approval, event.key) : optionFor(event.key, approval);
    if (option === undefined || !approval.options.some((each) => each.id === option)) return;
    event.preventDefault();
    event.stopPropagation();
    decideBy("key", option);
  };

  return (
    <UnseenContext value={unseen}>
      <section
        ref={card}
        aria-labelledby={id}
        tabIndex={0}
        onKeyDown={press}
        data-approval={approval.id}
        {...(fresh ? FRESH : undefined)}
        className={classes(
          "@container flex animate-rise flex-col rounded-lg border bg-raised shadow-raised",
          pending && approval.is_protected ? "border-danger" : pending ? "border-line-strong" : "border-line",
          className,
        )}
      >
        {approval.environment && (
          <EnvironmentBand name={approval.environment} isProtected={approval.is_protected} className="rounded-t-[inherit]" />
        )}
        <SheetHeader id={id} approval={approval} agent={agent} />
        {pending && decision.changed && <ChangedNote successor={decision.successor} />}
        {pending && autoruns.length > 0 && (
          <div className="px-3.5 pt-2.5">
            <Autoruns autoruns={autoruns} />
          </div>
        )}
        {pending && approval.notices.length > 0 && (
          <div className="px-3.5 pt-2.5">
            <Notices notices={approval.notices} />
          </div>
        )}
        {approval.body && (
          <LongBox label={t("decisions.text")} lines={approval.body.split("\n").length} className="px-3.5 pt-1 text-sm text-muted">
            <Markdown>{approval.body}</Markdown>
          </LongBox>
        )}
        {approval.preview === null && approval.call && !question && (
          <div className="px-3.5 pt-2.5">
            <Given params={approval.call.params} />
          </div>
        )}
        {approval.preview && approval.preview.type !== "options" && (
          <div className="px-3.5 pt-2.5">
            <Preview preview={approval.preview} decided={!pending} />
          </div>
        )}
        {pending && change && <div className="px-3.5 pt-2.5">{change}</div>}
        {pending && unseen.count > 0 && (
          <div className="px-3.5 pt-2.5">
            <UnseenNote id={id} card={() => card.current} />
          </div>
        )}
        {pending && <Choice approval={approval} decision={{ ...decision, decide, busy: decision.busy || edit === null, held: unseen.count > 0, fresh }} note={unseenNoteOf(id)} />}
        {pending && <EndMark quiet />}
        {!pending && <Outcome approval={approval} />}
      </section>
    </UnseenContext>
  );
}

/** The answer that a number key means: those of a question are counted as they stand. */
function numbered({ options }: Approval, key: string): string | undefined {
  return options.filter((option) => !option.input)[Number(key) - 1]?.id;
}

/** The answers there are: those of a question, of a step that waits, or yes and no. */
function Choice(props: ChoiceProps) {
  const { approval } = props;
  if (approval.kind === "question") return <QuestionOptions {...props} />;
  if (isPlan(approval)) return <PlanOptions {...props} />;
  if (approval.kind === "step") return <StepOptions {...props} />;
  return <ApprovalOptions {...props} />;
}
