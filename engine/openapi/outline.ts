/**
 * What pages, navigation and search need to know of a description without reading it: its tags and operations in their
 * order, each with a slug, and the hash of the piece that says the rest (pieces.ts).
 */
import { numberedSlug, slugFromTitle } from "../slug.ts";
import { isInternal, tagFields, type TagFields } from "./extensions.ts";
import { OPENAPI_LIMITS as LIMITS } from "./limits.ts";
import { followed, type Files } from "./references.ts";
import { type Fields, fieldsAt, isFields, isTrueAt, listAt, own, textAt } from "./value.ts";
import { operationTitle } from "./title.ts";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"] as const;

/** A tag, declared or only used. */
export interface TagEntry extends TagFields {
  readonly name: string;
  /** Unique among the tags. */
  readonly slug: string;
  readonly text?: string;
}

/** An operation as lists show it. */
export interface OperationEntry {
  /** Unique among all operations of the document. */
  readonly slug: string;
  readonly method: string;
  /** Of a path; of a webhook, its name, and `isWebhook`. */
  readonly path: string;
  readonly isWebhook?: true;
  /** What a heading says: the summary, the operation id, or method and path. */
  readonly title: string;
  readonly operationId?: string;
  /** Its tags, at least one; "" for operations without. */
  readonly tags: readonly string[];
  readonly isDeprecated?: true;
  /** Hash of its piece. */
  readonly piece: string;
}

/** An operation as it was found, before it has a piece. */
export interface FoundOperation {
  readonly entry: Omit<OperationEntry, "piece">;
  readonly operation: Fields;
  /** The path item that it stands in, and the file. */
  readonly item: Fields;
  readonly file: string;
}

/** Too much of something: the document is not taken. */
export class TooMuch extends Error {
  override readonly name = "TooMuch";
}

/** The operations of the paths and webhooks of a document, in its order; internal ones are left out. */
export function findOperations(files: Files): FoundOperation[] {
  const document = files.get("");
  const found: FoundOperation[] = [];
  const slugs = new Slugs();
  const gather = (items: Fields, isWebhook: boolean): void => {
    const paths = Object.keys(items);
    if (paths.length > LIMITS.paths) throw new TooMuch(`It has more than ${LIMITS.paths} paths.`);
    for (const path of paths) {
      const target = followed(files, items[path], "");
      if (target === undefined || isInternal(target.value)) continue;
      for (const method of METHODS) {
        const operation = own(target.value, method);
        if (!isFields(operation) || isInternal(operation)) continue;
        if (found.length >= LIMITS.operations)
          throw new TooMuch(`It has more than ${LIMITS.operations} operations.`);
        const entry = entryOf(operation, { method, path, isWebhook, slugs });
        found.push({ entry, operation, item: target.value, file: target.file });
      }
    }
  };
  gather(fieldsAt(document, "paths"), false);
  gather({ ...fieldsAt(document, "x-webhooks"), ...fieldsAt(document, "webhooks") }, true);
  return found;
}

interface Place {
  readonly method: string;
  readonly path: string;
  readonly isWebhook: boolean;
  readonly slugs: Slugs;
}

/** Longest text of a heading and of a name in lists. */
const LONGEST = 300;

function entryOf(operation: Fields, { method, path, isWebhook, slugs }: Place): FoundOperation["entry"] {
  const operationId = textAt(operation, "operationId")?.slice(0, LONGEST);
  const { title } = operationTitle(operation, { method, path, isWebhook });
  const tags = listAt(operation, "tags").filter((tag): tag is string => typeof tag === "string");
  return {
    slug: slugs.take((operationId ?? `${method} ${path}`).replaceAll("/", "-")),
    method,
    path,
    ...(isWebhook ? { isWebhook } : {}),
    title,
    ...(operationId === undefined ? {} : { operationId }),
    tags: tags.length === 0 ? [""] : [...new Set(tags.slice(0, 20).map((tag) => tag.slice(0, LONGEST)))],
    ...(isTrueAt(operation, "deprecated") ? { isDeprecated: true } : {}),
  };
}

/** The tags: those declared in their order, then those only used, each with the fields that shape its page. */
export function findTags(files: Files, operations: readonly FoundOperation[]): TagEntry[] {
  const slugs = new Slugs();
  const declared = listAt(files.get(""), "tags").filter(isFields);
  const tags = new Map<string, TagEntry>();
  const add = (name: string, tag: Fields): void => {
    if (tags.has(name) || tags.size >= LIMITS.tags) return;
    const fields = tagFields(tag);
    const text = textAt(tag, "description");
    const slug = slugs.take(fields.title ?? name);
    tags.set(name, { name, slug, ...fields, ...(text === undefined ? {} : { text }) });
  };
  const hidden = new Set(declared.filter(isInternal).map((tag) => textAt(tag, "name")));
  for (const tag of declared) {
    const name = textAt(tag, "name");
    if (name !== undefined && !hidden.has(name)) add(name.slice(0, LONGEST), tag);
  }
  for (const { entry } of operations) {
    for (const name of entry.tags) if (name !== "" && !hidden.has(name)) add(name, {});
  }
  return withoutCycles([...tags.values()]);
}

/** A tag whose parents come back to it, or that names none of ours, stands at the top. */
function withoutCycles(tags: readonly TagEntry[]): TagEntry[] {
  const parents = new Map(tags.map(({ name, parent }) => [name, parent]));
  return tags.map((tag) => {
    const { parent, ...top } = tag;
    if (parent === undefined) return tag;
    if (!parents.has(parent)) return top;
    let above: string | undefined = parent;
    for (let step = 0; above !== undefined && step <= 10; step++) {
      if (above === tag.name || step === 10) return top;
      above = parents.get(above);
    }
    return tag;
  });
}

/** Gives each its own slug: the second of the same gets a number. */
export class Slugs {
  readonly #taken = new Set<string>();
  readonly #numbers = new Map<string, number>();

  take(title: string): string {
    const plain = slugFromTitle(title.slice(0, LONGEST));
    let slug = plain;
    for (let number = this.#numbers.get(plain) ?? 1; this.#taken.has(slug); number++) {
      slug = numberedSlug(plain, number);
      this.#numbers.set(plain, number + 1);
    }
    this.#taken.add(slug);
    return slug;
  }
}
