import { isProblem } from "@/api";
import { useT } from "@/i18n";
import { Page, RowsSkeleton, Trouble } from "@/stage";
import { Missing } from "./Missing";

/** A page that is not there yet: on its way, gone, or in trouble. */
export function Waiting({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const t = useT();
  if (isProblem(error, "not_found")) return <Missing />;
  return (
    <Page wide title={t("school.title")}>
      {error ? <Trouble error={error} onRetry={onRetry} /> : <RowsSkeleton />}
    </Page>
  );
}
