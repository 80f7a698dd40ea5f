import { BookOpen } from "lucide-react";

import { useT } from "@/i18n";
import { Badge } from "@/ui";

/** Where an agent may write, as globs; one without any only reads. */
export function Scope({ globs }: { readonly globs: readonly string[] }) {
  const t = useT();
  if (globs.length === 0) {
    return (
      <Badge>
        <BookOpen aria-hidden className="size-3" />
        {t("conductor.scope.none")}
      </Badge>
    );
  }
  return (
    <span className="flex min-w-0 flex-wrap gap-1">
      {globs.map((glob) => (
        <code key={glob} className="rounded-sm bg-hover px-1.5 text-2xs leading-[18px] break-all text-fg">
          {glob}
        </code>
      ))}
    </span>
  );
}
