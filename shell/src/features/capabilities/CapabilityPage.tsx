import { ArrowLeft, FileQuestion } from "lucide-react";
import { Link } from "wouter";

import { useCapabilities } from "@/api";
import { capabilityTitle } from "@/catalog";
import { helpOf, useI18n } from "@/i18n";
import { Page, RowsSkeleton, Trouble } from "@/stage";
import { EmptyState } from "@/ui";
import { Workbench } from "./Workbench";

/** One capability: what it is, a form to use it, and its last calls. Other names of it lead here too. */
export function CapabilityPage({ name }: { readonly name: string }) {
  const { t, locale } = useI18n();
  const { data, error, refetch } = useCapabilities();
  const capability = data?.find((each) => each.name === name || each.aliases.includes(name));
  const back = (
    <Link href="/capabilities" className="inline-flex items-center gap-1.5 rounded-sm text-sm text-muted hover:text-fg">
      <ArrowLeft aria-hidden className="size-4" />
      {t("capabilities.back")}
    </Link>
  );
  if (capability === undefined) {
    return (
      <Page title={t("capabilities.title")} above={back}>
        {data !== undefined ? (
          <EmptyState icon={FileQuestion} title={t("capabilities.missing")} />
        ) : error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton count={6} />
        )}
      </Page>
    );
  }
  return (
    <Page title={capabilityTitle(capability, locale)} about={helpOf(capability.description, locale)} above={back}>
      <Workbench capability={capability} />
    </Page>
  );
}
