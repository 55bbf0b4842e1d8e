/**
 * A description of an API in pieces, so that a page of a reference reads what it shows and no more. Every piece is the
 * UTF-8 text of one JSON value and is kept under its hash:
 *
 * - one for each operation ({@link OperationPiece}): the operation as it is written, what its path adds, and under
 *   `reaches` each place that it leads to over all references, with the hash of the piece that says what stands there.
 *   So the hash of an operation's piece names everything that its page is made of: what is made of it can be kept
 *   under that hash for ever, and versions that don't change an operation share it.
 * - one for each place that a reference leads to, and for each schema of the document: the value as it is written.
 *   A place is `file#/pointer`; the file is "" for the first one. References in pieces of other files than the first
 *   are whole places as well, in the first they are as written (`#/components/schemas/Pet`): {@link keyOf} reads both.
 * - one outline ({@link Outline}): title, servers, tags, operations and schemas in their order.
 *
 * References stay references everywhere. Nothing grows with what they would come to when written out.
 */
import { contentHash } from "../hash.ts";
import { isInternal } from "./extensions.ts";
import { OPENAPI_LIMITS as LIMITS } from "./limits.ts";
import {
  findOperations,
  findTags,
  type FoundOperation,
  type OperationEntry,
  type TagEntry,
  TooMuch,
} from "./outline.ts";
import { eachReference, type Files, keyOf, valueAt, withWholeReferences } from "./references.ts";
import { type Fields, fieldsAt, isFields, listAt, own, textAt } from "./value.ts";
import { pointerPart } from "../json.ts";

/** The piece of an operation. */
export interface OperationPiece {
  readonly path: string;
  readonly method: string;
  readonly isWebhook?: true;
  readonly operation: unknown;
  /** Of its path: parameters, servers, summary and description. */
  readonly item: Fields;
  /** Piece by place. */
  readonly reaches: Readonly<Record<string, string>>;
  /** It leads to more places than are listed. */
  readonly isCut?: true;
}

interface SchemaEntry {
  readonly name: string;
  readonly slug: string;
  /** Its place, `#/components/schemas/…`. */
  readonly place: string;
  readonly piece: string;
}

export interface Outline {
  /** Of this form of pieces. */
  readonly format: 1;
  /** What the document says it is, as "3.1.0". */
  readonly openapi: string;
  readonly info: unknown;
  readonly servers: readonly unknown[];
  readonly security: readonly unknown[];
  readonly securitySchemes: Fields;
  readonly externalDocs?: unknown;
  /** The document's own `x-` fields, which operations inherit. */
  readonly extensions: Fields;
  readonly tags: readonly TagEntry[];
  readonly operations: readonly OperationEntry[];
  readonly schemas: readonly SchemaEntry[];
}

