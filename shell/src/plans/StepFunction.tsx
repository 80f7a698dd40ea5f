import type { CardStep } from "@/api";

interface StepFunctionProps {
  readonly step: CardStep;
  /** The app the plan belongs to: its own functions are called by their bare names. */
  readonly app?: string;
}

/** What a step uses, and how often: a tool by its name, everything else by what it is. */
export function StepFunction({ step: { kind, function: name, function_title, times }, app }: StepFunctionProps) {
  const often = times > 1 ? ` (${times}x)` : "";
  if (kind !== "call") return <span className="break-words">{`${function_title}${often}`}</span>;
  const called = app !== undefined && name.startsWith(`${app}.`) ? name.slice(app.length + 1) : name;
  return (
    <code title={function_title} className="font-mono text-2xs break-all">
      {`${called}${often}`}
    </code>
  );
}
