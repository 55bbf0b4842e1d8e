/** Drawings of the diagrams in texts: made in threads, kept under the hash of their source. */
import { diagramKey, type DiagramSource } from "../../engine/markdown/html/diagramSource.ts";
import { openThreads, WorkerFailed } from "../ports/worker.ts";
import type { RunLimits } from "../ports/worker-pool.ts";
import { Queue } from "../turns/queue.ts";
import type { DerivedValues } from "./derived.ts";

/** What drew them, by `diagramKey`: SVG that nobody has looked through yet. */
export type Drawings = Readonly<Record<string, string>>;

/** Milliseconds for one, and megabytes of JavaScript values. A graph of 200 nodes takes 0.3 s. */
const LIMITS: RunLimits = { timeout: 5_000 };
const MEMORY = 64;
/** Milliseconds after which no further one of a page is begun: its reader waits. */
const LONGEST = 10_000;
const MOST = 100;
/** Milliseconds that a thread waits for the next graph. */
const KEPT_FOR = 60_000;

const threads = openThreads("diagram", MEMORY, KEPT_FOR, new Queue({ atOnce: 2 }));

/**
 * Draws what can be drawn here. What is no graph, or takes too much, is not among the drawings: its source is shown.
 */
export async function drawDiagrams(
  { derived }: { readonly derived: DerivedValues },
  sources: readonly DiagramSource[],
  limits = LIMITS,
): Promise<Drawings> {
  const began = performance.now();
  const drawings: Record<string, string> = {};
  const wanted = new Map(sources.map((source) => [diagramKey(source), source]));
  for (const [key, { kind, text }] of [...wanted].slice(0, MOST)) {
    if (kind !== "graphviz" || performance.now() - began > LONGEST) continue;
    const drawn = await derived("drawing", key, () => drawGraph(text, limits));
    if (drawn !== "") drawings[key] = drawn;
  }
  return drawings;
}

/** Nothing where it can't be drawn: what took too much once is not tried again as long as that is remembered. */
async function drawGraph(text: string, limits: RunLimits): Promise<string> {
  try {
    return await threads.run<string>(text, limits);
  } catch (error) {
    if (error instanceof WorkerFailed) return "";
    throw error;
  }
}
