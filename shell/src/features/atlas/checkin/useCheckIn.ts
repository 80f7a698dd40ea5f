import { type AppDone, useAppAction } from "@/api";
import type { CheckInValues } from "./CheckInForm";

/** Record a value of a key result. */
export function useCheckIn(): { readonly busy: boolean; readonly record: (company: string, id: string, period: string, values: CheckInValues) => Promise<AppDone> } {
  const action = useAppAction("atlas");
  return {
    busy: action.isPending,
    record: (company, id, period, { value, confidence, comment, blockers }) =>
      action.mutateAsync({
        name: "atlas.check_in",
        params: () => ({
          company,
          kr_id: id,
          period: period.slice(0, 7),
          value,
          ...(confidence === null ? {} : { confidence }),
          ...(comment === "" ? {} : { comment }),
          ...(blockers === "" ? {} : { blockers }),
        }),
      }),
  };
}
