import { FileCheck2 } from "lucide-react";

import type { Change } from "@/api";
import { UndoButton } from "./UndoButton";

/** One thing that was altered, with its way back. */
export function ChangeRow({ change }: { readonly change: Change }) {
  return (
    <div className="flex min-h-9 items-center gap-2.5 px-3.5 py-1 text-sm">
      <FileCheck2 aria-hidden className="size-3.5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate" title={change.entity}>
        {change.title}
      </span>
      <UndoButton change={change} />
    </div>
  );
}
