import { useId, useState } from "react";

import { useT } from "@/i18n";
import { Modal } from "@/ui";
import { FIRST, type Place } from "./place";
import { Reader } from "./Reader";

interface DocumentSheetProps {
  readonly id: string;
  readonly place?: Place;
  readonly onClose: () => void;
}

/** A document over what is open: the way to look at a source on a phone without leaving the talk. */
export function DocumentSheet({ id, place: begin = FIRST, onClose }: DocumentSheetProps) {
  const t = useT();
  const title = useId();
  const [place, setPlace] = useState(begin);
  return (
    <Modal
      onClose={onClose}
      labelledBy={title}
      className="inset-x-0 top-auto bottom-0 mx-auto h-[92dvh] w-full max-w-3xl animate-lift overflow-hidden rounded-t-lg bg-panel text-fg shadow-float outline-none"
    >
      <h2 id={title} className="sr-only">
        {t("documents.title")}
      </h2>
      <Reader id={id} place={place} onPlace={setPlace} onLeave={onClose} inSheet />
    </Modal>
  );
}
