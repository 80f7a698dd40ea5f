import {
  CircleCheck,
  CircleSlash,
  CircleX,
  ClipboardList,
  FilePen,
  Globe,
  Lock,
  type LucideIcon,
  MessageCircleQuestion,
  ShieldCheck,
  ShieldQuestion,
  Terminal,
  Trash2,
  Undo2,
  Waypoints,
} from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";

import type { Approval, ApprovalStatus, StepEdit } from "@/api";
import { useT } from "@/i18n";
import { EnvironmentBand } from "@/stage";
import { Badge, classes, Markdown, type Tone } from "@/ui";
import { ApprovalOptions } from "./ApprovalOptions";
import { optionFor } from "./keys";
import { Outcome } from "./Outcome";
import { isPlan, PlanOptions } from "./PlanOptions";
import { Preview } from "./Preview";
import { QuestionOptions } from "./QuestionOptions";
import { StepOptions } from "./StepOptions";
import { type Decision, useDecision } from "./useDecision";

const ICONS: Readonly<Partial<Record<Approval["kind"], LucideIcon>>> = {
  write: FilePen,
  delete: Trash2,
  exec: Terminal,
  trust: ShieldCheck,
  environment: Lock,
  external: Globe,
  question: MessageCircleQuestion,
  undo: Undo2,
  step: Waypoints,
  plan: ClipboardList,
};

const OUTCOMES: Readonly<Record<Exclude<ApprovalStatus, "pending">, { readonly icon: LucideIcon; readonly tone: Tone }>> = {
  granted: { icon: CircleCheck, tone: "ok" },
  denied: { icon: CircleX, tone: "bad" },
  expired: { icon: CircleSlash, tone: "neutral" },
  superseded: { icon: CircleSlash, tone: "neutral" },
};

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

/** The card itself; use `ApprovalCard`, which loads it when something waits. */
export function ApprovalSheet({ approval, agent, change, edit, className }: ApprovalCardProps) {
  const t = useT();
  const id = useId();
  const card = useRef<HTMLElement>(null);
  const decision = useDecision(approval);
  const question = approval.kind === "question";
  const pending = approval.status === "pending";
  const Icon = ICONS[approval.kind] ?? ShieldQuestion;

  const decide: Decision["decide"] = (option, answer) => {
    if (edit === null) return;
    // The buttons go away with the decision: the card keeps the focus.
    card.current?.focus();
    decision.decide(option, answer, edit);
  };
  const press = (event: KeyboardEvent) => {
    if (!pending || event.metaKey || event.ctrlKey || event.altKey) return;
    // What lies over the card, such as a dialog of it, has keys of its own.
    if (!card.current?.contains(event.target as Node)) return;
    if (/^(INPUT|TEXTAREA)$/.test((event.target as HTMLElement).tagName)) return;
    const option = question ? numbered(approval, event.key) : optionFor(event.key, approval);
    if (option === undefined || !approval.options.some((each) => each.id === option)) return;
    event.preventDefault();
    event.stopPropagation();
    decide(option);
  };

  return (
    <section
      ref={card}
      aria-labelledby={id}
      tabIndex={0}
      onKeyDown={press}
      data-approval={approval.id}
      className={classes(
        "@container flex animate-rise flex-col rounded-lg border bg-raised shadow-raised",
        pending && approval.is_protected ? "border-danger" : pending ? "border-line-strong" : "border-line",
        className,
      )}
    >
      {approval.environment && (
        <EnvironmentBand name={approval.environment} isProtected={approval.is_protected} className="rounded-t-[inherit]" />
      )}
      <header className="flex items-start gap-2.5 px-3.5 pt-3">
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
        <div className="min-w-0 flex-1">
          <h3 id={id} className={classes("text-sm font-semibold break-words", approval.kind === "exec" && "line-clamp-2")}>
            {approval.title}
          </h3>
          {agent && <p className="text-xs text-muted">{t("decisions.by", { agent })}</p>}
        </div>
        {pending && approval.risk !== "low" && (
          <Badge tone={approval.risk === "high" ? "bad" : "warn"}>{t(`decisions.risk.${approval.risk}`)}</Badge>
        )}
        {approval.status !== "pending" && <OutcomeBadge status={approval.status} question={question} />}
      </header>
      {approval.body && (
        <div className="px-3.5 pt-1 text-sm text-muted">
          <Markdown>{approval.body}</Markdown>
        </div>
      )}
      {approval.preview && approval.preview.type !== "options" && (
        <div className="px-3.5 pt-2.5">
          <Preview preview={approval.preview} decided={!pending} />
        </div>
      )}
      {pending && change && <div className="px-3.5 pt-2.5">{change}</div>}
      {pending && <Choice approval={approval} decision={{ ...decision, decide, busy: decision.busy || edit === null }} />}
      {!pending && <Outcome approval={approval} />}
    </section>
  );
}

/** The answer that a number key means: those of a question are counted as they stand. */
function numbered({ options }: Approval, key: string): string | undefined {
  return options.filter((option) => !option.input)[Number(key) - 1]?.id;
}

/** The answers there are: those of a question, of a step that waits, or yes and no. */
function Choice({ approval, decision }: { readonly approval: Approval; readonly decision: Decision }) {
  if (approval.kind === "question") return <QuestionOptions approval={approval} decision={decision} />;
  if (isPlan(approval)) return <PlanOptions approval={approval} decision={decision} />;
  if (approval.kind === "step") return <StepOptions approval={approval} decision={decision} />;
  return <ApprovalOptions approval={approval} decision={decision} />;
}

interface OutcomeBadgeProps {
  readonly status: Exclude<ApprovalStatus, "pending">;
  readonly question: boolean;
}

function OutcomeBadge({ status, question }: OutcomeBadgeProps) {
  const t = useT();
  const { icon: Icon, tone } = OUTCOMES[status];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden className="size-3" />
      {question && status === "granted" ? t("decisions.answered") : t(`decisions.status.${status}`)}
    </Badge>
  );
}
