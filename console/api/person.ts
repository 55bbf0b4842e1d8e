/**
 * Whose tab this is: the person whom its first answer was for. The session is the browser's, and another tab may have
 * signed in somebody else; every request says whom it is for, and the server refuses it where that is another.
 */
import { words } from "../words.ts";
import { askAsAnybody } from "./askAsAnybody.ts";

const PERSON = "lectern-person";

let own: string | undefined;
let begin: () => void = () => undefined;
const hearers = new Set<() => void>();
const begun = new Promise<void>((resolve) => (begin = resolve));

/** The id of the person; undefined until the start was answered. */
export const ownPerson = (): string | undefined => own;

/** Calls `hear` once the person is known; not where they are already. @returns what ends that */
export function onPerson(hear: () => void): () => void {
  if (own === undefined) hearers.add(hear);
  return () => void hearers.delete(hear);
}

/** Takes the person whom an answer is for; the first one is the tab's. */
export function notePerson({ headers }: Response): void {
  if (own !== undefined) return;
  own = headers.get(PERSON) ?? undefined;
  if (own === undefined) return;
  for (const hear of hearers) hear();
  hearers.clear();
}

/** Says that the start was answered, or failed: requests wait for it, so that they can say whom they are for. */
export function personIsAsked(): void {
  begin();
}

/**
 * Sends something for the person of this tab; at once where they are known, since the tab may be gone in a moment.
 * @param send is given the request with whom it is for
 */
export function asOwn(init: RequestInit, send: (init: RequestInit) => Promise<Response>): Promise<Response> {
  return own === undefined ? begun.then(() => sendMarked(init, send)) : sendMarked(init, send);
}

async function sendMarked(
  init: RequestInit,
  send: (init: RequestInit) => Promise<Response>,
): Promise<Response> {
  const { method = "GET" } = init;
  if (own !== undefined) return send({ ...init, headers: { ...headersOf(init), [PERSON]: own } });
  if (method !== "GET") return sendOnceKnown(init, send);
  // What is only read tells whom it was for.
  const response = await send(init);
  notePerson(response);
  return response;
}

let asking: Promise<Response> | undefined;

/** Nothing is changed for nobody knows whom: where the start failed, who is signed in is asked first. */
async function sendOnceKnown(
  init: RequestInit,
  send: (init: RequestInit) => Promise<Response>,
): Promise<Response> {
  asking ??= askAsAnybody("v1/user");
  const asked = await asking.finally(() => (asking = undefined));
  notePerson(asked);
  if (own !== undefined) return sendMarked(init, send);
  return asked.ok ? notKnown() : asked.clone();
}

/** As the server refuses, so that it is shown where its refusals are. It may be known a moment later. */
function notKnown(): Response {
  return Response.json(
    { error: { message: words.personNotKnown, type: "person-not-known" } },
    { status: 503 },
  );
}

const headersOf = ({ headers }: RequestInit): Record<string, string> =>
  Object.fromEntries(new Headers(headers));
