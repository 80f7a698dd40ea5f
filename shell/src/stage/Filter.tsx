import type { ComponentProps } from "react";

import { Select } from "@/ui";

/** One choice of a `FilterBar`. */
export function Filter<V extends string>(props: ComponentProps<typeof Select<V>>) {
  return (
    <div className="w-44 max-sm:flex-1">
      <Select {...props} className="w-full" />
    </div>
  );
}
