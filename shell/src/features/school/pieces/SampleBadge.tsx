import { SampleBadge as Badge } from "@/apps";
import { useT } from "@/i18n";

/** Says that a school is made up, and removes it in one click. */
export function SampleBadge() {
  const t = useT();
  const words = { name: t("school.sample"), about: t("school.sample.about"), remove: t("school.sample.remove"), removed: t("school.sample.removed") };
  return <Badge capability="school.remover_amostra" params={{}} words={words} home="/school" />;
}
