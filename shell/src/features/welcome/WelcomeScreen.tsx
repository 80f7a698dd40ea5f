import { useState } from "react";

import { useT } from "@/i18n";
import { ConnectStep } from "./ConnectStep";
import { LanguageChoice } from "./LanguageChoice";
import { ReadyStep } from "./ReadyStep";

/** The first minute: find a model or go on without one, then a first thing to ask. */
export function WelcomeScreen() {
  const t = useT();
  const [connected, setConnected] = useState(false);
  return (
    <div className="flex min-h-full flex-col">
      <div className="flex justify-end p-4">
        <LanguageChoice />
      </div>
      <div className="mx-auto flex w-full max-w-[600px] flex-1 flex-col justify-center gap-8 px-6 pb-24">
        <header className="flex flex-col gap-2">
          <img src="/icon.svg" alt="" className="mb-3 size-11 dark:invert" />
          <h1 className="text-xl font-semibold tracking-[-0.01em] text-balance">
            {t(connected ? "welcome.ready" : "welcome.title")}
          </h1>
          <p className="text-md text-pretty text-muted">{t(connected ? "welcome.ready.about" : "welcome.lead")}</p>
        </header>
        {connected ? <ReadyStep /> : <ConnectStep onDone={() => setConnected(true)} />}
      </div>
    </div>
  );
}
