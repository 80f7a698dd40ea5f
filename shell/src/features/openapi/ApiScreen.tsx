import { useParams } from "wouter";

import { ApiList } from "./ApiList";
import { ApiPage } from "./ApiPage";
import { NewApi } from "./NewApi";

/** Web APIs: all of them, a new one, and each on its own page. */
export function ApiScreen() {
  const { id } = useParams<{ id?: string }>();
  if (id === undefined) return <ApiList />;
  return id === "new" ? <NewApi /> : <ApiPage key={id} id={id} />;
}
