import { Tooltip } from "@/ui";

/** A figure that is not known: a dash, and why. Never a zero. */
export function NoFigure({ why, className }: { readonly why: string; readonly className?: string }) {
  return (
    <Tooltip label={why}>
      <span tabIndex={0} className={className ?? "rounded-sm text-muted"}>
        <span aria-hidden>—</span>
        <span className="sr-only">{why}</span>
      </span>
    </Tooltip>
  );
}
