import { useId } from "react";

import type { AtlasKeyResultPage } from "@/api";
import { useI18n } from "@/i18n";
import { tellTrouble, useUndoToast } from "@/stage";
import { Button, Dialog } from "@/ui";
import { textIn } from "../edit/values";
import { CheckInForm } from "./CheckInForm";
import { useCheckIn } from "./useCheckIn";
import { Standing } from "./Standing";

/** A check-in of one key result, from its page. */
export function CheckInDialog({ page, onClose }: { readonly page: AtlasKeyResultPage; readonly onClose: () => void }) {
  const { t } = useI18n();
  const form = useId();
  const { busy, record } = useCheckIn();
  const told = useUndoToast();
  const { item } = page;
  const unit = textIn(page.fields, "unit");
  const target = page.points.find((point) => point.month === page.next_period.slice(0, 7))?.target ?? null;
  const last = page.points.findLast((point) => point.actual !== null);
  return (
    <Dialog
      open
      onClose={onClose}
      title={item.title}
      about={t("atlas.checkin.title")}
      footer={
        <>
          <Button onClick={onClose}>{t("words.cancel")}</Button>
          <Button tone="primary" type="submit" form={form} busy={busy}>
            {t("atlas.checkin.save")}
          </Button>
        </>
      }
    >
      <CheckInForm
        id={form}
        period={page.next_period}
        unit={unit || null}
        confidence={page.check_ins.find((entry) => entry.confidence != null)?.confidence ?? null}
        hint={<Standing unit={unit} period={page.next_period} target={target} last={last?.actual ?? null} lastIn={last?.month ?? null} />}
        onSubmit={(values) =>
          void record(page.company.id, item.id, page.next_period, values)
            .then(({ change }) => {
              onClose();
              if (change !== undefined) told(t("atlas.checkin.saved", { title: item.title }), change);
            })
            .catch((error: unknown) => tellTrouble(error, t))
        }
      />
    </Dialog>
  );
}
