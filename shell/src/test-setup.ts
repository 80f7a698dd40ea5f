import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

import { LOCALES, learn } from "@/i18n";

await Promise.all(LOCALES.map(learn));

afterEach(cleanup);
