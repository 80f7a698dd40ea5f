import { type LucideIcon, X } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";

import { useT } from "@/i18n";
import { classes } from "./classes";

interface ChipProps {
  /** The words on it, also used to say what is removed. */
  readonly label: string;
  readonly icon?: LucideIcon;
  /** A picture or mark in the place of the icon. */
  readonly leading?: ReactNode;
  readonly detail?: ReactNode;
  /** Where it leads. */
  readonly href?: string;
  readonly onRemove?: () => void;
  readonly className?: string;
}

/** A small thing one attached or chose; it can lead somewhere and be removed. */
export function Chip({ label, icon: Icon, leading, detail, href, onRemove, className }: ChipProps) {
  const t = useT();
  const inside = (
    <>
      {leading ?? (Icon && <Icon aria-hidden className="size-3.5 shrink-0 text-muted" />)}
      <span className="min-w-0 truncate">{label}</span>
      {detail && <span className="shrink-0 text-muted tabular-nums">{detail}</span>}
    </>
  );
  const body = "inline-flex min-w-0 items-center gap-1.5 rounded-[inherit]";
  return (
    <span
      title={label}
      className={classes(
        "inline-flex h-6 max-w-60 min-w-0 items-center rounded-sm border border-line-strong bg-raised pl-1.5 text-xs text-fg",
        onRemove ? "pr-0" : "pr-1.5",
        className,
      )}
    >
      {href ? (
        <Link href={href} className={classes(body, "hover:underline")}>
          {inside}
        </Link>
      ) : (
        <span className={body}>{inside}</span>
      )}
      {onRemove && (
        <button
          type="button"
          aria-label={t("ui.remove", { name: label })}
          onClick={onRemove}
          className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:text-fg"
        >
          <X aria-hidden className="size-3" />
        </button>
      )}
    </span>
  );
}
