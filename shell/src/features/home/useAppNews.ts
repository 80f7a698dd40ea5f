import { useApps, useNewsOf, useSettings } from "@/api";
import { newsApps } from "@/catalog";
import { useLocale } from "@/i18n";

/** The view in which an app tells what is new. */
const NEWS = "news";

/** The apps whose news belong on this page, and what each of them tells; an app nobody uses is not asked. */
export function useAppNews() {
  const locale = useLocale((state) => state.locale);
  const { data: settings } = useSettings();
  const { data: apps } = useApps();
  const telling = (apps ?? []).filter((app) => app.views.some((view) => view.name === NEWS));
  const wanted = newsApps(settings?.value.desktop, telling.map((app) => app.id));
  const news = useNewsOf(wanted);
  return wanted.map((id, place) => {
    const app = telling.find((each) => each.id === id);
    return { app: id, name: (locale === "pt-BR" ? app?.names.pt : undefined) ?? app?.name ?? id, news: news[place] };
  });
}
