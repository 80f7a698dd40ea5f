import { Pin, PinOff } from "lucide-react";
import { useState } from "react";

import { useT } from "@/i18n";
import { Button, Field, Textarea } from "@/ui";
import { useEditor } from "../useEditor";
import { useLastRun } from "../words/lastRun";

/** A sample result that stands for the step while one draws: the last one it had, or one that is written. */
export function SampleFields({ place }: { readonly place: string }) {
  const t = useT();
  const edit = useEditor((editor) => editor.edit);
  const pins = useEditor(({ draft }) => draft.canvas?.pins);
  const { results } = useLastRun();
  const isPinned = pins !== undefined && Object.hasOwn(pins, place);
  const [text, write] = useState(() => (isPinned ? JSON.stringify(pins[place], null, 2) : ""));
  const [isWrong, wrong] = useState(false);
  const last = results[place];
  const pin = (value: unknown) => {
    write(JSON.stringify(value, null, 2));
    edit([{ type: "pin", id: place, value }]);
  };
  return (
    <section aria-label={t("canvas.sample")} className="flex flex-col gap-2 border-t border-line pt-3">
      <p className="text-xs font-medium text-fg">{t("canvas.sample")}</p>
      {isPinned && (
        <Field label={t("canvas.sample.json")} error={isWrong ? t("canvas.sample.wrong") : undefined}>
          {(ids) => (
            <Textarea
              {...ids}
              rows={4}
              value={text}
              spellCheck={false}
              className="max-h-60 font-mono text-xs"
              onChange={(event) => {
                write(event.target.value);
                try {
                  edit([{ type: "pin", id: place, value: JSON.parse(event.target.value) as unknown }], `pin.${place}`);
                  wrong(false);
                } catch {
                  wrong(true);
                }
              }}
            />
          )}
        </Field>
      )}
      <span className="flex flex-wrap gap-2">
        {last !== undefined && (
          <Button size="sm" icon={Pin} onClick={() => pin(last)}>
            {t("canvas.sample.pin")}
          </Button>
        )}
        {!isPinned && (
          <Button size="sm" icon={Pin} onClick={() => pin({})}>
            {t("canvas.sample.write")}
          </Button>
        )}
        {isPinned && (
          <Button size="sm" icon={PinOff} onClick={() => void edit([{ type: "unpin", id: place }])}>
            {t("canvas.sample.unpin")}
          </Button>
        )}
      </span>
    </section>
  );
}
