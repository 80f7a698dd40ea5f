import type { ReactNode } from "react";

import { useT } from "@/i18n";
import { classes } from "./classes";
import { rove } from "./roving";

interface ToolbarProps {
  /** What the tools are for; "Tools" unless given. */
  readonly label?: string;
  readonly children: ReactNode;
  readonly className?: string;
}

/** Controls in one line that belong together; arrow keys move between them. */
export function Toolbar({ label, children, className }: ToolbarProps) {
  const t = useT();
  return (
    <div role="toolbar" aria-label={label ?? t("ui.toolbar")} onKeyDown={rove} className={classes("flex flex-wrap items-center gap-1", className)}>
      {children}
    </div>
  );
}
