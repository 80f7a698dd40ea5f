import { MAX_UPLOAD, type SchoolImportKind } from "@/api";
import { ImportSource, type ImportSourceWords, PasteForm, SafeNote, useFileSending } from "@/apps";
import { useT } from "@/i18n";
import { RadioGroup } from "@/ui";
import { KINDS, pasted } from "./place";

interface ChooseFileProps {
  readonly kind: SchoolImportKind;
  readonly onKind: (kind: SchoolImportKind) => void;
  readonly onArrived: (artifact: string) => void;
}

/** The first step: what it is, and a file dropped, chosen or pasted. It is only looked at. */
export function ChooseFile({ kind, onKind, onArrived }: ChooseFileProps) {
  const t = useT();
  const sending = useFileSending({ limit: MAX_UPLOAD, onArrived });
  const words: ImportSourceWords = {
    title: t("school.import.drop"),
    about: t(`school.import.drop.${kind}`),
    here: t("school.import.drop.here"),
    choose: t("school.import.choose"),
    sending: (name) => t("school.import.uploading", { name }),
    tooLarge: (values) => t("school.import.large", values),
  };
  const kinds = KINDS.map((value) => ({ value, label: t(`school.import.kind.${value}`), detail: t(`school.import.kind.${value}.about`) }));
  return (
    <div className="flex flex-col gap-6">
      <ImportSource sending={sending} accept={kind === "oneroster" ? ".zip" : ".csv,.tsv,.txt,.xlsx"} words={words}>
        <RadioGroup label={t("school.import.what")} value={kind} onChange={onKind} options={kinds} className="gap-2" />
      </ImportSource>
      {kind !== "oneroster" && (
        <PasteForm
          title={t("school.import.paste")}
          label={t("school.import.paste.label")}
          placeholder={t(`school.import.paste.${kind}`)}
          use={() => t("school.import.paste.use")}
          busy={sending.part !== null}
          onUse={(text) => sending.send(pasted(text))}
        />
      )}
      <SafeNote>{t("school.import.safe")}</SafeNote>
    </div>
  );
}
