import { Check, Sparkles } from "lucide-react";

import { useByHand, useSuggestions } from "@/api";
import { factsOf } from "@/catalog";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { announce } from "@/state";
import { Button, Card } from "@/ui";

interface SampleOfferProps {
  readonly purpose: "teach" | "goals";
  /** What adds it. */
  readonly capability: string;
}

/** Something made up to look around in: added by one click, taken out again by one. */
export function SampleOffer({ purpose, capability }: SampleOfferProps) {
  const t = useT();
  const { mutate, isPending, isSuccess } = useByHand();
  const { data: suggested } = useSuggestions({ app: factsOf(purpose).asks });
  const there = isSuccess || suggested?.is_empty === false;
  const add = () =>
    mutate(
      { name: capability, params: {} },
      { onSuccess: () => announce(t(`welcome.sample.${purpose}.added`)), onError: (error) => tellTrouble(error, t) },
    );
  return (
    <Card className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-sm font-semibold text-fg">{t(there ? `welcome.sample.${purpose}.added` : `welcome.sample.${purpose}`)}</h2>
        <p className="mt-0.5 text-sm text-pretty text-muted">{t(`welcome.sample.${purpose}.about`)}</p>
      </div>
      {there ? (
        <p className="flex items-center gap-1.5 text-sm font-medium text-ok-text">
          <Check aria-hidden className="size-4" />
          {t("welcome.sample.there")}
        </p>
      ) : (
        <Button icon={Sparkles} busy={isPending} onClick={add}>
          {t("welcome.sample.add")}
        </Button>
      )}
    </Card>
  );
}
