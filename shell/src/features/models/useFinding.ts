import { useEffect } from "react";

import { useDiscover, useSaveSettings, withProvider } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { announce } from "@/state";
import { toast } from "@/ui";

export interface Finding {
  readonly looking: boolean;
  /** Look again, and say what was found. */
  readonly look: () => void;
  /** The providers that answered, switched on or not. */
  readonly found: ReadonlySet<string>;
  readonly use: (provider: { readonly id: string; readonly name: string }) => void;
}

/** Looks around this machine when the screen opens and when asked, and switches on what is found. */
export function useFinding(): Finding {
  const t = useT();
  const { mutate, data = [], isPending } = useDiscover();
  const { mutate: save } = useSaveSettings();
  useEffect(() => mutate(), [mutate]);
  const onError = (error: Error) => tellTrouble(error, t);
  return {
    looking: isPending,
    look: () =>
      mutate(undefined, {
        onSuccess: (found) => toast(t("models.looked", { count: found.filter(({ reachable }) => reachable).length })),
        onError,
      }),
    found: new Set(data.filter(({ reachable }) => reachable).map(({ provider }) => provider)),
    use: ({ id, name }) =>
      save((settings) => withProvider(settings, id, { enabled: true }), {
        onSuccess: () => announce(t("models.provider.used", { name })),
        onError,
      }),
  };
}
