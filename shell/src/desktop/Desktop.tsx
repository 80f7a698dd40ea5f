import { lazy, Suspense, useEffect, useState } from "react";
import { Redirect, useLocation, useSearch } from "wouter";

import { subscribe, useHome, useLiveEvents } from "@/api";
import { useT } from "@/i18n";
import { useComposer, useLayout } from "@/state";
import { Dock } from "./Dock";
import { SCREENS, screenAt } from "./screens";
import { ShortcutsDialog } from "./ShortcutsDialog";
import { Stage } from "./Stage";
import { StatusBar } from "./StatusBar";
import { TopBar } from "./TopBar";
import { useActionContext, useAppearance, useShortcuts } from "./useActions";
import { Workspace } from "./Workspace";

const Palette = lazy(() => import("./Palette").then((module) => ({ default: module.Palette })));

const WELCOME = SCREENS.find((screen) => screen.bare);

/** The frame: top bar, dock, stage, chat, status bar. */
export function Desktop() {
  const t = useT();
  const [path] = useLocation();
  const { data: home } = useHome();
  const context = useActionContext();
  const screen = screenAt(path);
  useLiveEvents(home?.cursor);
  useShortcuts(context);
  useAppearance();
  useAgentNavigation(context.navigate);
  useChatAddress(context.navigate);

  if (WELCOME && home && !home.onboarded && screen !== WELCOME) return <Redirect to={WELCOME.path} replace />;
  if (screen?.bare) {
    return (
      <div className="h-full p-2">
        <Stage screen={screen} />
      </div>
    );
  }
  return (
    <div className="flex h-full flex-col">
      <a
        href="#stage"
        className="sr-only z-50 rounded-sm bg-raised px-3 py-1.5 shadow-float focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t("frame.skip")}
      </a>
      <TopBar screen={screen} context={context} />
      <div className="flex min-h-0 flex-1 pr-1.5 max-sm:flex-col-reverse max-sm:pl-1.5">
        <Dock current={screen} pending={home?.pending.length ?? 0} />
        <Workspace screen={screen} />
      </div>
      <StatusBar home={home} />
      <LazyPalette>
        <Palette context={context} />
      </LazyPalette>
      <ShortcutsDialog />
    </div>
  );
}

/** The palette's code is fetched when it is first wanted, then stays. */
function LazyPalette({ children }: { readonly children: React.ReactNode }) {
  const open = useLayout((state) => state.palette);
  const [wanted, want] = useState(false);
  useEffect(() => {
    if (open) want(true);
  }, [open]);
  return wanted && <Suspense fallback={null}>{children}</Suspense>;
}

/** `?chat=` opens a conversation and `?agent=` a new one with that agent, on whatever screen one is. */
function useChatAddress(navigate: (path: string, options?: { readonly replace: boolean }) => void): void {
  const [path] = useLocation();
  const search = useSearch();
  useEffect(() => {
    const wished = new URLSearchParams(search);
    const [chat, agent] = [wished.get("chat"), wished.get("agent")];
    if (chat === null && agent === null) return;
    const composer = useComposer.getState();
    composer.open(chat);
    if (agent !== null) composer.choose(agent);
    useLayout.getState().showChat(true);
    composer.focus();
    navigate(path, { replace: true });
  }, [search, path, navigate]);
}

/** An agent may open a screen for the person: only ours, never another address. */
function useAgentNavigation(navigate: (path: string) => void): void {
  useEffect(
    () =>
      subscribe({ types: ["ui.navigated"] }, (events) => {
        const last = events.at(-1)?.data;
        if (last?.type === "ui.navigated" && screenAt(last.path)) navigate(last.path);
      }),
    [navigate],
  );
}
