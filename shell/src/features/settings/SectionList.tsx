import { Link } from "wouter";

import { useT } from "@/i18n";
import { classes } from "@/ui";
import { SECTIONS } from "./sections";

/** Where one is in the settings, and where else one can go. */
export function SectionList({ current }: { readonly current: string | undefined }) {
  const t = useT();
  return (
    <nav aria-label={t("settings.sections")} className="flex gap-0.5 overflow-x-auto p-0.5 @[680px]:flex-col">
      {SECTIONS.map(({ id, icon: Icon, labelKey }) => (
        <Link
          key={id}
          href={`/settings/${id}`}
          aria-current={id === current ? "page" : undefined}
          className={classes(
            "flex h-8 shrink-0 items-center gap-2.5 rounded-sm px-2.5 text-sm transition-colors duration-100",
            id === current ? "bg-active font-medium text-fg" : "text-muted hover:bg-hover hover:text-fg",
          )}
        >
          <Icon aria-hidden className="size-4 shrink-0" />
          {t(labelKey)}
        </Link>
      ))}
    </nav>
  );
}
