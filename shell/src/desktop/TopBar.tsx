import { MessageSquare, Moon, Search, Settings, Sun } from "lucide-react";
import { Link } from "wouter";

import { type ActionContext, actionOf, chordText } from "@/actions";
import { useT } from "@/i18n";
import { type Crumb, useLayout, useTheme } from "@/state";
import { IconButton, Kbd, Tooltip } from "@/ui";
import { Breadcrumb } from "./Breadcrumb";
import { fetchPalette } from "./Overlays";

interface TopBarProps {
  readonly trail: readonly Crumb[];
  readonly context: ActionContext;
}

/** The strip above everything: where one is, search, theme, settings, chat. */
export function TopBar({ trail, context }: TopBarProps) {
  const t = useT();
  const dark = useTheme((state) => state.dark);
  const chat = useLayout((state) => state.chat);
  const palette = actionOf("open-palette");
  const toggle = actionOf("toggle-chat");
  return (
    <header className="grid h-11 shrink-0 grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-3 px-3 max-sm:grid-cols-[minmax(0,1fr)_auto_auto] max-sm:gap-1">
      <Breadcrumb trail={trail} />
      <button
        type="button"
        onClick={() => palette.perform(context)}
        onPointerEnter={fetchPalette}
        onFocus={fetchPalette}
        aria-label={t("frame.search")}
        className="flex h-7 w-[min(340px,38vw)] items-center gap-2 rounded-md bg-hover px-2.5 text-sm text-muted transition-colors duration-100 hover:bg-active hover:text-fg max-sm:size-9 max-sm:justify-center max-sm:bg-transparent max-sm:px-0"
      >
        <Search aria-hidden className="size-3.5 shrink-0 max-sm:size-4" />
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
          className="max-sm:size-9"
        />
        <Tooltip label={t("settings.title")} keys={chordText("g s")}>
          <Link
            href="/settings"
            aria-label={t("settings.title")}
            aria-current={trail[0]?.href === "/settings" ? "page" : undefined}
            className="inline-flex size-7 shrink-0 items-center justify-center rounded-sm text-muted transition-colors duration-100 hover:bg-hover hover:text-fg aria-[current]:bg-active aria-[current]:text-fg max-sm:size-9"
          >
            <Settings aria-hidden className="size-4" />
          </Link>
        </Tooltip>
        <IconButton
          icon={MessageSquare}
          label={t(chat ? "frame.chat.hide" : "frame.chat.show")}
          keys={chordText("mod+j")}
          pressed={chat}
          onClick={() => toggle.perform(context)}
          className="max-sm:size-9"
        />
      </div>
    </header>
  );
}
