import { useCatalogueSources } from "@/api";
import { useT } from "@/i18n";
import { Page, RowsSkeleton, Trouble } from "@/stage";
import { BackToCatalogue } from "./BackToCatalogue";
import { NewSource } from "./NewSource";
import { SourceCard } from "./SourceCard";

/** The sources of the catalogue: what comes with the system, those of the owner, and a form for another. */
export function SourcesPage() {
  const t = useT();
  const { data, error, refetch } = useCatalogueSources();
  return (
    <Page title={t("catalogue.sources")} about={t("catalogue.sources.about")} above={<BackToCatalogue />}>
      {data !== undefined ? (
        <ul aria-label={t("catalogue.sources.list")} className="flex flex-col gap-3">
          {data.map((source) => (
            <li key={source.id}>
              <SourceCard source={source} />
            </li>
          ))}
        </ul>
      ) : error ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton />
      )}
      <NewSource />
    </Page>
  );
}
