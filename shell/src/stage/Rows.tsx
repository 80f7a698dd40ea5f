import type { ReactNode } from "react";

import { Card, classes } from "@/ui";

/** Rows on one sheet with hairlines between them. */
export function Rows({ children, label, className }: { readonly children: ReactNode; readonly label?: string; readonly className?: string }) {
  return (
    <Card role="group" aria-label={label} className={classes("divide-y divide-line overflow-hidden", className)}>
      {children}
    </Card>
  );
}
