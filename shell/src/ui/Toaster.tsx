import { Toaster as Sonner } from "sonner";

import { useT } from "@/i18n";

/** Where toasts appear. Stands once, in the frame. */
export function Toaster({ dark }: { readonly dark: boolean }) {
  const t = useT();
  return (
    <Sonner
      theme={dark ? "dark" : "light"}
      position="bottom-center"
      containerAriaLabel={t("frame.notices")}
      offset={40}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-(--width) items-center gap-3 rounded-lg bg-raised px-4 py-3 text-sm text-fg shadow-float font-sans",
          title: "font-medium",
          description: "text-xs text-muted",
          icon: "shrink-0 text-muted",
          content: "flex-1 min-w-0",
          actionButton: "h-7 shrink-0 rounded-sm border border-line-strong px-2.5 text-xs font-medium hover:bg-hover",
        },
      }}
    />
  );
}
