import type { CardStep } from "@/api";

/** What a step uses, and how often: a tool by its name, everything else by what it is. */
export function StepFunction({ step: { kind, function: name, function_title, times } }: { readonly step: CardStep }) {
  const often = times > 1 ? ` (${times}x)` : "";
  if (kind !== "call") return <span className="break-words">{`${function_title}${often}`}</span>;
  return (
    <code title={function_title} className="font-mono text-2xs break-all">
      {`${name}${often}`}
    </code>
  );
}
