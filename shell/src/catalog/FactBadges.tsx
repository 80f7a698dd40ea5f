import { Check, Minus, X } from "lucide-react";

import type { ModelInfo } from "@/api";
import { useT } from "@/i18n";
import { Badge } from "@/ui";
import { factWords, isProbed } from "./models";

/** What a model showed it can do when it was tried out, one small badge each. */
export function FactBadges({ model }: { readonly model: ModelInfo }) {
  const t = useT();
  if (model.facts === null || !isProbed(model)) return <Badge>{t("catalog.fact.none")}</Badge>;
  return (
    <ul aria-label={t("catalog.facts", { model: model.id })} className="flex flex-wrap gap-1">
      <li className="inline-flex">
        <Badge tone={model.tier === 2 ? "ok" : "neutral"}>{t(`tier.${model.tier}`)}</Badge>
      </li>
      {factWords(model.facts).map(({ key, can }) => {
        const Mark = can === null ? Minus : can ? Check : X;
        return (
          <li key={key} className="inline-flex">
            <Badge tone={can ? "ok" : can === false ? "warn" : "neutral"}>
              <Mark aria-hidden className="size-3" />
              {t(key)}
              <span className="sr-only">{t(can === null ? "words.unknown" : can ? "words.yes" : "words.no")}</span>
            </Badge>
          </li>
        );
      })}
    </ul>
  );
}
