import type { Capability } from "@/api";
import { capabilityTitle, decisionOf, permitted, type Policy } from "@/catalog";
import { useI18n } from "@/i18n";
import { Checkbox, Select, type SelectOption } from "@/ui";
import { barredBy, RULES, type Wish, wishOf, withTools, withWish } from "../tools";
import type { PartProps } from "./part";

interface ToolRowProps extends PartProps {
  readonly capability: Capability;
  /** The policy in the settings, which stands above this agent's. */
  readonly owner: Policy;
}

/** One tool: whether it may be used, and whether it asks. */
export function ToolRow({ capability, draft, set, owner }: ToolRowProps) {
  const { t, locale } = useI18n();
  const { name } = capability;
  const title = capabilityTitle(capability, locale);
  const barred = barredBy(name, draft.capabilities);
  const on = permitted(name, draft.capabilities);
  const usual = decisionOf(capability, [owner, withWish(draft.policy, name, "own")]);
  const options: readonly SelectOption<Wish>[] = [
    { value: "own", label: t(`agents.wish.own.${usual}`), detail: t("agents.wish.usual") },
    ...RULES.map((rule) => ({ value: rule, label: t(`agents.wish.${rule}`) })),
  ];
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 py-0.5 pr-4 pl-10 max-sm:pr-2 hover:bg-hover">
      <Checkbox
        checked={on}
        disabled={barred !== undefined}
        onChange={(wish) => set("capabilities", withTools(draft.capabilities, [name], wish))}
        detail={barred && t("agents.tools.barred", { pattern: barred })}
        className="min-w-0 flex-1 basis-32"
      >
        {title} <span className="ml-1 font-mono text-2xs text-muted max-sm:hidden">{name}</span>
      </Checkbox>
      {on && (
        <Select
          label={t("agents.wish", { tool: title })}
          value={wishOf(draft.policy, name)}
          options={options}
          onChange={(wish) => set("policy", withWish(draft.policy, name, wish))}
          className="h-6 w-32 border-transparent bg-transparent text-xs shadow-none hover:border-line-strong"
        />
      )}
    </div>
  );
}
