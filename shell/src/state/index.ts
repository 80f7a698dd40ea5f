/** What several rooms of the page share: composer, layout, theme, announcements. */

export { announce, useAnnouncer } from "./announcer";
export { FRESH, useComposer } from "./composer";
export { NARROW, useLayout } from "./layout";
export { setTheme, type Theme, useTheme, watchSystemTheme } from "./theme";
