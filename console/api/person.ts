/**
 * Whose tab this is: the person whom its first answer was for. The session is the browser's, and another tab may have
 * signed in somebody else; every request says whom it is for, and the server refuses it where that is another.
 */
const PERSON = "lectern-person";

let own: string | undefined;
let begin: () => void = () => undefined;
const begun = new Promise<void>((resolve) => (begin = resolve));

/** The id of the person; undefined until the start was answered. */
export const ownPerson = (): string | undefined => own;

/** Takes the person whom an answer is for; the first one is the tab's. */
export function notePerson({ headers }: Response): void {
  own ??= headers.get(PERSON) ?? undefined;
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

function sendMarked(init: RequestInit, send: (init: RequestInit) => Promise<Response>): Promise<Response> {
  const { method = "GET" } = init;
  if (own !== undefined) return send({ ...init, headers: { ...headersOf(init), [PERSON]: own } });
  // What is only read tells whom it was for; nothing is changed for nobody knows whom.
  if (method !== "GET") return Promise.reject(new TypeError("who is signed in is not known yet"));
  return send(init).then((response) => {
    notePerson(response);
    return response;
  });
}

const headersOf = ({ headers }: RequestInit): Record<string, string> =>
  Object.fromEntries(new Headers(headers));
