/** What the first screen reads, asked for at once while its parts are loaded and drawn. */
import { askStart } from "./askStart.ts";
import { notePerson, personIsAsked } from "./person.ts";
import { noteVersion } from "./version.ts";

interface StartAnswer {
  /** From where events are told. */
  readonly events?: string;
  /** What operations answered: `url` below `/v1`, and under which name their answer stands beside this. */
  readonly read?: readonly { readonly name: string; readonly url: string; readonly etag?: string }[];
  readonly [name: string]: unknown;
}

let answer: Promise<StartAnswer> | undefined;
/** What is still to be taken: each once, and by the first screen alone. */
const left = new Set<string>();
const FIRST_SCREEN_MS = 10_000;

/** Asks for what the address takes. What fails is read as if nobody had asked. */
export function start(): Promise<StartAnswer> {
  answer ??= askForStart();
  return answer;
}

async function askForStart(): Promise<StartAnswer> {
  setTimeout(() => left.clear(), FIRST_SCREEN_MS);
  try {
    const response = await (globalThis.lecternStart ?? askStart());
    noteVersion(response);
    notePerson(response);
    const said = response.ok ? ((await response.json()) as StartAnswer) : {};
    for (const { url } of said.read ?? []) left.add(keyOf(url));
    return said;
  } catch {
    return {};
  } finally {
    personIsAsked();
  }
}

/** After something has changed: what nobody took yet is asked for when it is read. */
export function forgetStart(): void {
  left.clear();
}

/** As `fetch`, but that what the start has answered isn't asked again. */
export const fetchOrStarted: typeof fetch = async (input, init) => {
  const { pathname, search } = new URL(String(input));
  const isRead = init?.method === undefined || init.method === "GET";
  if (!isRead) forgetStart();
  const { read = [], ...parts } = isRead && answer !== undefined ? await answer : {};
  const key = keyOf(pathname.replace(/^\/-\/v1/, "") + search);
  const part = left.delete(key) ? read.find(({ url }) => keyOf(url) === key) : undefined;
  if (part === undefined) return fetch(input, init);
  return new StartedAnswer(parts[part.name], part.etag);
};

/** An answer whose text is there: a body that is streamed would come later, and be drawn by itself. */
class StartedAnswer extends Response {
  readonly #said: string;

  constructor(said: unknown, etag: string | undefined) {
    super(null, { headers: { "content-type": "application/json", ...(etag && { etag }) } });
    this.#said = JSON.stringify(said);
  }

  override text(): Promise<string> {
    return Promise.resolve(this.#said);
  }
}

/** The same for the same question, in whichever order it is put. */
function keyOf(url: string): string {
  const [path = "", query = ""] = url.split("?");
  return `${path}?${query.split("&").toSorted().join("&")}`;
}
