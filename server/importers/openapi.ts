/** The files of an API's description in; what is stored of it out: see engine/openapi/pieces.ts. */
import { gzipSync } from "node:zlib";
import { contentHash } from "../../engine/hash.ts";
import { checkDocument, type DescriptionProblem } from "../../engine/openapi/check.ts";
import { OPENAPI_LIMITS as LIMITS } from "../../engine/openapi/limits.ts";
import { TooMuch } from "../../engine/openapi/outline.ts";
import { parseText } from "../../engine/openapi/parse.ts";
import { takeApart } from "../../engine/openapi/pieces.ts";
import { filesNamedBy } from "../../engine/openapi/references.ts";

export interface ReadDescription {
  /** The first file is called "", the others as references name them, relative to it. */
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** Whether files that are missing can be had; otherwise references to them lead nowhere. */
  readonly canAskForFiles: boolean;
}

/** Pieces in one buffer: the n-th has the n-th hash and ends before `ends[n]`. */
export interface PackedPieces {
  readonly hashes: readonly string[];
  readonly ends: readonly number[];
  readonly bytes: ArrayBuffer;
}

/** A description as it is stored. */
export interface Description {
  /** Of the whole content: equal for files that say the same, however they are indented. */
  readonly hash: string;
  readonly openapi: string;
  readonly format: "json" | "yaml";
  /** Hash of the outline's piece. */
  readonly outline: string;
  /** Hashes of the pieces that, joined and inflated, are the JSON text of the filesystem. */
  readonly filesystem: readonly string[];
  /** The same for the text of the first file as it came. */
  readonly raw: readonly string[];
  readonly packed: PackedPieces;
  /** What is imperfect: references that lead nowhere. The first 20. */
  readonly problems: readonly DescriptionProblem[];
  /** How many there are in all. */
  readonly problemCount: number;
}

export type DescriptionRead =
  | Description
  /** Files that are referred to and weren't given. */
  | { readonly needs: readonly string[] }
  /** It describes no API. */
  | { readonly refused: DescriptionProblem };

/** Most problems that are told, and the longest text of one. */
const MOST_PROBLEMS = 20;
const LONGEST = 300;

/** Reads a description. Never throws because of what its files say. */
export async function readDescription({ files, canAskForFiles }: ReadDescription): Promise<DescriptionRead> {
  const first = files[0];
  if (first === undefined) return refused("There is no document.");
  const texts = new Map<string, string>();
  const values = new Map<string, unknown>();
  for (const { name, bytes } of files) {
    const text = new TextDecoder().decode(bytes);
    const parsed = parseText(text);
    if ("problem" in parsed) return refused(name === "" ? parsed.problem : `${name}: ${parsed.problem}`);
    texts.set(name, text);
    values.set(name, parsed.value);
  }
  const checked = checkDocument(values.get(""));
  if ("problem" in checked) return { refused: checked.problem };
  if (checked.version === "2.0") {
    const upgraded = await upgraded20(checked.document);
    if (upgraded === undefined) return refused("This Swagger 2.0 document can't be read as OpenAPI.");
    values.set("", upgraded);
  }
  const named = namedFiles(values);
  const needs = [...named.files.keys()].filter((name) => !values.has(name));
  if (canAskForFiles && needs.length > 0) return { needs };
  const problems = [...needs, ...named.elsewhere].map((ref) => ({
    message: `The reference ${ref.slice(0, LONGEST)} leads nowhere: files come from the description's own origin.`,
  }));
  return store(values, { raw: first.bytes, text: texts.get("") ?? "", written: named.files, problems });
}

const refused = (message: string): DescriptionRead => ({ refused: { message } });

function namedFiles(values: ReadonlyMap<string, unknown>) {
  const files = new Map<string, string>();
  const elsewhere = new Set<string>();
  for (const [name, value] of values) {
    const named = filesNamedBy(value, name);
    for (const [file, written] of named.files) if (!files.has(file)) files.set(file, written);
    for (const ref of named.elsewhere) elsewhere.add(ref);
  }
  return { files, elsewhere: [...elsewhere] };
}

/** Swagger 2.0 as OpenAPI 3.1. */
async function upgraded20(document: object): Promise<unknown> {
  const { upgrade } = await import("@scalar/openapi-parser");
  try {
    return upgrade(document).specification;
  } catch {
    return undefined;
  }
}

interface Rest {
  readonly raw: Uint8Array;
  readonly text: string;
  readonly written: ReadonlyMap<string, string>;
  readonly problems: readonly DescriptionProblem[];
}

function store(
  values: ReadonlyMap<string, unknown>,
  { raw, text, written, problems }: Rest,
): DescriptionRead {
  try {
    const { outline, texts } = takeApart(values);
    const files = [...values].map(([name, specification]) => {
      const references = [...filesNamedBy(specification, name).files.values()];
      const filename = name === "" ? null : (written.get(name) ?? name);
      return { dir: "./", isEntrypoint: name === "", references, filename, specification };
    });
    const filesystem = JSON.stringify(files);
    const packing = new Packing();
    for (const [hash, piece] of texts) packing.add(hash, Buffer.from(piece));
    const openapi = (values.get("") as { openapi?: unknown }).openapi;
    return {
      hash: contentHash(filesystem),
      openapi: String(openapi),
      format: /^\ufeff?\s*[{[]/.test(text) ? "json" : "yaml",
      outline,
      filesystem: packing.addLong(Buffer.from(filesystem)),
      raw: packing.addLong(raw),
      packed: packing.packed(),
      problems: problems.slice(0, MOST_PROBLEMS),
      problemCount: problems.length,
    };
  } catch (error) {
    if (error instanceof TooMuch || error instanceof RangeError) return refused(error.message);
    throw error;
  }
}

/** Bytes of one piece of a long value. */
const SLICE = 256 * 1024;

class Packing {
  readonly #parts = new Map<string, Uint8Array>();

  add(hash: string, bytes: Uint8Array): void {
    this.#parts.set(hash, bytes);
  }

  /** A long value, compressed and cut into pieces. */
  addLong(bytes: Uint8Array): string[] {
    const compressed = gzipSync(bytes, { level: 5 });
    const hashes: string[] = [];
    for (let at = 0; at < compressed.length; at += SLICE) {
      const slice = compressed.subarray(at, at + SLICE);
      const hash = contentHash(slice);
      this.add(hash, slice);
      hashes.push(hash);
    }
    return hashes;
  }

  packed(): PackedPieces {
    const ends: number[] = [];
    let size = 0;
    for (const part of this.#parts.values()) ends.push((size += part.length));
    const bytes = new ArrayBuffer(size);
    const all = new Uint8Array(bytes);
    let at = 0;
    for (const part of this.#parts.values()) {
      all.set(part, at);
      at += part.length;
    }
    return { hashes: [...this.#parts.keys()], ends, bytes };
  }
}

/** The limits that the one who fetches files holds. */
export const DESCRIPTION_LIMITS = { bytes: LIMITS.bytes, files: LIMITS.files } as const;
