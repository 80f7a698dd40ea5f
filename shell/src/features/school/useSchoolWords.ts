import type { AppWords } from "@/apps";
import { useT } from "@/i18n";

/** What School says on a page that is not there. */
export function useSchoolWords(): AppWords {
  const t = useT();
  return { title: t("school.title"), missing: t("school.missing"), back: t("school.missing.action"), home: "/school" };
}
