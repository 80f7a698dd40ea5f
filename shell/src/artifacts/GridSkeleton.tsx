import { useT } from "@/i18n";
import { Skeleton } from "@/ui";

/** Tiles that are still on their way. */
export function GridSkeleton({ count = 8 }: { readonly count?: number }) {
  const t = useT();
  return (
    <div role="status" aria-label={t("words.loading")} className="grid grid-cols-[repeat(auto-fill,minmax(156px,1fr))] gap-3">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="rounded-lg border border-line bg-raised">
          <Skeleton className="aspect-[4/3] rounded-t-lg rounded-b-none" />
          <div className="flex flex-col gap-2 px-3 py-3">
            <Skeleton className="h-3 w-3/4" />
            <Skeleton className="h-2.5 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  );
}
