import type { ReactNode } from "react";

/** States of a control beside each other. */
export function Line({ children }: { readonly children: ReactNode }) {
  return <div className="mb-3 flex flex-wrap items-center gap-2 last:mb-0">{children}</div>;
}
