import type { AtlasCompanyCard } from "@/api";
import { SampleBadge as Badge } from "@/apps";
import { useT } from "@/i18n";
import { partPath } from "../paths";

/** Says that a company is made up, and removes it in one click. */
export function SampleBadge({ company }: { readonly company: Pick<AtlasCompanyCard, "id"> }) {
  const t = useT();
  const words = { name: t("atlas.sample"), about: t("atlas.sample.about"), remove: t("atlas.sample.remove"), removed: t("atlas.sample.removed") };
  return <Badge capability="atlas.remove_sample" params={{ company: company.id }} words={words} home={partPath("dashboard")} />;
}
