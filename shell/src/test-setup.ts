import { afterEach } from "vitest";

import { LOCALES, learn, useLocale } from "@/i18n";

await Promise.all(LOCALES.map(learn));
// English to begin with, whatever this machine speaks and the file before did.
useLocale.setState({ locale: "en" });

if (globalThis.document !== undefined) {
  const { cleanup, configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: 10_000 });
  afterEach(cleanup);
}
