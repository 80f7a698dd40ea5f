import { useSettings } from "@/api";
import { EffectBadge, permitted, type Shelf, useAppTitle } from "@/catalog";
import { useT } from "@/i18n";
import { Checkbox } from "@/ui";
import { FRESH } from "../persona";
import { barredBy, withTools } from "../tools";
import type { PartProps } from "./part";
import { ToolRow } from "./ToolRow";

/** The tools of one app with one effect, under a box that ticks them all. */
export function ToolShelf({ shelf, draft, set }: PartProps & { readonly shelf: Shelf }) {
  const t = useT();
  const { data: settings } = useSettings();
  const { app, effect, capabilities } = shelf;
  const name = useAppTitle()(app);
  const free = capabilities.filter(({ name }) => barredBy(name, draft.capabilities) === undefined).map(({ name }) => name);
  const on = capabilities.filter(({ name }) => permitted(name, draft.capabilities)).length;
  const title = t("agents.tools.shelf", { app: name, effect: t(`effect.${effect}`) });
  return (
    <div role="group" aria-label={title} className="py-1.5">
      <div className="flex items-center gap-2.5 px-4 py-1.5">
        <Checkbox
          label={title}
          checked={on === 0 ? false : on === capabilities.length ? true : "some"}
          disabled={free.length === 0}
          onChange={(wish) => set("capabilities", withTools(draft.capabilities, free, wish))}
        />
        <span className="text-xs font-medium text-muted">{name}</span>
        <EffectBadge effect={effect} />
        <span className="min-w-0 truncate text-xs text-muted max-sm:hidden">{t(`effect.${effect}.about`)}</span>
        <span aria-hidden className="ml-auto text-xs text-muted tabular-nums">
          {on}/{capabilities.length}
        </span>
      </div>
      {capabilities.map((capability) => (
        <ToolRow
          key={capability.name}
          capability={capability}
          draft={draft}
          set={set}
          owner={settings?.value.policy ?? FRESH.policy}
        />
      ))}
    </div>
  );
}
