import { useT } from "@/i18n";
import { Skeleton } from "@/ui";
import { Rows } from "./Rows";

/** Rows that are still on their way. */
export function RowsSkeleton({ count = 4 }: { readonly count?: number }) {
  const t = useT();
  return (
    <div role="status" aria-label={t("words.loading")}>
      <Rows>
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className="flex h-[38px] items-center gap-3 px-4">
            <Skeleton className="size-2.5 rounded-full" />
            <Skeleton className="h-3 w-2/5" />
            <Skeleton className="ml-auto h-3 w-10" />
          </div>
        ))}
      </Rows>
    </div>
  );
}
