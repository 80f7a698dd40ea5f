import { Radar } from "lucide-react";

import { useModels } from "@/api";
import { useT } from "@/i18n";
import { Page, RowsSkeleton, Trouble } from "@/stage";
import { Button } from "@/ui";
import { NoModel } from "./NoModel";
import { ProviderList } from "./ProviderList";
import { RecommendedModels } from "./RecommendedModels";
import { RoleList } from "./RoleList";
import { useFinding } from "./useFinding";

/** Models: what runs on this machine, what it can do, and which role uses it. */
export function ModelsScreen() {
  const t = useT();
  const { data, error, refetch } = useModels();
  const finding = useFinding();
  const look = (
    <Button icon={Radar} busy={finding.looking} onClick={finding.look}>
      {t(finding.looking ? "models.looking" : "models.look")}
    </Button>
  );
  return (
    <Page title={t("models.title")} about={t("models.about")} aside={look}>
      {data === undefined ? (
        error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton count={6} />
        )
      ) : (
        <>
          {data.models.length === 0 && <NoModel />}
          <ProviderList models={data} finding={finding} />
          <RoleList models={data} />
          <RecommendedModels models={data.models} />
        </>
      )}
    </Page>
  );
}
