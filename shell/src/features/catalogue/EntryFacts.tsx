import type { ReactNode } from "react";

import type { CatalogueEntryDetail } from "@/api";
import { useT } from "@/i18n";
import { Fact, Rows } from "@/stage";
import { ForeignText } from "@/ui";

/** Where an entry comes from and by what it is known: strangers say these, so none of it is a link. */
export function EntryFacts({ entry }: { readonly entry: CatalogueEntryDetail }) {
  const t = useT();
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t("catalogue.fact.source"), entry.source],
    [t("catalogue.fact.address"), entry.address && <Code text={entry.address} />],
    [t("catalogue.fact.version"), entry.version],
    [t("catalogue.fact.license"), entry.license && <ForeignText>{entry.license}</ForeignText>],
    [t("catalogue.fact.homepage"), entry.homepage && <Code text={entry.homepage} />],
    [t("catalogue.fact.signature"), entry.signature && t(`catalogue.signature.${entry.signature}`)],
    [t("catalogue.fact.hash"), (entry.sha256 ?? entry.digest) && <Code text={entry.sha256 ?? entry.digest} />],
  ];
  return (
    <Rows>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
    </Rows>
  );
}

function Code({ text }: { readonly text: string }) {
  return (
    <span className="font-mono text-xs wrap-anywhere">
      <ForeignText place="code" still>
        {text}
      </ForeignText>
    </span>
  );
}
