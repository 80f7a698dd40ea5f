import { Pencil } from "lucide-react";

import { useT } from "@/i18n";
import { classes, MARKS, PersonaMark, Popover, TINT_CLASSES, TINTS, Tooltip } from "@/ui";
import type { PartProps } from "./part";
import { MARK_NAMES } from "./marks";

const CELL = "relative inline-flex size-8 items-center justify-center rounded-md has-focus-visible:outline-2 has-focus-visible:outline-accent";
const HIT = "absolute inset-0 appearance-none rounded-[inherit] outline-none";

/** The picture and colour an agent goes by, chosen in one small sheet. */
export function MarkPicker({ draft, set }: PartProps) {
  const t = useT();
  return (
    <Popover
      label={t("agents.icon.choose")}
      className="w-[300px] p-3"
      trigger={
        <button type="button" aria-label={t("agents.icon.choose")} className="group relative shrink-0 rounded-lg">
          <PersonaMark icon={draft.icon} color={draft.color} size="lg" />
          <span className="absolute -right-1.5 -bottom-1.5 inline-flex size-5 items-center justify-center rounded-full border border-line-strong bg-raised text-muted group-hover:text-fg">
            <Pencil aria-hidden className="size-2.5" />
          </span>
        </button>
      }
    >
      <div role="radiogroup" aria-label={t("agents.part.color")} className="flex justify-between">
        {TINTS.map((tint) => (
          <Tooltip key={tint} label={t(`agents.color.${tint}`)}>
            <label className={classes(CELL, "has-checked:ring-2 has-checked:ring-fg", TINT_CLASSES[tint])}>
              <input
                type="radio"
                name="color"
                aria-label={t(`agents.color.${tint}`)}
                checked={draft.color === tint}
                onChange={() => set("color", tint)}
                className={HIT}
              />
              <span aria-hidden className="size-3 rounded-full bg-current" />
            </label>
          </Tooltip>
        ))}
      </div>
      <div role="radiogroup" aria-label={t("agents.part.icon")} className="mt-3 grid grid-cols-8 gap-1 border-t border-line pt-3">
        {MARK_NAMES.map((name) => {
          const Icon = MARKS[name];
          return (
            Icon && (
              <Tooltip key={name} label={t(`agents.icon.${name}`)}>
                <label className={classes(CELL, "text-muted hover:bg-hover hover:text-fg has-checked:bg-active has-checked:text-fg")}>
                  <input
                    type="radio"
                    name="icon"
                    aria-label={t(`agents.icon.${name}`)}
                    checked={draft.icon === name}
                    onChange={() => set("icon", name)}
                    className={HIT}
                  />
                  <Icon aria-hidden className="size-4" />
                </label>
              </Tooltip>
            )
          );
        })}
      </div>
    </Popover>
  );
}
