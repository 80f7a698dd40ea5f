import { useT } from "@/i18n";
import type { Reference } from "./useReferences";
import { pathsIn, shortly } from "./values";

interface LastValueProps {
  readonly value: string;
  readonly references: readonly Reference[];
}

/** What the things a text looks at were in the last run. */
export function LastValue({ value, references }: LastValueProps) {
  const t = useT();
  const known = new Map(references.map((each) => [each.path, each.value]));
  const shown = [...new Set(pathsIn(value))].flatMap((path) => (known.get(path) === undefined ? [] : [{ path, last: known.get(path) }]));
  if (shown.length === 0) return null;
  return (
    <dl aria-label={t("canvas.reference.last")} className="mt-1 flex flex-col gap-0.5 text-xs text-muted">
      {shown.map(({ path, last }) => (
        <div key={path} className="flex gap-1.5">
          <dt className="shrink-0 font-mono">{path.split(".").at(-1)}</dt>
          <dd className="min-w-0 truncate">= {shortly(last)}</dd>
        </div>
      ))}
    </dl>
  );
}
