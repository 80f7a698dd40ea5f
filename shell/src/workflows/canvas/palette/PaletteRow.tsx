import { classes } from "@/ui";
import { ICONS, INKS } from "../nodes/looks";
import { DRAGGED, type PaletteEntry } from "./entries";

interface PaletteRowProps {
  readonly entry: PaletteEntry;
  readonly isCurrent: boolean;
  /** What stands above the first of its group. */
  readonly heading: string | null;
  readonly onAdd: () => void;
}

/** One thing that can be added, by a click or by dragging it to its place. */
export function PaletteRow({ entry, isCurrent, heading, onAdd }: PaletteRowProps) {
  const Icon = ICONS[entry.kind];
  return (
    <li>
      {heading !== null && <p className="px-2 pt-2 pb-1 text-xs font-medium text-muted">{heading}</p>}
      <button
        type="button"
        draggable
        onDragStart={(event) => {
          event.dataTransfer.setData(DRAGGED, entry.id);
          event.dataTransfer.effectAllowed = "copy";
        }}
        onClick={onAdd}
        ref={(row) => {
          if (isCurrent) row?.scrollIntoView?.({ block: "nearest" });
        }}
        aria-current={isCurrent || undefined}
        className={classes("flex w-full items-center gap-2.5 rounded-sm px-2 py-1.5 text-left hover:bg-hover", isCurrent && "bg-hover")}
      >
        <span className={classes("flex size-6 shrink-0 items-center justify-center rounded-sm", INKS[entry.kind])}>
          <Icon aria-hidden className="size-3.5" />
        </span>
        <span className="flex min-w-0 flex-col">
          <span className="truncate text-sm text-fg">{entry.label}</span>
          {entry.about && <span className="truncate text-xs text-muted">{entry.about}</span>}
        </span>
      </button>
    </li>
  );
}
