import { classes } from "@/ui";

const INK = { warn: "border-warn", bad: "border-bad", run: "border-run" } as const;

interface LinesProps {
  readonly title: string;
  readonly tone: keyof typeof INK;
  readonly lines: readonly string[];
}

/** A few sentences under a heading; nothing where there are none. */
export function Lines({ title, tone, lines }: LinesProps) {
  if (lines.length === 0) return null;
  const long = lines.length > 8 || lines.join("").length > 240; // more than fits a phone: it scrolls, by the keyboard too
  return (
    <section aria-label={title} className={classes("border-l-2 pl-3", INK[tone])}>
      <p className="text-xs font-medium text-fg">{title}</p>
      <ul tabIndex={long ? 0 : undefined} aria-label={long ? title : undefined} className="mt-1 flex max-h-44 flex-col gap-0.5 overflow-y-auto text-xs text-muted">
        {lines.map((line, index) => (
          <li key={`${index} ${line}`} className="break-words">
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}
