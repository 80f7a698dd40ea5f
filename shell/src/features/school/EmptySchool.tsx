import { FileUp, Plus, Sparkles } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "wouter";

import { useByHand } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { announce } from "@/state";
import { Button } from "@/ui";
import { pathTo } from "./paths";
import { GradesPicture } from "./pieces/GradesPicture";
import { NewClassDialog } from "./pieces/NewClassDialog";

/** No class yet: what School Power is for in a sentence, and three ways to begin. */
export function EmptySchool() {
  const t = useT();
  const [, go] = useLocation();
  const [making, make] = useState(false);
  const { mutate, isPending } = useByHand();
  const addSample = () =>
    mutate(
      { name: "school.adicionar_amostra", params: {} },
      {
        onSuccess: () => announce(t("school.sample.added")),
        onError: (error) => tellTrouble(error, t),
      },
    );
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-6 pb-10 text-center">
      <GradesPicture label={t("school.empty.picture")} className="w-full max-w-md" />
      <div className="flex flex-col items-center gap-1.5">
        <h2 className="text-lg font-semibold tracking-[-0.01em] text-balance text-fg">{t("school.empty")}</h2>
        <p className="max-w-md text-md text-pretty text-muted">{t("school.empty.about")}</p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <Button tone="primary" icon={FileUp} onClick={() => go(pathTo("importar"))}>
          {t("school.empty.import")}
        </Button>
        <Button icon={Plus} onClick={() => make(true)}>
          {t("school.class.create")}
        </Button>
      </div>
      <Button tone="quiet" icon={Sparkles} busy={isPending} onClick={addSample} className="-mt-3">
        {t("school.empty.sample")}
      </Button>
      <Link href={pathTo("fonte")} className="-mt-3 rounded-sm text-sm text-accent-text underline-offset-2 hover:underline">
        {t("school.source.way")}
      </Link>
      {making && (
        <NewClassDialog
          schools={[]}
          onClose={(made) => {
            make(false);
            if (made !== undefined) go(pathTo("turmas", made));
          }}
        />
      )}
    </div>
  );
}
