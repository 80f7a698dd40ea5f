import { useT } from "@/i18n";
import { Skeleton } from "@/ui";

/** Documents that are on their way. */
export function DocumentsSkeleton({ count = 8 }: { readonly count?: number }) {
  const t = useT();
  return (
    <div role="status" aria-label={t("words.loading")} className="grid grid-cols-[repeat(auto-fill,minmax(160px,1fr))] gap-3.5">
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className="aspect-[5/4] rounded-lg" />
      ))}
    </div>
  );
}
