import { useUsage } from "@/api";
import { useT } from "@/i18n";
import { Section } from "@/stage";
import { Figures } from "./Figures";

/** What the last days took, in the five figures of Insights; before anything ran there is nothing to say. */
export function Usage() {
  const t = useT();
  const { data } = useUsage();
  if (data === undefined || data.runs === 0) return null;
  return (
    <Section title={t("home.usage", { count: data.days })}>
      <Figures days={data.days} />
    </Section>
  );
}
