import { ArchiveRestore, Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import { exportSkill, heldBySkill, type HeldThing, type SkillDetail } from "@/api";
import { HandDialog } from "@/decisions";
import { useT } from "@/i18n";
import { savePackage, tellTrouble, useUndoToast } from "@/stage";
import { announce } from "@/state";
import { Button } from "@/ui";

const HOLDS = [".tool.json", ".workflow.yaml"];

/** What can be done with an accepted skill. */
export function SkillActions({ skill }: { readonly skill: SkillDetail }) {
  const t = useT();
  const [, go] = useLocation();
  const told = useUndoToast();
  const [removing, remove] = useState(false);
  const [held, hold] = useState<readonly HeldThing[]>([]);
  const [next, ...later] = held;
  const holds = skill.skill.files?.some(({ path }) => HOLDS.some((end) => path.endsWith(end)));
  const trouble = (error: Error) => tellTrouble(error, t);
  return (
    <div className="flex flex-wrap gap-2">
      {holds && (
        <Button icon={ArchiveRestore} onClick={() => void heldBySkill(skill.id).then(hold, trouble)}>
          {t("skills.restore")}
        </Button>
      )}
      <Button icon={Download} onClick={() => void exportSkill(skill.id).then(savePackage, trouble)}>
        {t("skills.export")}
      </Button>
      <Button icon={Trash2} onClick={() => remove(true)}>
        {t("skills.remove")}
      </Button>
      {next !== undefined && (
        <HandDialog
          key={next.path}
          open
          capability={next.capability}
          params={next.params}
          title={t("skills.restore.title", { path: next.path })}
          onClose={(outcome) => {
            hold(outcome === undefined ? [] : later);
            if (outcome !== undefined) announce(t("skills.restored", { names: next.path }));
          }}
        />
      )}
      <HandDialog
        open={removing}
        capability="skills.remove"
        params={{ skill: skill.id }}
        title={t("skills.remove.title", { name: skill.name })}
        onClose={(outcome) => {
          remove(false);
          if (outcome === undefined) return;
          go("/skills");
          if (outcome.change !== undefined) told(t("skills.removed", { name: skill.name }), outcome.change);
        }}
      />
    </div>
  );
}
