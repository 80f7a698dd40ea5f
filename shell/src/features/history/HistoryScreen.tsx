import { useParams } from "wouter";

import { ChangeListing } from "./ChangeListing";
import { ChangePage } from "./ChangePage";

/** History: everything that was changed, and each change on its own page. */
export function HistoryScreen() {
  const { id } = useParams<{ id?: string }>();
  return id === undefined ? <ChangeListing /> : <ChangePage key={id} id={id} />;
}
