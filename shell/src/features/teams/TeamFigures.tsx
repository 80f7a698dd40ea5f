import { Eraser } from "lucide-react";

import { type AgentTeam, type MemberFigures, useForgetFigures, useTeamFigures } from "@/api";
import { useI18n } from "@/i18n";
import { Section, tellTrouble, Trouble, useUndoToast } from "@/stage";
import { Card, IconButton } from "@/ui";
import { useMembers } from "./useMembers";

const HEADS = ["member", "well", "failed", "handed", "score", "tokens", "cost", "time"] as const;

/** What came of each member's work, by kind of request; figures that tell nothing any more can be forgotten. */
export function TeamFigures({ team }: { readonly team: AgentTeam }) {
  const { t } = useI18n();
  const { data, error, refetch } = useTeamFigures(team.id);
  return (
    <Section title={t("teams.figures")}>
      <p className="max-w-prose text-sm text-muted">{t(data?.length === 0 ? "teams.figures.none" : "teams.figures.about")}</p>
      {error && <Trouble error={error} onRetry={() => void refetch()} />}
      {data !== undefined && data.length > 0 && (
        <Card className="overflow-hidden">
          <div role="group" aria-label={t("teams.figures")} tabIndex={0} className="overflow-x-auto -outline-offset-2">
            <table className="w-full text-sm tabular-nums">
              <thead>
                <tr className="border-b border-line text-xs text-muted [&>th]:px-3 [&>th]:py-2 [&>th]:font-medium [&>th]:whitespace-nowrap">
                  <th scope="col" className="text-left">
                    {t("teams.figures.kind")}
                  </th>
                  {HEADS.map((head) => (
                    <th key={head} scope="col" className={head === "member" ? "text-left" : "text-right"}>
                      {t(`teams.figures.${head}`)}
                    </th>
                  ))}
                  <td />
                </tr>
              </thead>
              <tbody className="divide-y divide-line">
                {data.map((row) => (
                  <FiguresRow key={`${row.kind}/${row.agent}`} team={team.id} row={row} />
                ))}
              </tbody>
            </table>
          </div>
        </Card>
      )}
    </Section>
  );
}

function FiguresRow({ team, row }: { readonly team: string; readonly row: MemberFigures }) {
  const { t, format } = useI18n();
  const { called } = useMembers();
  const told = useUndoToast();
  const { mutateAsync: forget, isPending } = useForgetFigures(team);
  const kind = row.kind === "" ? t("teams.figures.other") : row.kind;
  const drop = () =>
    void forget(row).then(
      ({ change }) => change != null && told(t("teams.figures.forgotten"), change),
      (error: Error) => tellTrouble(error, t),
    );
  return (
    <tr className="[&>td]:px-3 [&>td]:py-1.5 [&>td]:text-right [&>td]:whitespace-nowrap">
      <th scope="row" className="px-3 py-1.5 text-left font-normal">
        {kind}
      </th>
      <td className="!text-left font-medium">{called(row.agent)}</td>
      <td>{t("teams.figures.of", { well: row.well, asks: row.asks })}</td>
      <td>{format.number(row.failed)}</td>
      <td>{format.number(row.handed)}</td>
      <td>{row.score == null ? "–" : format.number(row.score)}</td>
      <td>{format.compact(row.tokens)}</td>
      <td>{format.money(row.cost)}</td>
      <td>{format.duration(row.ms)}</td>
      <td>
        <IconButton icon={Eraser} size="sm" disabled={isPending} label={t("teams.figures.forget", { name: called(row.agent), kind })} onClick={drop} />
      </td>
    </tr>
  );
}
