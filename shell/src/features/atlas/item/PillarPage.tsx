import { Network } from "lucide-react";
import { useLocation } from "wouter";

import { type AtlasNode, type AtlasPillarPage, isProblem, useAtlasPillar } from "@/api";
import { Note } from "@/apps";
import { useT } from "@/i18n";
import { Rows, Section } from "@/stage";
import { Button, Card } from "@/ui";
import { AddButton } from "../add/AddButton";
import { statusWords } from "../bands";
import { useEdit } from "../edit/useEdit";
import { textIn } from "../edit/values";
import { partPath } from "../paths";
import { BandBadge, BandMeter, ProgressFigure } from "../pieces/Band";
import { inkOf } from "../pieces/colour";
import { ItemRow } from "../pieces/ItemRow";
import { Swatch } from "./Swatch";
import { Explained } from "./Explained";
import { FactLine, Facts } from "./Facts";
import { ItemFrame } from "./ItemFrame";
import { Waiting } from "./Waiting";

/** A pillar: how far it is, and its objectives. */
export function PillarPage({ id }: { readonly id: string }) {
  const { data, error, refetch } = useAtlasPillar(id);
  return data === undefined || isProblem(error, "not_found") ? <Waiting error={error} onRetry={() => void refetch()} /> : <Open page={data} />;
}

function Open({ page }: { readonly page: AtlasPillarPage }) {
  const t = useT();
  const [, go] = useLocation();
  const { item: pillar, company, objectives } = page;
  const editing = useEdit({ action: "atlas.update_pillar", names: { pillar_id: pillar.id, company: company.id }, title: pillar.title, fields: page.fields, stamp: page.stamp });
  const under = (node: AtlasNode) => [statusWords(node.status, t), t("atlas.key_results.count", { count: node.children }), node.owner].filter(Boolean).join(" · ");
  return (
    <ItemFrame
      item={pillar}
      company={company}
      above={page.above}
      editing={editing}
      named="name"
      commands={
        <Button icon={Network} onClick={() => go(partPath("map", company.id, { root: pillar.id }))}>
          {t("atlas.map.pillar")}
        </Button>
      }
      aside={
        <Facts>
          <FactLine name={t("atlas.field.color")}>
            <Swatch value={textIn(editing.fields, "color")} onSave={(value) => editing.save("color", value, t("atlas.field.color"))} />
          </FactLine>
          <FactLine name={t("atlas.objectives")}>{objectives.length}</FactLine>
        </Facts>
      }
    >
      <Card className="relative flex flex-col gap-3.5 overflow-hidden p-5">
        <span aria-hidden className="absolute inset-x-0 top-0 h-[3px]" style={{ background: inkOf(textIn(editing.fields, "color")) }} />
        <div className="flex items-end gap-3">
          <ProgressFigure progress={pillar.progress} className={pillar.progress == null ? "text-lg font-medium text-muted" : "text-[32px]/[32px] font-semibold tracking-[-0.02em] text-fg"} />
          {pillar.progress != null && <BandBadge band={pillar.band} />}
        </div>
        <BandMeter label={t("atlas.field.progress")} progress={pillar.progress} band={pillar.band} expected={page.expected} className="h-2" />
        <Explained progress={pillar.progress ?? null} expected={page.expected} />
      </Card>
      <Section title={t("atlas.objectives")} aside={<AddButton kind="objective" company={company.id} parent={pillar.id} />}>
        {objectives.length === 0 ? (
          <Note>{t("atlas.objectives.none")}</Note>
        ) : (
          <Rows label={t("atlas.objectives")}>
            {objectives.map((node) => (
              <ItemRow key={node.id} item={node} detail={under(node)}>
                <BandMeter label={node.title} progress={node.progress} band={node.band} className="w-24" />
              </ItemRow>
            ))}
          </Rows>
        )}
      </Section>
    </ItemFrame>
  );
}
