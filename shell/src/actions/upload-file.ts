import { Upload } from "lucide-react";

import { type Artifact, isProblem, uploadArtifact } from "@/api";
import { translate } from "@/i18n";
import { toast } from "@/ui";
import type { Action, ActionContext } from "./action";

export const action: Action = {
  id: "upload-file",
  labelKey: "actions.upload-file",
  icon: Upload,
  group: "make",
  keys: "n f",
  perform: (context) => {
    const picker = document.createElement("input");
    picker.type = "file";
    picker.multiple = true;
    picker.onchange = () => void upload([...(picker.files ?? [])], context);
    picker.click();
  },
};

async function upload(files: readonly File[], { navigate }: ActionContext): Promise<void> {
  const made: Artifact[] = [];
  for (const file of files) {
    try {
      made.push(await uploadArtifact(file));
    } catch (error) {
      const hint = isProblem(error) ? error.hint : null;
      toast.error(`${file.name}: ${(error instanceof Error && error.message) || translate("error.network")}`, { description: hint });
    }
  }
  const first = made[0];
  if (first === undefined) return;
  const path = made.length === 1 ? `/artifacts/${first.id}` : "/artifacts";
  toast.success(translate("actions.upload-file.done", { count: made.length, name: first.name }), {
    action: { label: translate("words.open"), onClick: () => navigate(path) },
  });
}
