/** The largest input of every operation, and for how long answering it holds the event loop. */
import { createHash } from "node:crypto";
import type { Operation } from "../http/operation.ts";
import type { Person, World } from "./harness.ts";
import { addressIn, makeOneOfEach } from "./oneOfEach.ts";
import { type Schema, sampleOf } from "./sampleOf.ts";

/** How large the installation is that the operations are asked about, and what they are sent. */
export interface WorstFigures {
  /** Pages of the space, fifty in each write. */
  readonly pages: number;
  readonly comments: number;
  readonly webhooks: number;
  /** UTF-16 code units of one page's text. */
  readonly text: number;
  /** Bytes of a body, about. */
  readonly body: number;
}

/** Milliseconds of the processor that this process has used. */
function used(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** What holding the event loop is measured in: work that takes a quiet machine about half a millisecond of its processor. */
function sliceHere(): number {
  let best = Infinity;
  for (let run = 0; run < 3; run++) {
    const began = used();
    let hash = "";
    for (let round = 0; round < 250; round++) hash = createHash("sha256").update(hash).digest("hex");
    best = Math.min(best, used() - began);
  }
  return Math.max(best, 0.1);
}

/** What was seen while some work ran. */
export interface LoopStalls<T> {
  readonly result: T;
  /** In slices, the longest first. */
  readonly stalls: readonly number[];
}

/**
 * Runs work and watches how long the loop is held between two of its turns. What counts is the processor that this
 * process used meanwhile: what else the machine does holds the loop up too, and is no work of ours; and never more than
 * the time that went by, since threads use the processor beside it.
 */
export async function watchStalls<T>(work: () => Promise<T>): Promise<LoopStalls<T>> {
  const stalls: number[] = [];
  let [last, lastUsed] = [performance.now(), used()];
  let isOver = false;
  const note = (): void => {
    const [now, nowUsed] = [performance.now(), used()];
    stalls.push(Math.min(now - last, nowUsed - lastUsed));
    [last, lastUsed] = [now, nowUsed];
  };
  const turn = (): void => {
    note();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    const result = await work();
    note();
    const slice = sliceHere();
    return { result, stalls: stalls.map((held) => held / slice).toSorted((a, b) => b - a) };
  } finally {
    isOver = true;
  }
}

type Known = ReadonlyMap<string, string>;

/** A table of one-letter cells: what takes longest to read for its length. */
export function denseTable(length: number): string {
  const row = "|a|a|a|a|a|a|a|a|a|a|\n";
  return `${row}|-|-|-|-|-|-|-|-|-|-|\n${row.repeat(Math.floor(length / row.length))}`;
}

/** One of each thing, in an organization whose space, comments and webhooks are as many as the figures say. */
export async function makeLarge(world: World, owner: Person, figures: WorstFigures): Promise<Known> {
  const known = await makeOneOfEach(world, owner);
  // Those who ask are still there at the end.
  known.set("userId", (await world.addPerson("ursula", "read")).id);
  known.set("tokenId", (await world.post("/user/tokens", { label: "Another" }, owner)).body.id);
  const space = `/spaces/${known.get("spaceId")}`;
  const write = (changes: readonly object[]) => world.post(`${space}/content`, { changes }, owner);
  const tops: string[] = [];
  for (let written = 0; written < figures.pages; written += 50) {
    const changes = Array.from({ length: 50 }, (_, index) => ({
      operation: "insert_page",
      title: `Page ${written + index} of many`,
      document: { markdown: `Words of [it](https://example.com/${written + index}).\n\n> Quoted\n\n- item` },
      ...(tops.length === 0 ? {} : { into: tops[(written / 50) % 50] }),
    }));
    const { body } = await write(changes);
    if (tops.length === 0) tops.push(...body.changes.map(({ page }: { page: string }) => page));
  }
  const markdown = denseTable(figures.text);
  const { body } = await write([{ operation: "insert_page", title: "Tables", document: { markdown } }]);
  known.set("pageId", body.changes[0].page);
  known.set("pagePath", "tables");
  for (let index = 0; index < figures.comments; index++)
    await world.post(`${space}/comments`, { page: body.changes[0].page, body: { markdown: "Said." } }, owner);
  for (let index = 0; index < figures.webhooks; index++)
    await world.post(`/orgs/${world.organization}/webhooks`, { url: "https://127.0.0.1:65535/" }, owner);
  return known;
}

/** Bodies that the schema alone doesn't make the most of. */
const LARGEST: Readonly<Record<string, (figures: WorstFigures) => object>> = {
  updateSpaceContent: (figures) => ({
    changes: Array.from({ length: Math.max(1, Math.floor(figures.body / figures.text)) }, (_, index) => ({
      operation: "insert_page",
      title: `Large ${index}`,
      document: { markdown: denseTable(figures.text) },
    })),
  }),
};

/** A value for a schema as large as it takes: texts and lists at their limits, until the body is full. */
function largest(schema: Schema, value: unknown, room: { left: number }): unknown {
  const choices = schema.oneOf ?? schema.anyOf;
  const chosen = choices?.find(({ type }) => type !== "null");
  if (chosen !== undefined) return largest(chosen, value, room);
  if (typeof value === "string") return longest(schema, value, room);
  if (Array.isArray(value) && value.length > 0 && schema.items !== undefined) {
    const most = Math.min(schema.maxItems ?? 100, 1000);
    const items: unknown[] = [];
    while (items.length < most && room.left > 0)
      items.push(largest(schema.items, structuredClone(value[0]), room));
    return items.length === 0 ? value : items;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      const of = schema.properties?.[key];
      return [key, of === undefined ? field : largest(of, field, room)];
    }),
  );
}

function longest(
  schema: Schema & { readonly pattern?: string },
  value: string,
  room: { left: number },
): string {
  room.left -= value.length + 10;
  const isFree = schema.pattern === undefined && schema.format === undefined && schema.enum === undefined;
  if (!isFree || schema.const !== undefined || schema.maxLength === undefined) return value;
  const length = Math.max(value.length, Math.min(schema.maxLength, room.left));
  room.left -= length - value.length;
  return "a "
    .repeat(Math.ceil(length / 2))
    .slice(0, length)
    .trimEnd()
    .padEnd(length, "a");
}

/** What is sent to an operation: its address with the largest pages of lists, and the largest body. */
export interface WorstRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/**
 * The requests of an operation: with all fields of its body and, since what is made up may contradict itself, with those
 * that it needs.
 * @throws when nothing is known for a part of its path: then it has no entry
 */
export function worstRequests(operation: Operation, known: Known, figures: WorstFigures): WorstRequest[] {
  const { method, shapes, operationId } = operation;
  const query = (shapes.query ?? {}) as Schema;
  const asked: Record<string, string> = {};
  for (const [name, field] of Object.entries(query.properties ?? {})) {
    if (name === "limit") asked[name] = String(field.maximum ?? 1000);
    else if (query.required?.includes(name) === true) asked[name] = String(sampleOf(field, false, name));
    else if (name === "format") asked[name] = "document";
  }
  const text = new URLSearchParams(asked).toString();
  const address = addressIn(known, operation.url);
  const path = text === "" ? address : `${address}?${text}`;
  if (shapes.body === undefined || operation.upload !== undefined) return [{ method, path }];
  const schema = shapes.body as Schema;
  const own = LARGEST[operationId]?.(figures);
  if (own !== undefined) return [{ method, path, body: own }];
  const bodies = [true, false].map((isComplete) =>
    largest(schema, sampleOf(schema, isComplete), { left: figures.body }),
  );
  return bodies.map((body) => ({ method, path, body }));
}
