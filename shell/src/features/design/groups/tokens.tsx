import { TINT_CLASSES, TINTS } from "@/ui";
import type { Group } from "../specimen";

// Written out, because the style sheet has only the classes it finds as words.
const GROUNDS = ["bg-canvas", "bg-panel", "bg-raised", "bg-hover", "bg-active", "bg-line", "bg-line-strong", "bg-faint"] as const;
const SIGNALS = ["bg-accent", "bg-accent-soft", "bg-ok", "bg-ok-soft", "bg-run", "bg-run-soft", "bg-warn", "bg-warn-soft", "bg-bad", "bg-bad-soft", "bg-danger"] as const;
const INKS = ["text-fg", "text-muted", "text-accent-text", "text-ok-text", "text-run-text", "text-warn-text", "text-bad-text"] as const;
const SIZES = ["text-2xs", "text-xs", "text-sm", "text-md", "text-lg", "text-xl"] as const;
function Colours() {
  return (
    <div className="flex flex-col gap-3">
      {[GROUNDS, SIGNALS].map((row, index) => (
        <div key={index} className="flex flex-wrap gap-1.5">
          {row.map((name) => (
            <span key={name} title={name.slice(3)} className={`size-7 rounded-md border border-line ${name}`} />
          ))}
        </div>
      ))}
      <div className="flex flex-wrap gap-x-3">
        {INKS.map((name) => (
          <span key={name} className={`text-sm ${name}`}>
            {name.slice(5)}
          </span>
        ))}
      </div>
      <div className="flex flex-wrap gap-1.5">
        {TINTS.map((tint) => (
          <span key={tint} className={`rounded-sm px-1.5 text-xs ${TINT_CLASSES[tint]}`}>
            {tint}
          </span>
        ))}
      </div>
    </div>
  );
}

function Type() {
  return (
    <div className="flex flex-wrap items-baseline gap-3">
      {SIZES.map((name) => (
        <span key={name} className={name}>
          {name.slice(5)}
        </span>
      ))}
      <span className="font-mono text-xs">mono 0123</span>
      <span className="text-sm font-medium">500</span>
      <span className="text-sm font-semibold">600</span>
    </div>
  );
}

export const TOKENS: Group = {
  id: "tokens",
  titleKey: "design.tokens",
  specimens: [
    { names: ["colours"], Show: Colours },
    { names: ["type"], Show: Type },
  ],
};
