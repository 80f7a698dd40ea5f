import { useCallback } from "react";

import { useApps } from "@/api";
import { useI18n } from "@/i18n";
import { appTitle } from "./capabilities";

/** Names apps as they call themselves in the language of the page. */
export function useAppTitle(): (app: string) => string {
  const { locale } = useI18n();
  const { data: apps } = useApps();
  return useCallback((app) => appTitle(app, apps ?? [], locale), [apps, locale]);
}
