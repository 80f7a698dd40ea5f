import { FileQuestion } from "lucide-react";
import { useLocation } from "wouter";

import { useT } from "@/i18n";
import { Page } from "@/stage";
import { Button, EmptyState } from "@/ui";

/** An address that leads to nothing, or to something that was deleted. */
export function Missing() {
  const t = useT();
  const [, go] = useLocation();
  return (
    <Page wide title={t("school.title")}>
      <EmptyState icon={FileQuestion} title={t("school.missing")} action={<Button onClick={() => go("/school")}>{t("school.missing.action")}</Button>} />
    </Page>
  );
}
