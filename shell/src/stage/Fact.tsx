import type { ReactNode } from "react";

/** A name and what it stands for: a line of `Rows`. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-[38px] items-center justify-between gap-6 px-4 py-2 text-sm">
      <span className="shrink-0 text-muted">{name}</span>
      <span className="min-w-0 text-right break-words text-fg">{children}</span>
    </div>
  );
}
