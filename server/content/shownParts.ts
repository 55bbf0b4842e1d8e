/** What sites make of parts of a text that browsers can't show by themselves, for those who read it in the console. */
import { setMaxListeners } from "node:events";
import { contentHash } from "../../engine/hash.ts";
import type { Block, Inline } from "../../engine/markdown/document.ts";
import { diagramIn } from "../../engine/markdown/html/diagramSource.ts";
import type { SpaceKey } from "../db/schema.ts";
import { openThreads, WorkerFailed } from "../ports/worker.ts";
import { givenUp, type RunLimits } from "../ports/worker-pool.ts";
import { Queue } from "../turns/queue.ts";
import type { BlockOrder } from "../workers/block.worker.ts";
import type { DerivedValues } from "./derived.ts";
import { drawDiagrams } from "./diagrams.ts";

/** A part of a text by what it says: equal ones look the same, wherever they stand. */
export type TextPart =
  | { readonly type: "code"; readonly lang: string; readonly info: string; readonly text: string }
  | { readonly type: "math"; readonly text: string; readonly inLine?: boolean }
  | { readonly type: "emoji"; readonly name: string }
  | { readonly type: "html"; readonly raw: string };

/** Milliseconds for one, and for all that are asked for at once: their reader sees the text meanwhile. */
const LIMITS = { timeout: 10_000, longest: 20_000 };
/** Megabytes of JavaScript values. */
const MEMORY = 384;
/** Milliseconds that a thread waits for the next part: it has grammars to lose. */
const KEPT_FOR = 120_000;

/** Parts of one organization that wait: who comes then shows the source, as where it takes too long. */
const MOST_WAITING = 500;

const threads = openThreads("block", MEMORY, KEPT_FOR, new Queue({ atOnce: 1, refusal: givenUp }));
/** An organization's are made one after the other, so that those of others come between them. */
const organizations = new Queue({ mostWaiting: MOST_WAITING, refusal: givenUp });

/**
 * The HTML of each, as safe as that of sites; null for what could not be made within the limits.
 * @param kept where what was made is looked for, and kept
 * @param space whose texts they are in
 */
export function showParts(
  kept: { readonly derived: DerivedValues },
  space: SpaceKey,
  parts: readonly TextPart[],
): Promise<readonly (string | null)[]> {
  const signal = AbortSignal.timeout(LIMITS.longest);
  // Each part that waits listens to it, and leaves.
  setMaxListeners(0, signal);
  return Promise.all(parts.map((part) => showPart(kept, space, part, signal)));
}

async function showPart(
  kept: { readonly derived: DerivedValues },
  space: SpaceKey,
  part: TextPart,
  signal: AbortSignal,
): Promise<string | null> {
  const diagram = part.type === "code" ? diagramIn(blockOf(part) as never) : undefined;
  const drawings = diagram === undefined ? {} : await drawDiagrams(kept, space, [diagram]);
  const order: BlockOrder = { block: blockOf(part), drawings };
  const run = () => render(order, { timeout: LIMITS.timeout, signal });
  const make = () => organizations.take(space.organization_id, run, { signal });
  try {
    return (await kept.derived("part", contentHash(JSON.stringify(order)), make)) || null;
  } catch (error) {
    // What didn't get its turn in time may be made for the next reader.
    if (isGivenUp(error)) return null;
    throw error;
  }
}

const isGivenUp = (error: unknown): boolean => error instanceof WorkerFailed && error.reason === "aborted";

/** Nothing where it can't be done: what took too much once is not tried again as long as that is remembered. */
async function render(order: BlockOrder, limits: RunLimits): Promise<string> {
  try {
    return await threads.run<string>(order, limits);
  } catch (error) {
    if (!(error instanceof WorkerFailed) || isGivenUp(error)) throw error;
    return "";
  }
}

const NOWHERE = { start: 0, end: 0 };

function blockOf(part: TextPart): Block {
  switch (part.type) {
    case "code":
      return { ...part, ...NOWHERE };
    case "math":
      return part.inLine === true
        ? line({ type: "math", text: part.text })
        : { type: "math", text: part.text, ...NOWHERE };
    case "emoji":
      return line(part);
    case "html":
      return { ...part, destinations: [], ...NOWHERE };
  }
}

const line = (inline: Inline): Block => ({ type: "paragraph", children: [inline], ...NOWHERE });
