import { TriangleAlert } from "lucide-react";

import type { Problem } from "@/api";
import { useT } from "@/i18n";
import { Trouble } from "@/stage";
import { Button, Card } from "@/ui";

interface BadRowsProps {
  /** The refusal; its candidates are the rows, one a line, each with its reason. */
  readonly problem: Problem;
  readonly onLeave: () => void;
}

/** Rows of a file that cannot be taken, each with its reason, and the way on without them. */
export function BadRows({ problem, onLeave }: BadRowsProps) {
  const t = useT();
  return (
    <div className="flex flex-col gap-3">
      {problem.candidates.length === 0 ? (
        <Trouble error={problem} />
      ) : (
        <Card role="alert" className="overflow-hidden">
          <p className="flex items-center gap-2.5 border-b border-line bg-bad-soft px-4 py-2.5 text-sm font-medium text-fg">
            <TriangleAlert aria-hidden className="size-4 shrink-0 text-bad" />
            {t("atlas.import.bad.about")}
          </p>
          <ul tabIndex={0} aria-label={t("atlas.import.bad")} className="max-h-60 divide-y divide-line overflow-y-auto text-xs text-fg -outline-offset-2">
            {problem.candidates.map((line, index) => (
              <li key={`${index} ${line}`} className="px-4 py-1.5 break-words">
                {line}
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Button onClick={onLeave} className="self-start">
        {t("atlas.import.bad.leave")}
      </Button>
    </div>
  );
}
