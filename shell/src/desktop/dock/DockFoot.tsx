import { LayoutGrid, PanelLeftClose, PanelLeftOpen } from "lucide-react";

import { type ActionContext, actionOf, chordText } from "@/actions";
import { useT } from "@/i18n";
import { useLayout } from "@/state";
import { classes, IconButton, Kbd, Tooltip } from "@/ui";
import type { Badge } from "./badges";
import { DockCount } from "./DockCount";
import { entryLook } from "./look";
import { spokenOf } from "./spoken";

interface DockFootProps {
  readonly labels: boolean;
  /** Whether names have room. */
  readonly roomy: boolean;
  /** What waits on screens that are not pinned. */
  readonly badge: Badge | null;
  readonly context: ActionContext;
}

/** Below the pins: the way to all screens, and whether names are shown. */
export function DockFoot({ labels, roomy, badge, context }: DockFootProps) {
  const t = useT();
  const open = useLayout((state) => state.overview);
  const all = actionOf("show-screens");
  const toggle = actionOf("toggle-labels");
  const keys = chordText(all.keys ?? "");
  const spoken = spokenOf(t("dock.more"), badge, t);
  const more = (
    <button
      type="button"
      aria-label={spoken}
      aria-haspopup="dialog"
      aria-expanded={open}
      tabIndex={-1}
      onClick={() => all.perform(context)}
      className={classes(entryLook(labels, false), labels && "min-w-0 flex-1")}
    >
      <LayoutGrid aria-hidden className={classes("shrink-0", labels ? "size-4 text-muted" : "size-[18px]")} strokeWidth={1.75} />
      {labels && <span className="truncate">{t("dock.more")}</span>}
      {labels && badge === null && (
        <span aria-hidden className="ml-auto">
          <Kbd>{keys}</Kbd>
        </span>
      )}
      <DockCount badge={badge} corner={!labels} />
    </button>
  );
  return (
    <div className={classes("flex shrink-0 items-center gap-1 pt-1", !labels && "flex-col")}>
      {labels ? (
        more
      ) : (
        <Tooltip label={spoken} keys={keys} side="right">
          {more}
        </Tooltip>
      )}
      {roomy && (
        <IconButton
          icon={labels ? PanelLeftClose : PanelLeftOpen}
          label={t(labels ? "dock.labels.hide" : "dock.labels.show")}
          keys={toggle.keys && chordText(toggle.keys)}
          side={labels ? "top" : "right"}
          tabIndex={-1}
          onClick={() => toggle.perform(context)}
          className={labels ? "size-8 rounded-md" : "size-9 rounded-md"}
        />
      )}
    </div>
  );
}
