import { PackagePlus, Rss } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import { type Catalogue, useCatalogue } from "@/api";
import { useT } from "@/i18n";
import { CardGrid, CardsSkeleton, Filter, FilterBar, Loaded, Page, Section } from "@/stage";
import { Button, EmptyState, Segmented } from "@/ui";
import { EntryCard } from "./EntryCard";
import { matching, SHOWN, type Shown, shown } from "./filters";

/** Everything that can be added and everything that is here, one card each. */
export function EntryList() {
  const t = useT();
  const [, go] = useLocation();
  const query = useCatalogue();
  const sources = (
    <Button icon={Rss} onClick={() => go("/catalogue/sources")}>
      {t("catalogue.sources")}
    </Button>
  );
  return (
    <Page wide title={t("catalogue.title")} about={t("catalogue.about")} aside={sources}>
      <Loaded query={query} waiting={<CardsSkeleton count={3} />}>
        {(data) => <Entries data={data} />}
      </Loaded>
    </Page>
  );
}

function Entries({ data }: { readonly data: Catalogue }) {
  const t = useT();
  const [words, say] = useState("");
  const [kind, choose] = useState("");
  const [place, look] = useState<Shown>("offered");
  const titles = new Map(data.kinds.map((each) => [each.kind, each.title]));
  const found = matching(data.items, words, kind);
  const entries = shown(found, place);
  const told = data.kinds.filter(({ how, problem }) => how !== "" || problem !== "");
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-3">
        <FilterBar label={t("catalogue.search")} words={words} onWords={say}>
          <Filter
            label={t("catalogue.kind")}
            value={kind}
            options={[{ value: "", label: t("catalogue.kind.all") }, ...data.kinds.map((each) => ({ value: each.kind, label: each.title }))]}
            onChange={choose}
          />
        </FilterBar>
        <Segmented
          label={t("catalogue.shown")}
          look="chips"
          value={place}
          options={SHOWN.map((value) => ({ value, label: t(`catalogue.shown.${value}`), count: shown(found, value).length }))}
          onChange={look}
        />
      </div>
      {entries.length === 0 ? (
        <EmptyState icon={PackagePlus} title={t("catalogue.none")}>
          {t("catalogue.none.about")}
        </EmptyState>
      ) : (
        <CardGrid label={t("catalogue.list")} items={entries} keyOf={(entry, place) => `${entry.id}#${place}`}>
          {(entry) => <EntryCard entry={entry} kind={titles.get(entry.kind) ?? entry.kind} />}
        </CardGrid>
      )}
      <Section title={t("catalogue.elsewhere")}>
        <dl className="flex flex-col gap-2 text-sm">
          {told.map((each) => (
            <div key={each.kind}>
              <dt className="font-medium">{each.title}</dt>
              <dd className="text-muted">{each.problem || each.how}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </div>
  );
}
