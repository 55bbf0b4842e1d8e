/** Parts of texts that the server shows as sites do: what a screen has of them is asked for in one call. */
import { queryOptions } from "@tanstack/react-query";
import { askJson } from "./ask.ts";

/** A part of a text by what it says: equal ones look the same, wherever they stand. */
export type ShownPart =
  | { readonly type: "code"; readonly lang: string; readonly info: string; readonly text: string }
  | { readonly type: "math"; readonly text: string; readonly inLine?: boolean }
  | { readonly type: "emoji"; readonly name: string }
  | { readonly type: "html"; readonly raw: string };

interface Waiting {
  readonly part: ShownPart;
  readonly done: (html: string | null) => void;
  readonly failed: (error: Error) => void;
}

/** What the server takes at once. */
const MOST = 30;
/** Characters of one call, unless one part has more. */
const MOST_SENT = 400_000;
/** What is shown longer is as it is written: the server takes no more. */
const LONGEST = 100_000;

const lines = new Map<string, Waiting[]>();

/** The HTML of a part; null for what is shown as it is written. @param space the id of the one whose text has it */
export const shownPart = (space: string, part: ShownPart) =>
  queryOptions({
    queryKey: ["text", space, "part", part],
    staleTime: Infinity,
    throwOnError: false,
    queryFn: (): Promise<string | null> =>
      sizeOf(part) > LONGEST ? Promise.resolve(null) : ask(space, part),
  });

function sizeOf(part: ShownPart): number {
  return "text" in part ? part.text.length : "raw" in part ? part.raw.length : part.name.length;
}

function ask(space: string, part: ShownPart): Promise<string | null> {
  return new Promise((done, failed) => {
    const line = lines.get(space) ?? [];
    lines.set(space, line);
    line.push({ part, done, failed });
    // All that is drawn at this moment asks before the call goes off.
    if (line.length === 1) setTimeout(() => sendAll(space));
  });
}

function sendAll(space: string): void {
  const line = lines.get(space) ?? [];
  lines.delete(space);
  let size = 0;
  let batch: Waiting[] = [];
  for (const one of line) {
    const own = sizeOf(one.part);
    if (batch.length === MOST || (batch.length > 0 && size + own > MOST_SENT)) {
      void send(space, batch);
      [batch, size] = [[], 0];
    }
    batch.push(one);
    size += own;
  }
  void send(space, batch);
}

async function send(space: string, batch: readonly Waiting[]): Promise<void> {
  try {
    const { parts } = await askJson<{ readonly parts: readonly (string | null)[] }>("PUT", "parts", {
      space,
      parts: batch.map(({ part }) => part),
    });
    batch.forEach(({ done }, at) => done(parts[at] ?? null));
  } catch (error) {
    for (const { failed } of batch) failed(error as Error);
  }
}
