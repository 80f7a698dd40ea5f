import { useI18n } from "@/i18n";

/** Words that were not used: nothing is dropped in silence. */
export function UnusedWords({ words }: { readonly words: readonly string[] }) {
  const { t } = useI18n();
  if (words.length === 0) return null;
  return (
    <p className="text-xs break-words text-muted">
      {t("chat.understood.unused")} <em className="text-fg">{words.join(", ")}</em>
    </p>
  );
}
