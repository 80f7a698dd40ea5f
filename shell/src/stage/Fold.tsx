import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

/** Something for the curious, folded away behind its name. */
export function Fold({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details className="group/fold">
      <summary className="-ml-1 flex w-fit list-none items-center gap-0.5 rounded-sm pr-1 text-xs text-muted hover:text-fg">
        <ChevronRight aria-hidden className="size-3.5 transition-transform duration-100 group-open/fold:rotate-90" />
        {title}
      </summary>
      <div className="mt-1.5">{children}</div>
    </details>
  );
}
