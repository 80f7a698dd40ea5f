import { useSaveSettings } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { PURPOSES, type Purpose } from "@/ui";
import { PurposePicture } from "./pictures/PurposePicture";

/** Step one: what somebody wants to do. It is kept at once, and can be changed in the settings. */
export function PurposeStep({ onChoose }: { readonly onChoose: (purpose: Purpose) => void }) {
  const t = useT();
  const { mutate } = useSaveSettings();
  const choose = (purpose: Purpose) => {
    mutate((settings) => ({ ...settings, desktop: { ...settings.desktop, purpose } }), {
      onError: (error) => tellTrouble(error, t),
    });
    onChoose(purpose);
  };
  return (
    <div className="mx-auto flex w-full max-w-[760px] flex-1 flex-col justify-center gap-7 px-6 pb-12 max-sm:justify-start max-sm:gap-6">
      <header className="flex flex-col gap-2">
        <img src="/icon.svg" alt="" className="mb-2 size-10 dark:invert" />
        <h1 className="text-xl font-semibold tracking-[-0.01em] text-balance">{t("welcome.title")}</h1>
        <p className="max-w-[560px] text-md text-pretty text-muted">{t("welcome.lead")}</p>
      </header>
      <section aria-labelledby="purposes" className="flex flex-col gap-3">
        <h2 id="purposes" className="text-lg font-semibold tracking-[-0.01em]">
          {t("welcome.purpose")}
        </h2>
        <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
          {PURPOSES.map((purpose) => (
            <button
              key={purpose}
              type="button"
              onClick={() => choose(purpose)}
              className="group flex flex-col overflow-hidden rounded-xl border border-line bg-raised text-left shadow-raised transition-colors duration-100 hover:border-line-strong max-sm:flex-row max-sm:items-center"
            >
              <span className="flex w-full items-center justify-center border-b border-line bg-canvas py-3 transition-colors duration-100 group-hover:bg-hover max-sm:w-[124px] max-sm:shrink-0 max-sm:self-stretch max-sm:border-r max-sm:border-b-0 max-sm:px-2">
                <PurposePicture purpose={purpose} className="w-[216px] max-sm:w-full" />
              </span>
              <span className="flex min-w-0 flex-col gap-0.5 px-4 py-3">
                <span className="text-md font-semibold text-fg">{t(`settings.purpose.${purpose}`)}</span>
                <span className="text-xs text-pretty text-muted">{t(`welcome.purpose.${purpose}.about`)}</span>
              </span>
            </button>
          ))}
        </div>
        <p className="text-xs text-muted">{t("welcome.purpose.hint")}</p>
      </section>
    </div>
  );
}
