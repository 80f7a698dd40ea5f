import { Check, type LucideIcon, OctagonX, RotateCw, SkipForward } from "lucide-react";

import { useT } from "@/i18n";
import { Button, type ButtonTone, ForeignText } from "@/ui";
import { isNo } from "./keys";
import { type ChoiceProps, heldBy } from "./useDecision";

const OPTIONS = {
  approve: { icon: Check, tone: "primary" },
  done: { icon: Check, tone: "plain" },
  retry: { icon: RotateCw, tone: "plain" },
  skip: { icon: SkipForward, tone: "plain" },
  abort: { icon: OctagonX, tone: "danger" },
} as const satisfies Readonly<Record<string, { readonly icon: LucideIcon; readonly tone: ButtonTone }>>;

type Known = keyof typeof OPTIONS;

const isKnown = (id: string): id is Known => Object.hasOwn(OPTIONS, id);

/** What can be done about a step that waits: let it go on, try it again, leave it out, end the run. */
export function StepOptions({ approval, decision, note }: ChoiceProps) {
  const t = useT();
  return (
    <footer className="mt-3 flex flex-wrap items-center justify-end gap-2 border-t border-line px-3.5 py-2.5">
      {approval.options.toReversed().map(({ id, label }) => {
        const known = isKnown(id) ? OPTIONS[id] : undefined;
        return (
          <Button
            key={id}
            tone={known?.tone ?? "plain"}
            icon={known?.icon}
            busy={decision.chosen === id}
            disabled={decision.busy && decision.chosen !== id}
            onClick={() => decision.decide(id)}
            {...(isNo(id) ? undefined : heldBy(decision, note))}
          >
            {isKnown(id) ? t(`decisions.step.${id}`) : <ForeignText still>{label}</ForeignText>}
          </Button>
        );
      })}
    </footer>
  );
}
