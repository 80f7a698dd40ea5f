import { classes } from "@/ui";
import { type ImportStep, STEPS } from "./steps";

interface ImportStepsProps {
  readonly label: string;
  readonly current: ImportStep;
  readonly nameOf: (step: ImportStep) => string;
}

/** Where in the three steps of an import one is. */
export function ImportSteps({ label, current, nameOf }: ImportStepsProps) {
  const place = STEPS.indexOf(current);
  return (
    <ol aria-label={label} className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
      {STEPS.map((step, index) => (
        <li key={step} aria-current={step === current ? "step" : undefined} className="flex items-center gap-2">
          {index > 0 && <span aria-hidden className="h-px w-6 bg-line-strong" />}
          <span
            className={classes(
              "inline-flex size-5 items-center justify-center rounded-full text-2xs font-semibold tabular-nums",
              index <= place ? "bg-fg text-panel" : "bg-active text-muted",
            )}
          >
            {index + 1}
          </span>
          <span className={step === current ? "font-medium text-fg" : "text-muted"}>{nameOf(step)}</span>
        </li>
      ))}
    </ol>
  );
}
