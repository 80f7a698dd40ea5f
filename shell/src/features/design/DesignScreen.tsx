import { SearchX } from "lucide-react";
import { useDeferredValue, useState } from "react";

import { useT } from "@/i18n";
import { Page, Section } from "@/stage";
import { EmptyState, SearchField, Segmented } from "@/ui";
import { Exhibit, type Themes } from "./Exhibit";
import { GROUPS } from "./groups";
import { narrow } from "./specimen";

/** Every control of the kit: for who builds a screen, and for the eye that notices what broke. */
export function DesignScreen() {
  const t = useT();
  const [query, setQuery] = useState("");
  const [themes, setThemes] = useState<Themes>("both");
  const groups = narrow(GROUPS, useDeferredValue(query));
  return (
    <Page
      title={t("design.title")}
      about={t("design.about")}
      wide
      aside={
        <div className="flex flex-wrap items-center gap-2">
          <SearchField value={query} onChange={setQuery} label={t("design.search")} className="w-56" />
          <Segmented
            label={t("design.theme")}
            value={themes}
            onChange={setThemes}
            options={[
              { value: "both", label: t("design.both") },
              { value: "light", label: t("design.light") },
              { value: "dark", label: t("design.dark") },
            ]}
          />
        </div>
      }
    >
      {groups.length === 0 && <EmptyState icon={SearchX} title={t("design.none")} />}
      {groups.map((group) => (
        <div key={group.id} data-group={group.id}>
          <Section title={t(group.titleKey)}>
            <div className="flex flex-col gap-5">
              {group.specimens.map((specimen) => (
                <Exhibit key={specimen.names[0]} specimen={specimen} themes={themes} />
              ))}
            </div>
          </Section>
        </div>
      ))}
    </Page>
  );
}
