import { ArchiveRestore, Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import { exportSkill, type SkillDetail, useRestoreFromSkill } from "@/api";
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
  const { mutateAsync: restore, isPending } = useRestoreFromSkill();
  const holds = skill.skill.files?.some(({ path }) => HOLDS.some((end) => path.endsWith(end)));
  const trouble = (error: Error) => tellTrouble(error, t);
  return (
    <div className="flex flex-wrap gap-2">
      {holds && (
        <Button icon={ArchiveRestore} busy={isPending} onClick={() => void restore(skill.id).then(({ tools, workflows }) => announce(t("skills.restored", { names: [...(tools ?? []), ...(workflows ?? [])].join(", ") })), trouble)}>
          {t("skills.restore")}
        </Button>
      )}
      <Button icon={Download} onClick={() => void exportSkill(skill.id).then(savePackage, trouble)}>
        {t("skills.export")}
      </Button>
      <Button icon={Trash2} onClick={() => remove(true)}>
        {t("skills.remove")}
      </Button>
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
