/** Work on texts: on short ones here, on long ones in threads, where it holds up nobody. */
import { MOST_FILLED } from "../../engine/document/dereferenced.ts";
import { openThreads } from "../ports/worker.ts";
import { Queue } from "../turns/queue.ts";
import {
  TEXT_WORK,
  type TextInput,
  type TextOrder,
  type TextOutput,
  type TextWork,
} from "../workers/textWork.ts";

/** UTF-16 code units; a table of so many takes about 30 ms to read, prose a quarter of that. */
const LONG = 16_000;
/** Milliseconds and megabytes; a table of a million characters takes some seconds, and half of the memory. */
const LIMITS = { timeout: 60_000, memory: 768 };
/** Milliseconds that a thread waits for the next text. */
const KEPT_FOR = 300_000;

const threads = openThreads("text", LIMITS.memory, KEPT_FOR, new Queue({ atOnce: 2 }));
/** An organization's long texts are read one after the other, so that those of others come between them. */
const organizations = new Queue();

/** What a piece of work reads. */
interface Texts {
  readonly text: string;
  readonly former?: readonly string[];
  readonly included?: ReadonlyMap<string, string> | undefined;
}

/** Whether texts are too long to be worked on here. */
export function isLong({ text, former = [], included = new Map() }: Texts): boolean {
  let length = text.length;
  for (const other of former) length += other.length;
  // Each of them may stand in a text many times.
  for (const other of included.values()) length += other.length * MOST_FILLED;
  return length > LONG;
}

/**
 * Does a piece of work on a text.
 * @param organization whose text it is
 * @throws WorkerFailed when it takes longer than a minute or more memory than it may
 */
export async function workOnText<W extends TextWork>(
  organization: string,
  work: W,
  input: TextInput<W> & Texts,
): Promise<TextOutput<W>> {
  if (!isLong(input)) return TEXT_WORK[work](input as never) as TextOutput<W>;
  const order: TextOrder = { work, input };
  return organizations.take(organization, () => threads.run<TextOutput<W>>(order, LIMITS));
}
