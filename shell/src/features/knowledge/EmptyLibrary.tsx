import { FileUp, Sparkles } from "lucide-react";
import { useRef } from "react";
import { useLocation } from "wouter";

import { type Collection, type DocumentPlace, useAddSample } from "@/api";
import { useI18n } from "@/i18n";
import { useSending } from "@/knowledge/sending";
import { tellTrouble } from "@/stage";
import { announce } from "@/state";
import { Button } from "@/ui";

interface EmptyLibraryProps {
  readonly place: DocumentPlace;
  readonly collection: Collection | undefined;
}

/** No document yet: where to drop one, and a sample for who has none at hand. */
export function EmptyLibrary({ place, collection }: EmptyLibraryProps) {
  const { t, locale } = useI18n();
  const picker = useRef<HTMLInputElement>(null);
  const [, navigate] = useLocation();
  const sample = useAddSample();
  const addSample = async () => {
    try {
      // Awaited: the documents may be seen, and this be gone, before the answer is there.
      const { documents } = await sample.mutateAsync(locale);
      announce(t("knowledge.sample.added"));
      const [first] = documents;
      if (first) navigate(`/knowledge/c/${encodeURIComponent(first.collection)}`);
    } catch (error) {
      tellTrouble(error, t);
    }
  };
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-5 rounded-xl border-2 border-dashed border-line-strong px-6 py-14 text-center">
      <Stack />
      <div className="flex flex-col items-center gap-1.5">
        <p className="text-lg font-semibold tracking-[-0.01em] text-balance text-fg">{t(collection ? "knowledge.empty.collection" : "knowledge.empty")}</p>
        <p className="max-w-md text-sm text-pretty text-muted">{t("knowledge.empty.about")}</p>
      </div>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          useSending.getState().add([...(event.target.files ?? [])], place);
          event.target.value = "";
        }}
      />
      <div className="flex flex-wrap justify-center gap-2">
        <Button icon={FileUp} onClick={() => picker.current?.click()}>
          {t("knowledge.add.files")}
        </Button>
        {!collection && (
          <Button tone="quiet" icon={Sparkles} busy={sample.isPending} onClick={() => void addSample()}>
            {t("knowledge.empty.sample")}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Three sheets, the first with a passage lit. */
function Stack() {
  return (
    <svg aria-hidden viewBox="0 0 160 120" className="h-28">
      <rect x="34" y="18" width="66" height="88" rx="6" transform="rotate(-9 67 62)" className="fill-raised stroke-line-strong" />
      <rect x="60" y="18" width="66" height="88" rx="6" transform="rotate(8 93 62)" className="fill-raised stroke-line-strong" />
      <rect x="46" y="12" width="68" height="92" rx="6" className="fill-raised stroke-line-strong" />
      {[26, 36, 70, 80, 90].map((y, index) => (
        <rect key={y} x="56" y={y} width={index % 2 ? 40 : 48} height="3" rx="1.5" className="fill-active" />
      ))}
      <rect x="53" y="44" width="54" height="19" rx="3" className="fill-lit" />
      <rect x="56" y="48" width="48" height="3" rx="1.5" className="fill-lit-line" />
      <rect x="56" y="56" width="32" height="3" rx="1.5" className="fill-lit-line" />
    </svg>
  );
}
