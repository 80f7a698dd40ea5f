import { Dialog } from "radix-ui";
import type { ReactNode } from "react";

import { useT } from "@/i18n";
import { useLayout } from "@/state";
import { useFocusReturn } from "@/ui";

/** The chat of a narrow window: a sheet over the stage. */
export function ChatSheet({ children }: { readonly children: ReactNode }) {
  const t = useT();
  const open = useLayout((state) => state.chat);
  const show = useLayout((state) => state.showChat);
  const focus = useFocusReturn();
  return (
    <Dialog.Root open={open} onOpenChange={show}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 animate-fade bg-scrim" />
        <Dialog.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-y-2 right-2 z-30 w-[min(440px,calc(100vw-16px))] animate-slide overflow-hidden rounded-lg bg-panel shadow-float outline-none max-sm:inset-0 max-sm:w-full max-sm:rounded-none"
        >
          <Dialog.Title className="sr-only">{t("chat.title")}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
