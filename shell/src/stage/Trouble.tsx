import { TriangleAlert } from "lucide-react";

import { isProblem } from "@/api";
import { useT } from "@/i18n";
import { Button } from "@/ui";
import { troubleOf } from "./trouble";

interface TroubleProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** What went wrong, and what to do about it. */
export function Trouble({ error, onRetry }: TroubleProps) {
  const t = useT();
  const { message, hint } = troubleOf(error, t);
  return (
    <div role="alert" className="flex items-start gap-3 rounded-lg border border-line bg-bad-soft px-4 py-3 text-sm">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-fg">{message}</p>
        {hint && <p className="mt-0.5 text-muted">{hint}</p>}
        {isProblem(error) && error.matches.length > 0 && (
          <ul className="mt-1.5 flex flex-col gap-0.5">
            {error.matches.map(({ id, title, path }) => (
              <li key={id} className="break-words text-fg">
                <span className="font-mono text-2xs text-muted">{id}</span> {title}
                {path && <span className="text-muted"> · {path}</span>}
              </li>
            ))}
          </ul>
        )}
      </div>
      {onRetry && (
        <Button size="sm" onClick={onRetry}>
          {t("words.retry")}
        </Button>
      )}
    </div>
  );
}
