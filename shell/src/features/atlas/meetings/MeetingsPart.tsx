import { CalendarDays } from "lucide-react";

import { type AtlasCompanyCard, type AtlasMeetingCard, useAtlasMeetings } from "@/api";
import { Note } from "@/apps";
import { useI18n, useT } from "@/i18n";
import { dayOf } from "@/i18n/amounts";
import { Rows, RowsSkeleton, Section, Trouble } from "@/stage";
import { Badge, EmptyState, Row } from "@/ui";
import { AddButton } from "../add/AddButton";
import { statusTone, statusWords } from "../bands";
import { meetingPath } from "../paths";
import { typeWords } from "./types";

/** The meetings of a company: the next one first, then those that were. */
export function MeetingsPart({ company }: { readonly company: AtlasCompanyCard }) {
  const t = useT();
  const { data, error, refetch } = useAtlasMeetings(company.id);
  if (data === undefined) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />;
  const add = <AddButton kind="meeting" company={company.id} />;
  if (data.upcoming.length + data.past.length === 0) {
    return (
      <EmptyState icon={CalendarDays} title={t("atlas.meetings.none")} action={add}>
        {t("atlas.meetings.none.about")}
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-7">
      <Section title={t("atlas.meetings.upcoming")} aside={add}>
        {data.upcoming.length === 0 ? <Note>{t("atlas.meetings.none.upcoming")}</Note> : <MeetingRows label={t("atlas.meetings.upcoming")} meetings={data.upcoming} />}
      </Section>
      {data.past.length > 0 && (
        <Section title={t("atlas.meetings.past")}>
          <MeetingRows label={t("atlas.meetings.past")} meetings={data.past} />
        </Section>
      )}
    </div>
  );
}

function MeetingRows({ label, meetings }: { readonly label: string; readonly meetings: readonly AtlasMeetingCard[] }) {
  const { t, locale } = useI18n();
  return (
    <Rows label={label}>
      {meetings.map((meeting) => {
        const when = [meeting.date && dayOf(meeting.date, locale), meeting.time, meeting.location].filter(Boolean).join(" · ");
        const rest = [t("atlas.meeting.items", { count: meeting.items }), meeting.has_minutes && t("atlas.meeting.minutes")].filter(Boolean).join(" · ");
        return (
          <Row
            key={meeting.id}
            href={meetingPath(meeting.id)}
            title={meeting.title}
            detail={when === "" ? rest : `${when} · ${rest}`}
            trailing={
              <>
                <span className="text-xs text-muted max-sm:hidden">{typeWords(meeting.meeting_type, t)}</span>
                <Badge tone={statusTone(meeting.status)}>{statusWords(meeting.status, t)}</Badge>
              </>
            }
          />
        );
      })}
    </Rows>
  );
}