interface Pieces {
  readonly outline: string;
  /** Text by hash, the outline among them. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Takes a description apart. @throws TooMuch when it is beyond a limit */
export function takeApart(files: Files): Pieces {
  const store = new Store();
  const places = new Places(files, store);
  const found = findOperations(files);
  const document = files.get("");
  const outline: Outline = {
    format: 1,
    openapi: textAt(document, "openapi") ?? "",
    info: own(document, "info") ?? {},
    servers: listAt(document, "servers"),
    security: listAt(document, "security"),
    securitySchemes: fieldsAt(fieldsAt(document, "components"), "securitySchemes"),
    ...(own(document, "externalDocs") === undefined ? {} : { externalDocs: own(document, "externalDocs") }),
    extensions: extensionsOf(document),
    tags: findTags(files, found),
    operations: found.map((one) => ({ ...one.entry, piece: store.put(pieceOf(one, places)) })),
    schemas: schemasOf(document, places),
  };
  return { outline: store.put(outline), texts: store.texts };
}

function pieceOf({ entry, operation, item, file }: FoundOperation, places: Places): OperationPiece {
  const { path, method, isWebhook } = entry;
  const around: Record<string, unknown> = {};
  for (const key of ["parameters", "servers", "summary", "description"]) {
    if (Object.hasOwn(item, key)) around[key] = item[key];
  }
  const whole = withWholeReferences({ operation, item: around }, file) as {
    operation: unknown;
    item: Fields;
  };
  const { reaches, isCut } = places.reachedFrom([operation, around], file);
  return {
    path,
    method,
    ...(isWebhook ? { isWebhook } : {}),
    ...whole,
    reaches,
    ...(isCut ? { isCut } : {}),
  };
}

function extensionsOf(document: unknown): Fields {
  if (!isFields(document)) return {};
  const own = Object.entries(document).filter(([key]) => key.startsWith("x-") && key !== "x-webhooks");
  return Object.fromEntries(own.filter(([, value]) => typeof value !== "object"));
}

function schemasOf(document: unknown, places: Places): SchemaEntry[] {
  const schemas = fieldsAt(fieldsAt(document, "components"), "schemas");
  const taken = new Set<string>();
  return Object.entries(schemas).flatMap(([name, schema]) => {
    if (isFields(schema) && isInternal(schema)) return [];
    const place = `#/components/schemas/${pointerPart(name)}`;
    const piece = places.pieceAt(place)?.piece;
    // As the name is: it stands in addresses after the page's own slug, and names of schemas differ by case alone.
    const slug = encodeURIComponent(name.toWellFormed()).toLowerCase();
    if (piece === undefined || name === "") return [];
    const entry = {
      name,
      slug: taken.has(slug) ? encodeURIComponent(name.toWellFormed()) : slug,
      place,
      piece,
    };
    taken.add(slug);
    return [entry];
  });
}

/** What references lead to: each place is written once, and knows where it leads itself. */
class Places {
  readonly #files: Files;
  readonly #store: Store;
  readonly #known = new Map<string, { piece: string; leads: readonly string[] } | undefined>();

  constructor(files: Files, store: Store) {
    this.#files = files;
    this.#store = store;
  }

  pieceAt(key: string): { piece: string; leads: readonly string[] } | undefined {
    if (this.#known.has(key)) return this.#known.get(key);
    const value = valueAt(this.#files, key);
    const file = key.slice(0, key.indexOf("#"));
    const made =
      value === undefined
        ? undefined
        : { piece: this.#store.put(withWholeReferences(value, file)), leads: leadsOf(value, file) };
    this.#known.set(key, made);
    return made;
  }

  /** All places that values lead to, the nearest first; each is gone to once, so cycles end. */
  reachedFrom(values: readonly unknown[], file: string): { reaches: Record<string, string>; isCut: boolean } {
    const reaches: Record<string, string> = {};
    const waiting = values.flatMap((value) => leadsOf(value, file));
    const seen = new Set(waiting);
    let [count, isCut] = [0, false];
    for (const key of waiting) {
      const place = this.pieceAt(key);
      if (place === undefined) continue;
      if (count >= LIMITS.reach) {
        isCut = true;
        break;
      }
      reaches[key] = place.piece;
      count++;
      for (const next of place.leads) {
        if (seen.has(next) || waiting.length > LIMITS.reach * 2) continue;
        seen.add(next);
        waiting.push(next);
      }
    }
    return { reaches, isCut };
  }
}

function leadsOf(value: unknown, file: string): string[] {
  const leads = new Set<string>();
  eachReference(value, (ref) => {
    const key = keyOf(ref, file);
    if (key !== undefined) leads.add(key);
  });
  return [...leads];
}

/** Texts by hash, within the limit of what one version may come to. */
class Store {
  readonly texts = new Map<string, string>();
  #size = 0;

  put(value: unknown): string {
    const text = JSON.stringify(value);
    const hash = contentHash(text);
    if (!this.texts.has(hash)) {
      this.#size += text.length;
      if (this.#size > LIMITS.pieceBytes)
        throw new TooMuch("Its operations and schemas come to too much; split it into several descriptions.");
      this.texts.set(hash, text);
    }
    return hash;
  }
}
