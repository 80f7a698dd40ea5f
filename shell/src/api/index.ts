/**
 * The server as the shell sees it.
 *
 * Data: `useHome()`, `useRuns()`, … (TanStack Query; kept fresh by events). Doing: `useAsk()`, `useDecide()`, ….
 * Live: `subscribe(filter, onEvents, { since })`. State: `useConnection`, `useSession`. Errors: `Problem`.
 */

export { createCache } from "./cache";
export type { Tagged } from "./client";
export type { ConnectionStatus } from "./connection";
export { readEvents, subscribe, useLiveEvents } from "./events";
export { keys } from "./keys";
export * from "./knowledge";
export { editItems, showAtOnce, type TakeBack, takeBack } from "./optimistic";
export { isProblem, Problem } from "./problem";
export { withProvider } from "./providers";
export * from "./queries";
export { originalUrl, pagePictureUrl, sendDocuments } from "./send-documents";
export { beginSession, type SessionStatus, useSession } from "./session";
export { type EventFilter, matches, type OnEvents, useConnection } from "./stream";
export type * from "./types";
export { MAX_UPLOAD, uploadArtifact, type UploadOptions } from "./upload";
