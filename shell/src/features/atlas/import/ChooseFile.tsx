import { MAX_IMPORT } from "@/api";
import { ImportSource, type ImportSourceWords, PasteForm, SafeNote, useFileSending } from "@/apps";
import { useI18n } from "@/i18n";
import { useComposer } from "@/state";
import { isChatPlan, pasted } from "./place";

const ACCEPTED = ".json,.csv,.md,.txt,application/json,text/csv,text/markdown,text/plain";

/** The first step: a file dropped, chosen or pasted. It is only looked at. */
export function ChooseFile({ onArrived }: { readonly onArrived: (artifact: string) => void }) {
  const { t, format } = useI18n();
  const sending = useFileSending({ to: "/v1/apps/atlas/files", limit: MAX_IMPORT, onArrived });
  const fill = useComposer((composer) => composer.fill);
  const words: ImportSourceWords = {
    title: t("atlas.import.drop"),
    about: t("atlas.import.drop.about", { limit: format.bytes(MAX_IMPORT) }),
    here: t("atlas.import.drop.here"),
    choose: t("atlas.import.choose"),
    sending: (name) => t("atlas.import.uploading", { name }),
    tooLarge: (values) => t("atlas.import.large", values),
  };
  return (
    <div className="flex flex-col gap-6">
      <ImportSource sending={sending} accept={ACCEPTED} words={words} />
      <PasteForm
        title={t("atlas.import.paste")}
        label={t("atlas.import.paste.label")}
        placeholder={t("atlas.import.paste.placeholder")}
        use={(text) => t(isChatPlan(text) ? "atlas.import.paste.chat" : "atlas.import.paste.use")}
        busy={sending.part !== null}
        onUse={(text) => (isChatPlan(text) ? fill(text) : sending.send(pasted(text)))}
      >
        <SafeNote>{t("atlas.import.safe")}</SafeNote>
      </PasteForm>
    </div>
  );
}
