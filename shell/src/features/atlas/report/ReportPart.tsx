import { Download, Printer } from "lucide-react";
import { createPortal } from "react-dom";

import { type AtlasCompanyCard, useAtlasReport } from "@/api";
import { useI18n } from "@/i18n";
import { dayOf } from "@/i18n/amounts";
import { Trouble } from "@/stage";
import { Button, Card, CopyButton, Markdown, Skeleton } from "@/ui";
import { saveText } from "../pieces/save";

/** How a company stands, in words of which every figure is in the data: to read, copy, keep or print. */
export function ReportPart({ company }: { readonly company: AtlasCompanyCard }) {
  const { t, locale } = useI18n();
  const { data: report, error, refetch } = useAtlasReport(company.id, locale);
  if (report === undefined) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-96 rounded-lg" />;
  const name = `${company.name.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}-${report.as_of}.md`;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-60 text-sm text-muted">{t("atlas.report.facts", { count: report.rows, day: dayOf(report.as_of, locale) })}</p>
        <CopyButton wordy size="md" text={report.markdown} label={t("atlas.report.copy")} />
        <Button icon={Download} onClick={() => saveText(name, report.markdown)}>
          {t("atlas.report.download")}
        </Button>
        <Button icon={Printer} onClick={() => print()}>
          {t("atlas.report.print")}
        </Button>
      </div>
      <Card className="px-6 py-6 sm:px-10 sm:py-8">
        <article aria-label={report.title}>
          <Markdown>{report.markdown}</Markdown>
        </article>
      </Card>
      {createPortal(
        // On paper there is nothing but the report, black on white in either theme.
        <div data-paper aria-hidden className="light">
          <Markdown>{report.markdown}</Markdown>
        </div>,
        document.body,
      )}
    </div>
  );
}
