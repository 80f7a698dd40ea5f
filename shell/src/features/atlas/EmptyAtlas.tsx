import { FileUp, Plus, Sparkles } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import { useByHand } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { announce } from "@/state";
import { Button } from "@/ui";
import { partPath } from "./paths";
import { NewCompanyDialog } from "./pieces/NewCompanyDialog";
import { StrategyPicture } from "./pieces/StrategyPicture";

/** No company yet: what Atlas is for in a sentence, and three ways to begin. */
export function EmptyAtlas() {
  const t = useT();
  const [, go] = useLocation();
  const [making, make] = useState(false);
  const { mutate, isPending } = useByHand();
  const addSample = () =>
    mutate(
      { name: "atlas.add_sample", params: {} },
      {
        onSuccess: (_, here) => {
          announce(t("atlas.sample.added"));
          if (here) go(partPath("dashboard"));
        },
        onError: (error) => tellTrouble(error, t),
      },
    );
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-6 pb-10 text-center">
      <StrategyPicture label={t("atlas.empty.picture")} className="w-full max-w-md" />
      <div className="flex flex-col items-center gap-1.5">
        <h2 className="text-lg font-semibold tracking-[-0.01em] text-balance text-fg">{t("atlas.empty")}</h2>
        <p className="max-w-md text-md text-pretty text-muted">{t("atlas.empty.about")}</p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <Button tone="primary" icon={Plus} onClick={() => make(true)}>
          {t("atlas.empty.new")}
        </Button>
        <Button icon={FileUp} onClick={() => go(partPath("import"))}>
          {t("atlas.empty.import")}
        </Button>
      </div>
      <Button tone="quiet" icon={Sparkles} busy={isPending} onClick={addSample} className="-mt-3">
        {t("atlas.empty.sample")}
      </Button>
      {making && (
        <NewCompanyDialog
          onClose={(company) => {
            make(false);
            if (company !== undefined) go(partPath("dashboard", company));
          }}
        />
      )}
    </div>
  );
}
