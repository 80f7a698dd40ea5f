import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";

import { type Home, keys, useSaveSettings } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { useComposer } from "@/state";

export interface Finish {
  readonly busy: boolean;
  /** End the welcome, and say a sentence in the chat if one was clicked. */
  readonly finish: (sentence?: string) => void;
}

/** Remembers that the welcome is over and opens the desktop; what was clicked is said in the project, if there is one. */
export function useFinish(name: string, project: string | undefined): Finish {
  const t = useT();
  const cache = useQueryClient();
  const [, navigate] = useLocation();
  const { mutate, isPending } = useSaveSettings();
  const finish = (sentence?: string) => {
    const called = name.trim();
    mutate(
      (settings) => ({
        ...settings,
        onboarded: true,
        appearance: called === "" ? settings.appearance : { ...settings.appearance, name: called },
      }),
      {
        onSuccess: ({ value }) => {
          // The desktop sends people who are not onboarded here; it must know before it is shown.
          cache.setQueryData<Home>(keys.home, (home) => home && { ...home, onboarded: true, name: value.appearance.name });
          navigate("/", { replace: true });
          if (sentence !== undefined) useComposer.getState().say(sentence, project);
          else if (project !== undefined) useComposer.getState().begin({ project });
        },
        onError: (error) => tellTrouble(error, t),
      },
    );
  };
  return { busy: isPending, finish };
}
