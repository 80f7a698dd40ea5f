import { useHome } from "@/api";
import { useI18n } from "@/i18n";
import { Page, RowsSkeleton, Trouble } from "@/stage";
import { Skeleton } from "@/ui";
import { HomeSections } from "./HomeSections";
import { greeting, summary } from "./summary";

/** Home: what waits for me, what is going on, where to begin. */
export function HomeScreen() {
  const { t } = useI18n();
  const { data: home, error, refetch } = useHome();
  const title = greeting(new Date().getHours(), home?.name ?? "", t);
  if (home === undefined) {
    return (
      <Page title={title} about={error ? undefined : <Skeleton className="mt-2 h-4 w-64" />}>
        {error ? <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />}
      </Page>
    );
  }
  return (
    <Page title={title} about={summary(home, t)}>
      <HomeSections home={home} />
    </Page>
  );
}
