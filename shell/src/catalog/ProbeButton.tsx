import { FlaskConical } from "lucide-react";

import { type ModelInfo, useProbe } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { announce } from "@/state";
import { Button } from "@/ui";
import { isProbed } from "./models";

/** Tries a model out and keeps what it showed. */
export function ProbeButton({ model }: { readonly model: Pick<ModelInfo, "provider" | "id" | "facts"> }) {
  const t = useT();
  const { mutate, isPending } = useProbe();
  const probe = () =>
    mutate(
      { provider: model.provider, model: model.id },
      {
        onSuccess: () => announce(t("catalog.probed", { model: model.id })),
        onError: (error) => tellTrouble(error, t),
      },
    );
  const again = isProbed(model as ModelInfo);
  return (
    <Button
      size="sm"
      icon={FlaskConical}
      busy={isPending}
      aria-label={t("catalog.probe.label", { model: model.id })}
      onClick={probe}
    >
      {t(isPending ? "catalog.probing" : again ? "catalog.probe.again" : "catalog.probe")}
    </Button>
  );
}
