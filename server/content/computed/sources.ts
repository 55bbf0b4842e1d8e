/** What a text that shows operations needs of the descriptions that it names. */
import type { Block } from "../../../engine/markdown/document.ts";
import { parse } from "../../../engine/markdown/parse.ts";
import { walkBlocks } from "../../../engine/markdown/walk.ts";
import { type ApiSource, operationKey } from "../../../engine/openapi/reference/api.ts";
import type { OperationPiece, Outline } from "../../../engine/openapi/pieces.ts";
import { eachReference, keyOf } from "../../../engine/openapi/references.ts";
import type { PieceReader } from "../store.ts";
import { outlineAt, type SpecVersion } from "./specs.ts";

/** What a text shows of one description. */
export interface ShownDescription {
  /** By {@link operationKey}. */
  readonly operations: readonly string[];
  /** Names of schemas; empty with `isAll`. */
  readonly schemas: readonly string[];
  readonly allSchemas: boolean;
}

/** Whether a text may show anything of a description: told without parsing it. */
export const showsApis = (text: string): boolean => text.includes("{% openapi");

/** What texts show, by the slug of the description. */
export function shownIn(text: string): Map<string, ShownDescription> {
  const found = new Map<string, { operations: string[]; schemas: string[]; allSchemas: boolean }>();
  if (!showsApis(text)) return found;
  const of = (spec: string) => {
    const known = found.get(spec) ?? { operations: [], schemas: [], allSchemas: false };
    found.set(spec, known);
    return known;
  };
  for (const { block } of walkBlocks(parse(text).document)) note(block, of);
  return found;
}

function note(
  block: Block,
  of: (spec: string) => { operations: string[]; schemas: string[]; allSchemas: boolean },
): void {
  if (block.type === "openapiOperation" && block.spec)
    of(block.spec).operations.push(operationKey(block.method, block.path));
  if (block.type === "openapiSchemas" && block.spec) {
    const shown = of(block.spec);
    shown.schemas.push(...block.schemas);
    if (block.schemas.length === 0) shown.allSchemas = true;
  }
}

/** The hash of an operation's piece in an outline. */
function pieceOf({ operations }: Outline, key: string): string | undefined {
  return operations.find(({ method, path }) => operationKey(method, path) === key)?.piece;
}

/** Schemas that are read ahead, with what they lead to; others are read when they are opened. */
const MOST_SCHEMAS = 60;
/** How far references of schemas are followed ahead. */
const STEPS = 3;
/** Places of one text. */
const MOST_PLACES = 3000;

interface Addresses {
  /** Where more of a schema is read, see ApiSource. */
  readonly fragments?: string;
  readonly tryIt?: string;
}

/** Reads what a text shows of a version. */
export async function apiSource(
  content: PieceReader,
  version: Pick<SpecVersion, "outline">,
  shown: ShownDescription,
  addresses: Addresses = {},
): Promise<ApiSource> {
  const outline = await outlineAt(content, version.outline);
  const hashes = new Map<string, string>();
  for (const key of new Set(shown.operations)) {
    const hash = pieceOf(outline, key);
    if (hash !== undefined) hashes.set(key, hash);
  }
  const pieces = await content.pieces(hashes.values());
  const operations: Record<string, { hash: string; text: string }> = {};
  const reached = new Map<string, string>();
  for (const [key, hash] of hashes) {
    const text = pieces.get(hash)?.toString();
    if (text === undefined) continue;
    operations[key] = { hash, text };
    const { reaches } = JSON.parse(text) as OperationPiece;
    for (const [place, piece] of Object.entries(reaches)) {
      if (reached.size < MOST_PLACES) reached.set(place, piece);
    }
  }
  const { openapi, info, servers, security, securitySchemes, extensions } = outline;
  const withSchemas = shown.allSchemas || shown.schemas.length > 0;
  const wanted = new Set(shown.schemas);
  const schemas = outline.schemas.filter(({ name }) => shown.allSchemas || wanted.has(name));
  return {
    head: { openapi, info, servers, security, securitySchemes, extensions },
    operations,
    places: {
      ...(await placesAt(content, reached)),
      ...(await schemaPlaces(
        content,
        outline,
        schemas.slice(0, MOST_SCHEMAS).map(({ place }) => place),
      )),
    },
    schemas: withSchemas ? schemas.map(({ name, place }) => ({ name, place })) : [],
    ...(withSchemas ? { schemasFrom: version.outline } : {}),
    ...addresses,
  };
}

async function placesAt(
  content: PieceReader,
  reached: ReadonlyMap<string, string>,
): Promise<Record<string, string>> {
  const texts = await content.pieces(reached.values());
  const places: Record<string, string> = {};
  for (const [place, hash] of reached) {
    const text = texts.get(hash);
    if (text !== undefined) places[place] = text.toString();
  }
  return places;
}

/** Schemas with those that they lead to, a few steps on. */
async function schemaPlaces(
  content: PieceReader,
  { schemas }: Pick<Outline, "schemas">,
  start: readonly string[],
): Promise<Record<string, string>> {
  const known = new Map(schemas.map(({ place, piece }) => [place, piece]));
  const places: Record<string, string> = {};
  let wanted = new Set(start);
  for (let step = 0; step < STEPS && wanted.size > 0; step++) {
    const asked = new Map(
      [...wanted].flatMap((place) => {
        const hash = known.get(place);
        return hash === undefined || place in places ? [] : [[place, hash] as const];
      }),
    );
    const found = await placesAt(content, new Map([...asked].slice(0, MOST_PLACES)));
    Object.assign(places, found);
    wanted = new Set();
    for (const text of Object.values(found)) {
      eachReference(JSON.parse(text), (ref) => {
        const place = keyOf(ref, "");
        if (place !== undefined && !(place in places)) wanted.add(place);
      });
    }
  }
  return places;
}

/**
 * What a schema of a description shows, in the light of the piece that leads there: an operation's, or an outline.
 * undefined: there is no such piece.
 * @param withOutlines whether an outline, which knows all schemas, leads anywhere
 */
export async function schemaSource(
  content: PieceReader,
  from: string,
  place: string,
  withOutlines: boolean,
): Promise<ApiSource | undefined> {
  const text = (await content.pieces([from])).get(from)?.toString();
  const piece = text === undefined ? undefined : (JSON.parse(text) as Partial<OperationPiece & Outline>);
  const head = { openapi: "", info: {}, servers: [], security: [], securitySchemes: {}, extensions: {} };
  if (piece?.reaches !== undefined) {
    const { method = "", path = "" } = piece;
    const operations = { [operationKey(method, path)]: { hash: from, text: text as string } };
    const places = await placesAt(content, new Map(Object.entries(piece.reaches)));
    return { head, operations, places, schemas: [] };
  }
  if (!withOutlines || piece?.format !== 1 || piece.schemas === undefined) return undefined;
  return {
    head,
    operations: {},
    places: await schemaPlaces(content, { schemas: piece.schemas }, [place]),
    schemas: [],
  };
}
