import { type AtlasMeetingPage, isProblem, useAtlasMeeting } from "@/api";
import { Note } from "@/apps";
import { useI18n, useT } from "@/i18n";
import { InlineChoice, InlineDay, InlineText, Rows, Section } from "@/stage";
import { AddButton } from "../add/AddButton";
import { InlineAmount } from "../edit/InlineAmount";
import { type Editing, useEdit } from "../edit/useEdit";
import { numberIn, textIn } from "../edit/values";
import { FactLine, Facts, StatusFact } from "../item/Facts";
import { ItemFrame } from "../item/ItemFrame";
import { Waiting } from "../item/Waiting";
import { AgendaRow } from "./AgendaRow";
import { MeetingMinutes } from "./MeetingMinutes";
import { MEETING_TYPES, typeWords } from "./types";

const STATUSES = ["scheduled", "completed", "cancelled"];

/** A meeting: when and where it is, its agenda, and what was written down of it. */
export function MeetingPage({ id }: { readonly id: string }) {
  const { data, error, refetch } = useAtlasMeeting(id);
  return data === undefined || isProblem(error, "not_found") ? <Waiting error={error} onRetry={() => void refetch()} /> : <Open page={data} />;
}

function Open({ page }: { readonly page: AtlasMeetingPage }) {
  const t = useT();
  const { item, company, agenda } = page;
  const editing = useEdit({ action: "atlas.update_meeting", names: { meeting_id: item.id, company: company.id }, title: item.title, fields: page.fields, stamp: page.stamp });
  return (
    <ItemFrame item={item} company={company} above={page.above} editing={editing} named="title" described="notes" aside={<MeetingFacts editing={editing} />}>
      <Section title={t("atlas.agenda")} aside={<AddButton kind="agenda_item" company={company.id} parent={item.id} />}>
        {agenda.length === 0 ? (
          <Note>{t("atlas.agenda.none")}</Note>
        ) : (
          <Rows label={t("atlas.agenda")}>
            {agenda.map((each) => (
              <AgendaRow key={each.id} item={each} company={company.id} />
            ))}
          </Rows>
        )}
      </Section>
      <MeetingMinutes minutes={page.minutes} />
    </ItemFrame>
  );
}

function MeetingFacts({ editing: { fields, save }, editing }: { readonly editing: Editing }) {
  const { t } = useI18n();
  const type = textIn(fields, "meeting_type");
  return (
    <Facts>
      <StatusFact editing={editing} statuses={STATUSES} />
      <FactLine name={t("atlas.field.meeting_type")}>
        <InlineChoice
          label={t("atlas.field.meeting_type")}
          value={type}
          options={MEETING_TYPES.map((value) => ({ value, label: typeWords(value, t) }))}
          onSave={(value) => save("meeting_type", value, t("atlas.field.meeting_type"))}
        />
      </FactLine>
      <FactLine name={t("atlas.field.date")}>
        <InlineDay label={t("atlas.field.date")} value={textIn(fields, "scheduled_date")} onSave={(value) => value !== null && save("scheduled_date", value, t("atlas.field.date"))} />
      </FactLine>
      <FactLine name={t("atlas.field.time")}>
        <InlineText optional label={t("atlas.field.time")} value={textIn(fields, "scheduled_time").slice(0, 5)} onSave={(value) => save("scheduled_time", value || null, t("atlas.field.time"))} />
      </FactLine>
      <FactLine name={t("atlas.field.duration")}>
        <InlineAmount optional label={t("atlas.field.duration")} unit="min" value={numberIn(fields, "duration_minutes")} onSave={(value) => save("duration_minutes", value, t("atlas.field.duration"))} />
      </FactLine>
      <FactLine name={t("atlas.field.location")}>
        <InlineText optional label={t("atlas.field.location")} value={textIn(fields, "location")} onSave={(value) => save("location", value || null, t("atlas.field.location"))} />
      </FactLine>
    </Facts>
  );
}
