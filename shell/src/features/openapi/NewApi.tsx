import { useLocation } from "wouter";

import { useT } from "@/i18n";
import { Page } from "@/stage";
import { Button } from "@/ui";
import { BackToApis } from "./BackToApis";
import { BLANK } from "./draft";
import { ImportForm } from "./ImportForm";

/** The form of an API that is not there yet. */
export function NewApi() {
  const t = useT();
  const [, go] = useLocation();
  return (
    <Page title={t("openapi.new")} above={<BackToApis />}>
      <ImportForm
        initial={BLANK}
        label={t("openapi.new")}
        hasId={false}
        onImported={(id) => go(`/apis/${id}`)}
        aside={<Button onClick={() => go("/apis")}>{t("words.cancel")}</Button>}
      />
    </Page>
  );
}
