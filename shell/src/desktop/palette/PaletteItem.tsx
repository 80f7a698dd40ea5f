import { Command } from "cmdk";

import { Kbd, RelativeTime } from "@/ui";
import type { Choice } from "./choices";
import { Marked } from "./Marked";
import { take } from "./usePalette";

/** One choice: what it is, what it is about, when it was, which keys lead there. */
export function PaletteItem({ choice }: { readonly choice: Choice }) {
  return (
    <Command.Item
      value={choice.id}
      onSelect={() => take(choice, false)}
      className="flex h-9 cursor-default items-center gap-3 rounded-md px-2.5 text-sm outline-none select-none data-[selected=true]:bg-hover"
    >
      <choice.icon aria-hidden className="size-4 shrink-0 text-muted" strokeWidth={1.75} />
      <span className="min-w-0 flex-1 truncate">
        <Marked text={choice.label} marks={choice.marks} />
        {choice.detail && <span className="ml-2 text-xs text-muted">{choice.detail}</span>}
      </span>
      {choice.time && <RelativeTime iso={choice.time} className="shrink-0 text-xs text-muted tabular-nums" />}
      {choice.keys && (
        <span className="flex shrink-0 gap-1 max-sm:hidden">
          {choice.keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      )}
    </Command.Item>
  );
}
