/** What several rooms of the page share: composer, layout, theme, breadcrumb, announcements. */

export { announce, useAnnouncer } from "./announcer";
export { type Attached, FRESH, MOST_ATTACHED, placeOf, useComposer } from "./composer";
export { type Crumb, useCrumb, useCrumbs } from "./crumbs";
export { type Host, useHost, useOwnAgent } from "./host";
export { NARROW, PHONE, ROOMY, useLayout } from "./layout";
export { askToNotify, stopNotifying, useNotifications } from "./notifications";
export { keepJson, readJson } from "./storage";
export { setTheme, type Theme, useTheme, watchSystemTheme } from "./theme";
