import { MessageSquare, Moon, Search, Sun } from "lucide-react";

import { type ActionContext, actionOf, chordText } from "@/actions";
import { useT } from "@/i18n";
import { useLayout, useTheme } from "@/state";
import { IconButton, Kbd, type Screen } from "@/ui";
import { Logo } from "./Logo";

interface TopBarProps {
  readonly screen: Screen | undefined;
  readonly context: ActionContext;
}

/** The strip above everything: where one is, search, theme, chat. */
export function TopBar({ screen, context }: TopBarProps) {
  const t = useT();
  const dark = useTheme((state) => state.dark);
  const chat = useLayout((state) => state.chat);
  const palette = actionOf("open-palette");
  const toggle = actionOf("toggle-chat");
  return (
    <header className="grid h-11 shrink-0 grid-cols-[1fr_auto_1fr] items-center gap-3 px-3">
      <div className="flex min-w-0 items-center gap-2.5">
        <Logo />
        <nav aria-label="auleOS" className="flex min-w-0 items-center gap-1.5 text-sm">
          <span className="text-muted max-sm:hidden">auleOS</span>
          {screen && (
            <>
              <span aria-hidden className="text-faint max-sm:hidden">
                /
              </span>
              <span className="truncate font-medium">{t(screen.labelKey)}</span>
            </>
          )}
        </nav>
      </div>
      <button
        type="button"
        onClick={() => palette.perform(context)}
        aria-label={t("frame.search")}
        className="flex h-7 w-[min(340px,38vw)] items-center gap-2 rounded-md bg-hover px-2.5 text-sm text-muted transition-colors duration-100 hover:bg-active hover:text-fg max-sm:w-9 max-sm:justify-center"
      >
        <Search aria-hidden className="size-3.5 shrink-0" />
        <span className="flex-1 truncate text-left max-sm:hidden">{t("frame.search")}</span>
        <span className="max-sm:hidden">
          <Kbd>{chordText("mod+k")}</Kbd>
        </span>
      </button>
      <div className="flex items-center justify-end gap-1">
        <IconButton
          icon={dark ? Sun : Moon}
          label={t("actions.toggle-theme")}
          onClick={() => actionOf("toggle-theme").perform(context)}
        />
        <IconButton
          icon={MessageSquare}
          label={t(chat ? "frame.chat.hide" : "frame.chat.show")}
          keys={chordText("mod+j")}
          pressed={chat}
          onClick={() => toggle.perform(context)}
        />
      </div>
    </header>
  );
}
