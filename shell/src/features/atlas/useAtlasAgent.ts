import { useAtlasDue } from "@/api";
import { useI18n } from "@/i18n";
import { plainAmountOf } from "@/i18n/amounts";
import { useOwnAgent } from "@/state";

/** While Atlas is open, its agent answers new conversations; one thing to try names a key result there is. */
export function useAtlasAgent(company: string | undefined): void {
  const { t, locale } = useI18n();
  const { data } = useAtlasDue(company ?? "", undefined, company !== undefined);
  const due = data?.items[0];
  const value = due?.target ?? due?.last_value ?? 300;
  const first = due === undefined ? t("atlas.try.due") : t("atlas.try.update", { title: due.title, value: plainAmountOf(value, locale) });
  const suggestions = company === undefined ? [t("atlas.try.company")] : [t("atlas.try.risk"), first, t("atlas.try.create")];
  useOwnAgent("atlas", suggestions, company && `atlas:${company}`);
}
