import { useState } from "react";

import { useSettings } from "@/api";
import { type Purpose, Skeleton } from "@/ui";
import { LanguageChoice } from "./LanguageChoice";
import { BeginStep } from "./BeginStep";
import { PurposeStep } from "./PurposeStep";
import { ThemeChoice } from "./ThemeChoice";
import { useConnect } from "./useConnect";

/** The first minute: what somebody wants to do, something to do it with, and a sentence that works at once. */
export function WelcomeScreen() {
  const { data: settings, isPending } = useSettings();
  // Undefined until somebody chose here: what was chosen before a reload counts until then.
  const [here, choose] = useState<Purpose | null>();
  const connect = useConnect();
  const purpose = here === undefined ? (settings?.value.desktop?.purpose ?? null) : here;
  return (
    <div className="flex min-h-full flex-col">
      <div className="flex items-center justify-end gap-2 p-4">
        <ThemeChoice />
        <LanguageChoice />
      </div>
      {isPending ? (
        <Skeleton className="mx-auto mt-24 h-64 w-full max-w-[760px]" />
      ) : purpose === null ? (
        <PurposeStep onChoose={choose} />
      ) : (
        <BeginStep key={purpose} purpose={purpose} connect={connect} onBack={() => choose(null)} />
      )}
    </div>
  );
}
