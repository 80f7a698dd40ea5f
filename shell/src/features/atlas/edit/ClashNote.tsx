import { useI18n } from "@/i18n";
import { TwoVersions } from "@/stage";
import type { Editing } from "./useEdit";

/** A field that was changed in two places: both values, and the choice. */
export function ClashNote({ editing: { clash, settle } }: { readonly editing: Editing }) {
  const { t } = useI18n();
  if (clash === null) return null;
  return (
    <TwoVersions
      title={t("atlas.clash", { label: clash.label })}
      about={t("atlas.clash.about")}
      pairs={[{ mine: plain(clash.mine), theirs: plain(clash.theirs) }]}
      onKeep={() => settle(true)}
      onTake={() => settle(false)}
    />
  );
}

const plain = (value: unknown): string => (value == null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value));
