import { Moon, Sun } from "lucide-react";

import { useSaveSettings } from "@/api";
import { useT } from "@/i18n";
import { setTheme, useTheme } from "@/state";
import { IconButton } from "@/ui";

/** Light or dark, by one click. */
export function ThemeChoice() {
  const t = useT();
  const dark = useTheme((state) => state.dark);
  const { mutate } = useSaveSettings();
  const next = dark ? "light" : "dark";
  const turn = () => {
    setTheme(next);
    mutate((settings) => ({ ...settings, appearance: { ...settings.appearance, theme: next } }));
  };
  return <IconButton icon={dark ? Sun : Moon} label={t("actions.toggle-theme")} onClick={turn} />;
}
