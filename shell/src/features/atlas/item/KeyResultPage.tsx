import { ClipboardCheck } from "lucide-react";
import { useState } from "react";

import { type AtlasKeyResultPage, isProblem, useAtlasKeyResult } from "@/api";
import { useT } from "@/i18n";
import { Section } from "@/stage";
import { Button } from "@/ui";
import { CheckInDialog } from "../checkin/CheckInDialog";
import { useEdit } from "../edit/useEdit";
import { textIn } from "../edit/values";
import { Linked } from "../pieces/Linked";
import { Analyses } from "./Analyses";
import { CheckIns } from "./CheckIns";
import { Initiatives } from "./Initiatives";
import { ItemFrame } from "./ItemFrame";
import { KeyResultChart } from "./KeyResultChart";
import { KeyResultFacts } from "./KeyResultFacts";
import { KeyResultStats } from "./KeyResultStats";
import { Sources } from "./Sources";
import { Waiting } from "./Waiting";

/** A key result: target and actual month by month, its check-ins, and what is done for it. */
export function KeyResultPage({ id }: { readonly id: string }) {
  const { data, error, refetch } = useAtlasKeyResult(id);
  return data === undefined || isProblem(error, "not_found") ? <Waiting error={error} onRetry={() => void refetch()} /> : <Open page={data} />;
}

function Open({ page }: { readonly page: AtlasKeyResultPage }) {
  const t = useT();
  const [checking, check] = useState(false);
  const { item, company } = page;
  const editing = useEdit({ action: "atlas.update_key_result", names: { kr_id: item.id, company: company.id }, title: item.title, fields: page.fields, stamp: page.stamp });
  const unit = textIn(page.fields, "unit");
  return (
    <ItemFrame
      item={item}
      company={company}
      above={page.above}
      editing={editing}
      named="title"
      aside={<KeyResultFacts page={page} editing={editing} />}
      commands={
        <Button tone="primary" icon={ClipboardCheck} onClick={() => check(true)}>
          {t("atlas.checkin.title")}
        </Button>
      }
    >
      <KeyResultStats page={page} />
      <Sources sources={page.sources} />
      <KeyResultChart points={page.points} unit={unit} editing={editing} />
      <Initiatives items={page.initiatives} company={company.id} parent={item.id} />
      <Section title={t("atlas.checkins")}>
        <CheckIns checkIns={page.check_ins} unit={unit} />
      </Section>
      <Analyses analyses={page.analyses} />
      <Linked title={t("atlas.projects")} items={page.projects} />
      {checking && <CheckInDialog page={page} onClose={() => check(false)} />}
    </ItemFrame>
  );
}
