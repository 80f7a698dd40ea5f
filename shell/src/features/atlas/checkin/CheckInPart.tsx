import { ClipboardCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useSearch } from "wouter";

import { type AtlasCompanyCard, type AtlasDue, useAtlasDue } from "@/api";
import { useT } from "@/i18n";
import { RowsSkeleton, Trouble } from "@/stage";
import { EmptyState } from "@/ui";
import { beginRound, type Round } from "./round";
import { Guided } from "./Guided";
import { Summary } from "./Summary";

/** Every check-in that is due, one after the other. */
export function CheckInPart({ company }: { readonly company: AtlasCompanyCard }) {
  const t = useT();
  const owner = new URLSearchParams(useSearch()).get("owner") ?? undefined;
  const { data, error, refetch } = useAtlasDue(company.id, owner);
  if (data === undefined) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />;
  return data.items.length === 0 ? <Rounds company={company.id} due={[]} empty={<EmptyState icon={ClipboardCheck} title={t("atlas.checkin.none")}>{t("atlas.checkin.none.about")}</EmptyState>} /> : <Rounds company={company.id} due={data.items} />;
}

/** The round that was begun goes on as it was, whatever becomes due or is done elsewhere. */
function Rounds({ company, due, empty }: { readonly company: string; readonly due: readonly AtlasDue[]; readonly empty?: ReactNode }) {
  const [begun, setRound] = useState<Round | null>(null);
  const round = begun ?? beginRound(due);
  if (begun === null && due.length === 0) return empty;
  if (round.ahead.length === 0) return <Summary round={round} onChange={setRound} onNew={due.length > 0 ? () => setRound(null) : undefined} />;
  return <Guided company={company} round={round} onChange={setRound} />;
}
