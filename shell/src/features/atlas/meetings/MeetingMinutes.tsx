import type { AtlasMinutes } from "@/api";
import { useT } from "@/i18n";
import { Section } from "@/stage";
import { Badge, Card } from "@/ui";

/** What was written down of a meeting; nothing is shown when nothing was. */
export function MeetingMinutes({ minutes }: { readonly minutes: readonly AtlasMinutes[] }) {
  const t = useT();
  if (minutes.length === 0) return null;
  return (
    <Section title={t("atlas.minutes")}>
      {minutes.map((each, index) => (
        <Card key={index} className="flex flex-col gap-3 p-4 text-sm text-fg">
          {each.is_approved && (
            <span>
              <Badge tone="ok">{t("atlas.minutes.approved")}</Badge>
            </span>
          )}
          {each.content && <p className="break-words whitespace-pre-wrap">{each.content}</p>}
          {each.decisions && <Part title={t("atlas.minutes.decisions")}>{each.decisions}</Part>}
          {each.participants.length > 0 && <Part title={t("atlas.minutes.participants")}>{each.participants.join(", ")}</Part>}
        </Card>
      ))}
    </Section>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: string }) {
  return (
    <div>
      <h3 className="text-xs font-medium text-muted">{title}</h3>
      <p className="mt-0.5 break-words whitespace-pre-wrap">{children}</p>
    </div>
  );
}
