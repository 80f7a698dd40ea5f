import { Compass } from "lucide-react";
import { Suspense, useEffect, useRef } from "react";
import { Link, Redirect, Route, Switch, useLocation } from "wouter";

import { useT } from "@/i18n";
import { announce } from "@/state";
import { EmptyState, type Screen, Skeleton } from "@/ui";
import { Boundary } from "./Boundary";
import { MOVED, SCREENS } from "./screens";

/** The sheet in the middle: the current screen. */
export function Stage({ screen }: { readonly screen: Screen | undefined }) {
  const t = useT();
  const [path] = useLocation();
  const sheet = useRef<HTMLElement>(null);
  const shown = useRef(screen?.id);
  useEffect(() => {
    if (shown.current === screen?.id) return;
    // A new screen is where reading goes on; moving inside one keeps the focus.
    shown.current = screen?.id;
    if (screen) announce(t(screen.labelKey));
    sheet.current?.focus({ preventScroll: true });
  }, [screen, t]);
  return (
    <main
      id="stage"
      ref={sheet}
      tabIndex={-1}
      aria-label={screen ? t(screen.labelKey) : t("frame.stage")}
      className="h-full min-w-0 overflow-y-auto rounded-lg bg-panel shadow-sheet outline-none"
    >
      <Boundary subject={path}>
        <Suspense fallback={<Opening />}>
          <Switch>
            {SCREENS.map((each) => (
              <Route key={each.id} path={each.path} component={each.component} />
            ))}
            {Object.entries(MOVED).map(([path, to]) => (
              <Route key={path} path={path}>
                {({ id }: { readonly id?: string }) => <Redirect to={to(id)} replace />}
              </Route>
            ))}
            <Route>
              <div className="grid h-full place-items-center">
                <EmptyState
                  heading
                  icon={Compass}
                  title={t("frame.missing")}
                  action={
                    <Link href="/" className="text-accent-text underline">
                      {t("frame.missing.home")}
                    </Link>
                  }
                />
              </div>
            </Route>
          </Switch>
        </Suspense>
      </Boundary>
    </main>
  );
}

function Opening() {
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-4 px-6 py-10">
      <Skeleton className="h-7 w-56" />
      <Skeleton className="h-4 w-80" />
      <Skeleton className="mt-6 h-28 w-full" />
    </div>
  );
}
