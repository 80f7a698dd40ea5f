import { Info, type LucideIcon, OctagonAlert, TriangleAlert, Wrench } from "lucide-react";

import { type Feedback, type PlanView, useMendPlan } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { announce } from "@/state";
import { Badge, Button, classes, toast } from "@/ui";
import { openFindings } from "./standing";
import { Words } from "./Words";

const LOOKS: Readonly<Record<Feedback["severity"], { readonly icon: LucideIcon; readonly tone: string }>> = {
  critical: { icon: OctagonAlert, tone: "text-bad" },
  warning: { icon: TriangleAlert, tone: "text-warn" },
  info: { icon: Info, tone: "text-muted" },
};

interface FindingsProps {
  readonly findings: readonly Feedback[];
  readonly label: string;
  /** The plan they are about, where what a rule can put right is put right on the spot. */
  readonly plan?: string;
  readonly className?: string;
}

/** What the critic says: how grave, what about it, what to do, and where it was seen. */
export function Findings({ findings, label, plan, className }: FindingsProps) {
  const shown = openFindings(findings);
  if (shown.length === 0) return null;
  return (
    <ul aria-label={label} className={classes("flex flex-col gap-2", className)}>
      {shown.map((finding, index) => (
        <Finding key={`${finding.code}/${finding.step_id ?? ""}/${index}`} finding={finding} plan={plan} />
      ))}
    </ul>
  );
}

function Finding({ finding, plan }: { readonly finding: Feedback; readonly plan: string | undefined }) {
  const t = useT();
  const { severity, status, issue, suggestion, evidence, code } = finding;
  const { icon: Icon, tone } = LOOKS[severity];
  return (
    <li data-finding={code} className="flex items-start gap-2 text-xs">
      <Icon role="img" aria-label={t(`plans.severity.${severity}`)} className={classes("mt-px size-3.5 shrink-0", tone)} />
      <div className="min-w-0 flex-1">
        <p className="break-words text-fg">
          <Words>{issue}</Words> {status === "accepted" && <Badge>{t("plans.finding.accepted")}</Badge>}
        </p>
        {suggestion && (
          <p className="break-words text-muted">
            <Words>{suggestion}</Words>
          </p>
        )}
        {evidence.map(({ path, lines, quote }) => (
          <p key={`${path}:${lines}`} className="break-all text-muted">
            <code className="font-mono text-2xs">{lines ? `${path}:${lines}` : path}</code>
            {quote && <span className="break-words"> “{quote}”</span>}
          </p>
        ))}
      </div>
      {plan !== undefined && finding.fix === "code" && status === "open" && <Fix plan={plan} finding={finding} />}
    </li>
  );
}

function Fix({ plan, finding: { code, step_id } }: { readonly plan: string; readonly finding: Feedback }) {
  const t = useT();
  const mend = useMendPlan(plan);
  const settled = {
    onSuccess: ({ card }: PlanView) => {
      const left = openFindings(card.findings).some((each) => each.code === code && each.step_id === step_id);
      if (left) toast(t("plans.fix.none"));
      else announce(t("plans.saved"));
    },
    onError: (error: unknown) => tellTrouble(error, t),
  };
  return (
    <Button size="sm" icon={Wrench} busy={mend.isPending} onClick={() => mend.mutate({ code, step: step_id }, settled)}>
      {t("plans.fix")}
    </Button>
  );
}
