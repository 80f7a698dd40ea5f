import { afterEach } from "vitest";

import { LOCALES, learn, useLocale } from "@/i18n";
import { enter } from "@/i18n/dictionaries";
import { ROOM_NAMES } from "@/i18n/rooms";

// Files of a worker share their modules: the words are put together once, not for each file anew.
const worker = globalThis as typeof globalThis & { fluent?: typeof enter };
if (worker.fluent !== enter) {
  await Promise.all(LOCALES.map(learn));
  await Promise.all(ROOM_NAMES.map(enter));
  worker.fluent = enter;
}
// English to begin with, whatever this machine speaks and the file before did.
useLocale.setState({ locale: "en" });

if (globalThis.document !== undefined) {
  showLayers();
  const { cleanup, configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: 10_000 });
  afterEach(() => {
    cleanup();
    localStorage.clear();
    sessionStorage.clear();
  });
}

/** jsdom knows no dialogs and popovers: here they only open and close. What browsers do with them is tested in one. */
function showLayers(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  HTMLElement.prototype.showPopover = () => undefined;
  HTMLElement.prototype.hidePopover = () => undefined;
}
