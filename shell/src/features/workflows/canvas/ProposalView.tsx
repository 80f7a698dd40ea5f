import { Check, ListChecks, X } from "lucide-react";
import { Suspense, useMemo, useState } from "react";

import { adopt, compare, type Draft, type Part, partId, parts, stepOf, titleOf } from "@/flow";
import { useDecision } from "@/decisions";
import { useT } from "@/i18n";
import { Button, Checkbox, Skeleton } from "@/ui";
import { CompareCanvas } from "@/workflows";
import type { Proposal } from "./useProposal";

interface ProposalViewProps {
  readonly proposal: Proposal;
  readonly before: Draft;
  /** Take a draft over that has parts of the proposal in it. */
  readonly onAdopt: (draft: Draft) => void;
}

/** What was asked for in the chat, drawn as a difference: taken over whole, in parts, or declined. */
export function ProposalView({ proposal: { approval, after }, before, onAdopt }: ProposalViewProps) {
  const t = useT();
  const decision = useDecision(approval);
  const [isChoosing, choose] = useState(false);
  const all = useMemo(() => parts(compare(before, after)).filter(({ type }) => type !== "arrangement"), [before, after]);
  const [left, leave] = useState<ReadonlySet<string>>(new Set());
  const named = (name: string) => titleOf(stepOf(after, name) ?? stepOf(before, name) ?? { id: name, title: "" });
  const told = ({ type, name, edge }: Part) => (type === "output" ? "" : `: ${edge ? `${named(edge.from)} → ${named(edge.to)}` : named(name)}`);
  const steps = all.filter(({ type }) => type === "added" || type === "changed" || type === "gone");
  const summary = steps.map((part) => `${t(`canvas.part.${part.type}`)}${told(part)}`).join(" · ");
  const takeParts = () => {
    const taken = all.filter(({ id }) => !left.has(id));
    // A new step stands where others made room for it.
    const room = taken.some(({ type }) => type === "added") ? [partId("arrangement", "arrangement")] : [];
    onAdopt(adopt(before, after, [...taken.map(({ id }) => id), ...room]));
    decision.decide("deny");
  };
  return (
    <section aria-label={t("canvas.proposal")} className="flex min-h-0 flex-1 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2 rounded-lg border border-warn bg-warn-soft px-3 py-2">
        <p className="min-w-0 grow basis-60 text-sm text-fg">
          <strong className="font-semibold">{t("canvas.proposal")}:</strong> {summary || approval.title}
        </p>
        <Button size="sm" icon={X} disabled={decision.busy} onClick={() => decision.decide("deny")}>
          {t("canvas.proposal.decline")}
        </Button>
        <Button size="sm" icon={ListChecks} aria-expanded={isChoosing} onClick={() => choose(!isChoosing)}>
          {t("canvas.proposal.parts")}
        </Button>
        <Button size="sm" tone="primary" icon={Check} busy={decision.busy} onClick={() => decision.decide("approve")}>
          {t("canvas.proposal.adopt")}
        </Button>
      </div>
      {isChoosing && (
        <div className="flex flex-col gap-1.5 rounded-lg border border-line bg-raised p-3">
          {all.map((part) => (
            <Checkbox
              key={part.id}
              checked={!left.has(part.id)}
              onChange={(isTaken) => {
                const next = new Set(left);
                if (isTaken) next.delete(part.id);
                else next.add(part.id);
                leave(next);
              }}
            >
              {`${t(`canvas.part.${part.type}`)}${told(part)}`}
            </Checkbox>
          ))}
          <p className="text-xs text-muted">{t("canvas.proposal.parts.about")}</p>
          <Button size="sm" className="self-start" disabled={left.size === all.length} onClick={takeParts}>
            {t("canvas.proposal.take")}
          </Button>
        </div>
      )}
      <Suspense fallback={<Skeleton className="size-full rounded-lg" />}>
        <CompareCanvas before={before} after={after} />
      </Suspense>
    </section>
  );
}
