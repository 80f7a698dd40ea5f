import type { AtlasFramework } from "@/api";
import { useT } from "@/i18n";
import { InlineText, Section } from "@/stage";
import { Card, classes } from "@/ui";
import { ClashNote } from "../edit/ClashNote";
import { useEdit } from "../edit/useEdit";
import { textIn } from "../edit/values";

/** The texts of each framework, in the order in which they are read. */
const FIELDS = {
  golden_circle: ["why_question", "how_question", "what_question"],
  swot: ["strengths", "weaknesses", "opportunities", "threats"],
  vision_alignment: ["shared_objectives", "shared_commitments", "shared_resources", "shared_risks"],
} as const;

interface FrameworkCardsProps {
  readonly kind: keyof typeof FIELDS;
  readonly framework: AtlasFramework;
  readonly company: string;
  /** How its texts stand beside each other where there is room. */
  readonly columns: string;
}

/** A framework: each of its texts on a card, written where it stands. */
export function FrameworkCards({ kind, framework, company, columns }: FrameworkCardsProps) {
  const t = useT();
  const title = t(`atlas.${kind}`);
  const editing = useEdit({ action: `atlas.update_${kind}`, names: { company }, title, fields: framework.fields, stamp: framework.stamp ?? "" });
  return (
    <Section title={title} about={t(`atlas.${kind}.about`)}>
      <ClashNote editing={editing} />
      <div className={classes("grid gap-3", columns)} onFocus={({ target }) => editing.begin(target.matches("input, textarea"))}>
        {FIELDS[kind].map((name) => {
          const label = t(`atlas.framework.${name}`);
          return (
            <Card key={name} className="flex min-h-28 flex-col gap-1.5 p-4">
              <h3 className="text-sm font-semibold text-fg">{label}</h3>
              <div className="text-sm text-fg">
                <InlineText long optional label={label} placeholder={t("atlas.framework.empty")} value={textIn(editing.fields, name)} onSave={(value) => editing.save(name, value === "" ? null : value, label)} />
              </div>
            </Card>
          );
        })}
      </div>
    </Section>
  );
}
