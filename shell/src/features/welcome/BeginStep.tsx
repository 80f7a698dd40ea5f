import { ArrowLeft } from "lucide-react";
import { useEffect, useRef, useState } from "react";

import { factsOf } from "@/catalog";
import { useT } from "@/i18n";
import { Button, Input, type Purpose } from "@/ui";
import { CodeOffer } from "./CodeOffer";
import { ModelOffer } from "./ModelOffer";
import { PurposePicture } from "./pictures/PurposePicture";
import { SampleOffer } from "./SampleOffer";
import { Sentences } from "./Sentences";
import type { Connect } from "./useConnect";
import { useFinish } from "./useFinish";

interface BeginStepProps {
  readonly purpose: Purpose;
  readonly connect: Connect;
  readonly onBack: () => void;
}

/** Step two: something to work with, three sentences that work now, and what a model would add. Nothing here has to be done. */
export function BeginStep({ purpose, connect, onBack }: BeginStepProps) {
  const t = useT();
  const [name, setName] = useState("");
  const [project, setProject] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const { finish, busy } = useFinish(name, project);
  const { asks, sample } = factsOf(purpose);
  // The button that led here is gone: reading goes on at the heading.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="mx-auto flex w-full max-w-[640px] flex-1 flex-col gap-6 px-6 pb-16">
      <header className="flex items-center gap-6 max-sm:flex-col-reverse max-sm:items-start max-sm:gap-3">
        <div className="flex min-w-0 flex-1 flex-col gap-1.5">
          <Button tone="quiet" size="sm" icon={ArrowLeft} className="-ml-2 self-start" onClick={onBack}>
            {t("welcome.back")}
          </Button>
          <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-[-0.01em] text-balance outline-none">
            {t(`welcome.begin.${purpose}`)}
          </h1>
          <p className="text-md text-pretty text-muted">{t(`welcome.begin.${purpose}.about`)}</p>
        </div>
        <PurposePicture purpose={purpose} className="w-[212px] shrink-0 max-sm:w-[150px]" />
      </header>
      {sample !== undefined && (purpose === "teach" || purpose === "goals") && <SampleOffer purpose={purpose} capability={sample} />}
      {purpose === "code" && <CodeOffer onProject={setProject} />}
      <Sentences app={asks} project={project} onSay={finish} />
      <ModelOffer purpose={purpose} connect={connect} />
      <footer className="flex flex-wrap items-end gap-3 border-t border-line pt-5">
        <label className="flex min-w-48 flex-1 flex-col gap-1.5 text-xs font-medium text-fg">
          {t("welcome.name")}
          <Input value={name} maxLength={80} autoComplete="given-name" placeholder={t("welcome.name.hint")} onChange={(event) => setName(event.target.value)} />
        </label>
        <Button tone="primary" size="lg" busy={busy} onClick={() => finish()}>
          {t("welcome.open")}
        </Button>
      </footer>
    </div>
  );
}
