import { useEffect } from "react";
import { Redirect, useLocation, useSearch } from "wouter";

import { subscribe, useHome, useLiveEvents } from "@/api";
import { useT } from "@/i18n";
import { PHONE, useComposer, useLayout } from "@/state";
import { useMedia } from "@/ui";
import { Dock } from "./dock/Dock";
import { PhoneBar } from "./dock/PhoneBar";
import { useNews } from "./news/useNews";
import { Overlays } from "./Overlays";
import { SCREENS, screenAt } from "./screens";
import { Stage } from "./Stage";
import { StatusBar } from "./StatusBar";
import { TopBar } from "./TopBar";
import { useActionContext, useAppearance, useShortcuts } from "./useActions";
import { useDropGuard } from "./useDropGuard";
import { useSteadyConnection } from "./useSteadyConnection";
import { useTrail, useWindowTitle } from "./useTrail";
import { Workspace } from "./Workspace";

const WELCOME = SCREENS.find((screen) => screen.bare);

/** The frame: top bar, dock, stage, chat, status bar. */
export function Desktop() {
  const t = useT();
  const [path] = useLocation();
  const { data: home } = useHome();
  const context = useActionContext();
  const connection = useSteadyConnection();
  const phone = useMedia(PHONE);
  const screen = screenAt(path);
  const trail = useTrail(screen);
  const pending = home?.pending_total ?? 0;
  useLiveEvents(home);
  useShortcuts(context);
  useAppearance();
  useNews(context.navigate);
  useWindowTitle(trail, pending);
  useDropGuard();
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
      {connection === "lost" && (
        <div role="presentation" className="fixed inset-x-0 top-0 z-30 h-0.5 bg-warn motion-safe:animate-pulse" />
      )}
      <a
        href="#stage"
        className="sr-only z-50 rounded-sm bg-raised px-3 py-1.5 shadow-float focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t("frame.skip")}
      </a>
      <TopBar trail={trail} context={context} />
      <div className="flex min-h-0 flex-1 pr-1.5 max-sm:pl-1.5">
        {!phone && <Dock current={screen} context={context} />}
        <Workspace screen={screen} />
      </div>
      {phone && <PhoneBar current={screen} />}
      <StatusBar home={home} connection={connection} />
      <Overlays context={context} />
    </div>
  );
}

/** `?chat=` opens a conversation (at a `&message=`) and `?agent=` a new one with that agent, on whatever screen one is. */
function useChatAddress(navigate: (path: string, options?: { readonly replace: boolean }) => void): void {
  const [path] = useLocation();
  const search = useSearch();
  useEffect(() => {
    const wished = new URLSearchParams(search);
    const [chat, agent] = [wished.get("chat"), wished.get("agent")];
    if (chat === null && agent === null) return;
    const composer = useComposer.getState();
    composer.open(chat);
    composer.seek(wished.get("message"));
    if (agent !== null) composer.choose(agent);
    useLayout.getState().showChat(true);
    if (!wished.has("message")) composer.focus();
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
