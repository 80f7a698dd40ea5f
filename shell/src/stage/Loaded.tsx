import type { ReactNode } from "react";

import { Trouble } from "./Trouble";

interface LoadedProps<Data> {
  readonly query: { readonly data: Data | undefined; readonly error: Error | null; readonly refetch: () => unknown };
  /** What stands there until the data has come. */
  readonly waiting: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** What a query brought; until then a sketch of it, or why it did not come. */
export function Loaded<Data>({ query: { data, error, refetch }, waiting, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data);
  return error ? <Trouble error={error} onRetry={() => void refetch()} /> : waiting;
}
