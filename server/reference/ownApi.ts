/** The description of our own API, taken apart as sites take apart those of others. */
import { apiSource, schemaSource } from "../content/computed/sources.ts";
import type { PieceReader } from "../content/store.ts";
import { Api, type ApiSource, operationKey } from "../../engine/openapi/reference/api.ts";
import { operationView } from "../../engine/openapi/reference/operation.ts";
import type { OperationEntry } from "../../engine/openapi/outline.ts";
import { type OperationPiece, type Outline, takeApart } from "../../engine/openapi/pieces.ts";
import { type Fields, own, textAt } from "../../engine/openapi/value.ts";
import { clientSample } from "./clientSample.ts";

/** Where the reference stands on its origin. */
export const REFERENCE = "/docs";
/** Where the rest of a schema is read that a page leaves out. */
export const SCHEMAS = `${REFERENCE}/~/schema/`;

/** An operation in its chapter. */
export interface ChapterEntry extends OperationEntry {
  readonly operationId: string;
  readonly href: string;
  readonly description: string;
  readonly chapter: Pick<Chapter, "title" | "href">;
}

/** The operations that share a tag. */
export interface Chapter {
  readonly title: string;
  readonly slug: string;
  readonly href: string;
  readonly operations: readonly ChapterEntry[];
}

export interface OwnApi {
  readonly title: string;
  readonly version: string;
  /** The address that requests go to, without a slash at its end. */
  readonly server: string;
  readonly outline: Outline;
  /** In the order of the tags. */
  readonly chapters: readonly Chapter[];
  /** What the page of an operation is made of. */
  source(entry: ChapterEntry): Promise<ApiSource>;
  /** What a schema is made of to which a piece leads; undefined: there is no such piece. */
  schemaSource(from: string, place: string): Promise<ApiSource | undefined>;
}

/** @param document our OpenAPI document */
export function openOwnApi(document: object): OwnApi {
  const { outline: hash, texts } = takeApart(new Map([["", document]]));
  const outline = JSON.parse(texts.get(hash) as string) as Outline;
  const reader: PieceReader = {
    pieces: async (hashes) =>
      new Map(
        [...hashes].flatMap((one) => (texts.has(one) ? [[one, Buffer.from(texts.get(one) ?? "")]] : [])),
      ),
  };
  const chapters = outline.tags.map(({ name, slug }): Chapter => {
    const chapter = { title: name, slug, href: `${REFERENCE}/${slug}` };
    const own = outline.operations.filter(({ tags }) => tags[0] === name);
    return { ...chapter, operations: own.map((entry) => entryIn(chapter, entry, texts)) };
  });
  return {
    title: textAt(outline.info, "title") ?? "",
    version: textAt(outline.info, "version") ?? "",
    server: textAt(outline.servers[0], "url") ?? "",
    outline,
    chapters,
    async source({ method, path }) {
      const key = operationKey(method, path);
      const shown = { operations: [key], schemas: [], allSchemas: false };
      const source = await apiSource(reader, { outline: hash }, shown, { fragments: SCHEMAS, tryIt: "" });
      return withClientSample({ ...source, isOwn: true }, key, method, path);
    },
    async schemaSource(from, place) {
      const source = await schemaSource(reader, from, place, true);
      return source && { ...source, fragments: SCHEMAS };
    },
  };
}

function entryIn(
  chapter: Omit<Chapter, "operations">,
  entry: OperationEntry,
  texts: ReadonlyMap<string, string>,
): ChapterEntry {
  const { operation } = JSON.parse(texts.get(entry.piece) as string) as OperationPiece;
  const operationId = entry.operationId ?? entry.slug;
  const href = `${chapter.href}/${operationId}`;
  return { ...entry, operationId, href, chapter, description: textAt(operation, "description") ?? "" };
}

/** The same with the call of our client library in the place of its language. */
function withClientSample(source: ApiSource, key: string, method: string, path: string): ApiSource {
  const api = new Api(source);
  const found = api.operation(method, path);
  const view = operationView(api, method, path);
  const call = textAt(own(found?.piece.operation, "x-lectern"), "call");
  if (found === undefined || view === undefined || call === undefined) return source;
  const sample = { lang: "js", label: "JavaScript", source: clientSample(api, view, call) };
  const operation = { ...(found.piece.operation as Fields), "x-codeSamples": [sample] };
  const text = JSON.stringify({ ...found.piece, operation });
  return { ...source, operations: { ...source.operations, [key]: { hash: found.hash, text } } };
}
