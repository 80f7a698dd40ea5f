import { FlaskConical, Play } from "lucide-react";

import type { Step } from "@/api";
import { useT } from "@/i18n";
import { Button } from "@/ui";

interface StepButtonsProps {
  readonly step: Step;
  readonly onTry: () => void;
  readonly onRun: () => void;
}

/** What can be done with the step whose panel is open: trying its call without effect, or running it alone. */
export function StepButtons({ step, onTry, onRun }: StepButtonsProps) {
  const t = useT();
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-3">
      {step.kind === "call" && (
        <Button size="sm" icon={FlaskConical} onClick={onTry}>
          {t("canvas.try")}
        </Button>
      )}
      <Button size="sm" icon={Play} onClick={onRun}>
        {t("canvas.run.only")}
      </Button>
    </div>
  );
}
