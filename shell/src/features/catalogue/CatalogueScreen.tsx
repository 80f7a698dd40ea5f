import { useParams } from "wouter";

import { EntryList } from "./EntryList";
import { EntryPage } from "./EntryPage";
import { SourcesPage } from "./SourcesPage";

/** The catalogue: everything there is, each entry on its own page, and the sources. */
export function CatalogueScreen() {
  const { source, kind, name } = useParams<{ source?: string; kind?: string; name?: string }>();
  if (source === undefined) return <EntryList />;
  if (kind === undefined || name === undefined) return <SourcesPage />;
  return <EntryPage key={`${source}/${kind}/${name}`} source={source} kind={kind} name={name} />;
}
