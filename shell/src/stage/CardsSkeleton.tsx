import { useT } from "@/i18n";
import { Skeleton } from "@/ui";
import { CARD_COLUMNS } from "./CardGrid";

/** The outline of cards that are on their way. */
export function CardsSkeleton({ count = 1 }: { readonly count?: number }) {
  const t = useT();
  return (
    <div role="status" aria-label={t("words.loading")} className={CARD_COLUMNS}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className="h-32 rounded-lg" />
      ))}
    </div>
  );
}
