import type { ReactNode } from "react";

/** A name and what it stands for, to be changed where it stands. */
export function FactLine({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-4 text-sm">
      <span className="shrink-0 text-muted">{name}</span>
      <span className="flex min-w-0 flex-1 justify-end text-right break-words text-fg">{children}</span>
    </div>
  );
}
