import { classes } from "./classes";
import { Mark } from "./Mark";
import { type Tint, TINT_CLASSES } from "./tints";

interface PersonaMarkProps {
  /** A name from `MARKS`. */
  readonly icon: string;
  readonly color: Tint;
  readonly size?: "xs" | "sm" | "md" | "lg";
  readonly className?: string;
}

const SIZES = {
  xs: { box: "size-4 rounded-sm", icon: "size-2.5" },
  sm: { box: "size-6 rounded-sm", icon: "size-3.5" },
  md: { box: "size-8 rounded-md", icon: "size-4" },
  lg: { box: "size-12 rounded-lg", icon: "size-6" },
} as const;

/** Who it is, by picture and colour. Decorative: the name stands beside it. */
export function PersonaMark({ icon, color, size = "md", className }: PersonaMarkProps) {
  const look = SIZES[size];
  return (
    <span aria-hidden className={classes("inline-flex shrink-0 items-center justify-center", look.box, TINT_CLASSES[color], className)}>
      <Mark name={icon} className={look.icon} />
    </span>
  );
}
