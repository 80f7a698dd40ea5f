import { type ReactNode, useId } from "react";

import { useT } from "@/i18n";
import { useLayout } from "@/state";
import { Modal } from "@/ui";

/** The chat of a narrow window: a sheet over the stage. */
export function ChatSheet({ children }: { readonly children: ReactNode }) {
  const t = useT();
  const title = useId();
  const open = useLayout((state) => state.chat);
  const show = useLayout((state) => state.showChat);
  if (!open) return null;
  return (
    <Modal
      onClose={() => show(false)}
      labelledBy={title}
      className="inset-y-2 right-2 w-[min(440px,calc(100vw-16px))] animate-slide overflow-hidden rounded-lg bg-panel text-fg shadow-float outline-none max-sm:inset-0 max-sm:w-full max-sm:rounded-none"
    >
      <h2 id={title} className="sr-only">
        {t("chat.title")}
      </h2>
      {children}
    </Modal>
  );
}
