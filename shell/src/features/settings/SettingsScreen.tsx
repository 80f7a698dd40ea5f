import { useParams } from "wouter";

import { useSettings } from "@/api";
import { useT } from "@/i18n";
import { Page, RowsSkeleton, Trouble } from "@/stage";
import { AboutSection } from "./AboutSection";
import { AppearanceSection } from "./AppearanceSection";
import { BudgetsSection } from "./budgets/BudgetsSection";
import { ModelsSection } from "./models/ModelsSection";
import { ProvidersSection } from "./providers/ProvidersSection";
import { SaveMark } from "./SaveMark";
import { SecretsSection } from "./SecretsSection";
import { SectionList } from "./SectionList";
import { SECTIONS, type SettingsSection } from "./sections";
import { TokensSection } from "./TokensSection";
import { WebSection } from "./WebSection";

const CONTENT: Readonly<Record<SettingsSection["id"], () => React.ReactNode>> = {
  providers: ProvidersSection,
  models: ModelsSection,
  budgets: BudgetsSection,
  appearance: AppearanceSection,
  web: WebSection,
  secrets: SecretsSection,
  tokens: TokensSection,
  about: AboutSection,
};

/** Settings: everything one can choose, saved as it is changed. */
export function SettingsScreen() {
  const t = useT();
  const params = useParams<{ section?: string }>();
  const section = SECTIONS.find(({ id }) => id === params.section) ?? SECTIONS[0];
  const { data, error, refetch } = useSettings();
  const Content = CONTENT[section?.id ?? "providers"];
  return (
    <Page wide title={t("settings.title")} aside={<SaveMark />}>
      <div className="@container">
        <div className="grid items-start gap-x-8 gap-y-5 @[680px]:grid-cols-[160px_minmax(0,1fr)]">
          <SectionList current={section?.id} />
          <div className="flex min-w-0 flex-col gap-6">
            {data !== undefined ? (
              <Content />
            ) : error ? (
              <Trouble error={error} onRetry={() => void refetch()} />
            ) : (
              <RowsSkeleton count={5} />
            )}
          </div>
        </div>
      </div>
    </Page>
  );
}
