import type { AppWords } from "@/apps";
import { useT } from "@/i18n";

/** What Atlas says on a page that is not there. */
export function useAtlasWords(): AppWords {
  const t = useT();
  return { title: t("atlas.title"), missing: t("atlas.missing"), back: t("atlas.missing.action"), home: "/atlas" };
}
