/** The typed way to the server: paths and bodies from its OpenAPI, answers or a thrown `Problem`. */

import { Problem } from "./problem";
import { noteSession } from "./session";

export { http as client } from "./http";

interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** A document with the tag that its next edit has to name. */
export interface Tagged<T> {
  readonly value: T;
  readonly etag: string;
}

/** The data of an answer, or its problem thrown. */
export async function unwrap<T>(call: Promise<Answer<T>>): Promise<T> {
  return (await settle(call)).data as T;
}

/** The data of an answer with its ETag, or its problem thrown. */
export async function unwrapTagged<T>(call: Promise<Answer<T>>): Promise<Tagged<T>> {
  const { data, response } = await settle(call);
  return { value: data as T, etag: response.headers.get("etag") ?? "*" };
}

async function settle<T>(call: Promise<Answer<T>>): Promise<Answer<T>> {
  const answer = await call.catch((reason: unknown) => {
    if (reason instanceof DOMException && reason.name === "AbortError") throw reason;
    throw Problem.unreachable();
  });
  if (answer.response.status === 401) noteSession("signed_out");
  if (!answer.response.ok) throw Problem.from(answer.response.status, answer.error);
  noteSession("signed_in");
  return answer;
}
