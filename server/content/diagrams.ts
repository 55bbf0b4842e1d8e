/** Drawings of the diagrams in texts: made in threads, kept under the hash of their source. */
import { diagramKey, type DiagramSource } from "../../engine/markdown/html/diagramSource.ts";
import { openThreads, WorkerFailed } from "../ports/worker.ts";
import { givenUp, type RunLimits } from "../ports/worker-pool.ts";
import { Queue } from "../turns/queue.ts";
import type { Read } from "../db/database.ts";
import type { SpaceKey } from "../db/schema.ts";
import type { DerivedValues } from "./derived.ts";
import { drawnSources, readDrawing } from "./keptDrawings.ts";

/** What drew them, by `diagramKey`: SVG that nobody has looked through yet. */
export type Drawings = Readonly<Record<string, string>>;

interface DrawingLimits {
  /** Milliseconds for one. A graph of 200 nodes takes 0.3 s. */
  readonly timeout: number;
  /** Milliseconds after which those of a page are given up that are not drawn yet: its reader waits. */
  readonly longest: number;
}

const LIMITS: DrawingLimits = { timeout: 5_000, longest: 10_000 };
/** Megabytes of JavaScript values. */
const MEMORY = 64;
const MOST = 100;
/** Characters of the drawings of a page that browsers made: after these, sources are shown. */
const MOST_KEPT = 5_000_000;
/** Milliseconds that a thread waits for the next graph. */
const KEPT_FOR = 60_000;

const threads = openThreads("diagram", MEMORY, KEPT_FOR, new Queue({ atOnce: 2, refusal: givenUp }));
/** An organization's are drawn one after the other, so that those of others come between them. */
const organizations = new Queue({ refusal: givenUp });

/** Where drawings come from. */
interface DrawingStore {
  readonly derived: DerivedValues;
  /** Without it there are none that browsers drew. */
  readonly read?: Read;
  /** One didn't get its turn in time. */
  readonly onGivenUp?: () => void;
}

/**
 * Draws what can be drawn here, and takes what a writer's browser drew. What is no graph, or takes too much, is not among
 * the drawings: its source is shown.
 * @param space whose page shows them
 */
export async function drawDiagrams(
  store: DrawingStore,
  space: SpaceKey,
  sources: readonly DiagramSource[],
  limits = LIMITS,
): Promise<Drawings> {
  if (sources.length === 0) return {};
  const all = new Map(sources.map((source) => [diagramKey(source), source]));
  const wanted = new Map([...all].slice(0, MOST));
  return { ...(await drawGraphs(store, space, wanted, limits)), ...(await keptOf(store, space, wanted)) };
}

type WantedDiagrams = ReadonlyMap<string, DiagramSource>;

/** Those that browsers drew. */
async function keptOf(
  { derived, read }: DrawingStore,
  space: SpaceKey,
  wanted: WantedDiagrams,
): Promise<Drawings> {
  const foreign = [...wanted].filter(([, { kind }]) => kind === "mermaid").map(([key]) => key);
  if (read === undefined || foreign.length === 0) return {};
  const drawings: Record<string, string> = {};
  const known = await drawnSources(read, space, foreign);
  let room = MOST_KEPT;
  for (const source of foreign) {
    const drawnAt = known.get(source)?.drawnAt;
    if (drawnAt === undefined) continue;
    const name = [space.organization_id, space.id, source, drawnAt].join();
    const svg = await derived("drawing", name, async () => (await readDrawing(read, space, source)) ?? "");
    room -= svg.length;
    if (svg !== "" && room >= 0) drawings[source] = svg;
  }
  return drawings;
}

async function drawGraphs(
  { derived, onGivenUp }: DrawingStore,
  { organization_id: organization }: SpaceKey,
  wanted: WantedDiagrams,
  { timeout, longest }: DrawingLimits,
): Promise<Drawings> {
  const signal = AbortSignal.timeout(longest);
  const limits = { timeout, signal };
  const drawings: Record<string, string> = {};
  for (const [key, { kind, text }] of wanted) {
    if (kind !== "graphviz") continue;
    const draw = () => organizations.take(organization, () => drawGraph(text, limits), { signal });
    const drawn = await derived("drawing", key, draw).catch((error: unknown) => {
      // The next reader may find it drawn.
      if (!isGivenUp(error)) throw error;
      onGivenUp?.();
      return "";
    });
    if (drawn !== "") drawings[key] = drawn;
  }
  return drawings;
}

const isGivenUp = (error: unknown): boolean => error instanceof WorkerFailed && error.reason === "aborted";

/** Nothing where it can't be drawn: what took too much once is not tried again as long as that is remembered. */
async function drawGraph(text: string, limits: RunLimits): Promise<string> {
  try {
    return await threads.run<string>(text, limits);
  } catch (error) {
    if (!(error instanceof WorkerFailed) || isGivenUp(error)) throw error;
    return "";
  }
}
