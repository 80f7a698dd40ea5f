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

import type { Approval, ApprovalStatus } from "@/api";
import { useT } from "@/i18n";
import { Badge, classes, ForeignText, type Tone } from "@/ui";

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

/** What is shown below says all of it: a title that names it, too, is short. */
const NAMES_ITS_CONTENT: ReadonlySet<string> = new Set(["command", "diff", "patch", "table"]);

const OUTCOMES: Readonly<Record<Exclude<ApprovalStatus, "pending">, { readonly icon: LucideIcon; readonly tone: Tone }>> = {
  granted: { icon: CircleCheck, tone: "ok" },
  denied: { icon: CircleX, tone: "bad" },
  expired: { icon: CircleSlash, tone: "neutral" },
  superseded: { icon: CircleSlash, tone: "neutral" },
};

interface SheetHeaderProps {
  /** The id of the title, by which the card is named. */
  readonly id: string;
  readonly approval: Approval;
  /** The name of who asks. */
  readonly agent?: string | undefined;
}

/** The head of a card: what it is about, who asks, and the risk or how it ended. */
export function SheetHeader({ id, approval, agent }: SheetHeaderProps) {
  const t = useT();
  const question = approval.kind === "question";
  const pending = approval.status === "pending";
  const Icon = ICONS[approval.kind] ?? ShieldQuestion;
  return (
    <header className="flex items-start gap-2.5 px-3.5 pt-3">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <h3 id={id} className={classes("text-sm font-semibold break-words", NAMES_ITS_CONTENT.has(approval.preview?.type ?? "") && approval.kind !== "plan" && "line-clamp-2")}>
          <ForeignText still place={approval.kind === "exec" ? "code" : "prose"}>{approval.title}</ForeignText>
        </h3>
        {agent && <p className="text-xs text-muted">{t("decisions.by", { agent })}</p>}
      </div>
      {pending && approval.risk !== "low" && (
        <Badge tone={approval.risk === "high" ? "bad" : "warn"}>{t(`decisions.risk.${approval.risk}`)}</Badge>
      )}
      {approval.status !== "pending" && <OutcomeBadge status={approval.status} question={question} />}
    </header>
  );
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
