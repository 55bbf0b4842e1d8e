/** From the outline of a description to the pages of its reference, in their order. */
import type { JsonObject } from "../../json.ts";
import { contentHash } from "../../hash.ts";
import type { Outline } from "../pieces.ts";
import { type OperationEntry, Slugs, type TagEntry } from "../outline.ts";

/** What an editor asks of a reference. */
interface ReferenceOptions {
  /** The slug of the description. */
  readonly spec: string;
  /** What ids are made from: the same seed gives the same ids. */
  readonly seed: string;
  /** Whether there is a page of all schemas. */
  readonly models: boolean;
  readonly grouping: "by-tag" | "by-operation";
  /** The address of the document, where readers may have it. */
  readonly downloadLink?: string;
}

/** A page of a reference. */
export interface ReferencePage {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly description?: string;
  readonly icon?: string;
  /** What it is made from, as the API says it. */
  readonly computed: JsonObject;
  /** In the dialect. */
  readonly body: string;
  /** What it is about, where that is one operation of a path. */
  readonly operation?: { readonly method: string; readonly path: string };
  /** The operations of paths that its body shows. */
  readonly operations?: readonly { readonly method: string; readonly path: string }[];
  readonly pages: readonly ReferencePage[];
}

/** A tag with more operations has a page for each, whatever was asked for: no page grows without end. */
export const MOST_ON_A_PAGE = 25;
/** What ids of made pages begin with: no page that somebody wrote has such an id. */
export const MADE = "oa-";
/** Operations without a tag stand under this name, unless there is such a tag. */
const UNTAGGED = "Operations";
const DEEPEST = 10;

/** The pages of a reference; a tag stands below its parent, and is left out when nothing is in it. */
export function referencePages(outline: Outline, options: ReferenceOptions): ReferencePage[] {
  const maker = new Maker(outline, options);
  const pages = maker.below(undefined, 0);
  return options.models && outline.schemas.length > 0 ? [...pages, maker.models(pages)] : pages;
}

/** What a document is made of: all schemas, the operations of a tag or one of them by its slug, or a tag's own text. */
type DocumentProps =
  | { readonly doc: "models" }
  | { readonly doc: "operations" | "info"; readonly page: string };

/** The text of one page of a reference, in the dialect; undefined when the description has nothing of that name. */
export function referenceText(outline: Outline, spec: string, props: DocumentProps): string | undefined {
  const maker = new Maker(outline, { spec, seed: "", models: true, grouping: "by-tag" });
  return props.doc === "models" ? maker.models([]).body : maker.text(props.doc, props.page);
}

class Maker {
  readonly #options: ReferenceOptions;
  readonly #byTag = new Map<string, OperationEntry[]>();
  readonly #children = new Map<string | undefined, TagEntry[]>();

  constructor({ tags, operations }: Outline, options: ReferenceOptions) {
    this.#options = options;
    for (const operation of operations) {
      for (const tag of operation.tags) this.#put(this.#byTag, tag, operation);
    }
    const untagged: TagEntry[] = this.#byTag.has("")
      ? [
          {
            name: "",
            slug: slugBeside("operations", tags),
            title: UNTAGGED,
          },
        ]
      : [];
    for (const tag of [...tags, ...untagged]) this.#put(this.#children, tag.parent, tag);
  }

  #put<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
    const list = lists.get(key);
    if (list === undefined) lists.set(key, [value]);
    else list.push(value);
  }

  /** The pages of the tags below one; those of the top without. */
  below(parent: string | undefined, depth: number): ReferencePage[] {
    if (depth > DEEPEST) return [];
    return (this.#children.get(parent) ?? []).flatMap((tag) => this.#tagPage(tag, depth) ?? []);
  }

  #tagPage(tag: TagEntry, depth: number): ReferencePage | undefined {
    const operations = this.#byTag.get(tag.name) ?? [];
    const inside = tag.name === "" ? [] : this.below(tag.name, depth + 1);
    if (operations.length === 0 && inside.length === 0) return undefined;
    const apart = this.#options.grouping === "by-operation" || operations.length > MOST_ON_A_PAGE;
    const pages = apart ? [...this.#operationPages(tag, operations), ...inside] : inside;
    const text = tag.text?.trim() ?? "";
    const shown = apart ? "" : operations.map((operation) => this.#block(operation)).join("\n\n");
    const body = [this.#download(), text, shown].filter((part) => part !== "").join("\n\n");
    return {
      id: this.#id("tag", tag.name),
      title: tag.title ?? (tag.name === "" ? UNTAGGED : tag.name),
      slug: tag.slug,
      ...(tag.description === undefined ? {} : { description: tag.description }),
      ...(tag.icon === undefined ? {} : { icon: tag.icon }),
      computed: this.#source({
        doc: apart || operations.length === 0 ? "info" : "operations",
        page: tag.name || UNTAGGED,
      }),
      body,
      ...(apart ? {} : { operations: operations.filter(isOfPath) }),
      pages: distinct(pages),
    };
  }

  #operationPages(tag: TagEntry, operations: readonly OperationEntry[]): ReferencePage[] {
    return operations.map((operation) => ({
      id: this.#id("operation", tag.name, operation.method, operation.path),
      title: operation.title,
      slug: operation.slug,
      computed: this.#source({ doc: "operations", page: operation.slug }),
      body: this.#block(operation),
      ...(isOfPath(operation)
        ? { operation: { method: operation.method, path: operation.path }, operations: [operation] }
        : {}),
      pages: [],
    }));
  }

  /** What stands on the page of a tag, whole or without its operations, or of an operation. */
  text(doc: "operations" | "info", page: string): string | undefined {
    const tag = [...this.#children.values()].flat().find(({ name }) => (name || UNTAGGED) === page);
    if (tag === undefined) {
      const all = [...this.#byTag.values()].flat();
      const operation = doc === "info" ? undefined : all.find(({ slug }) => slug === page);
      return operation && this.#block(operation);
    }
    const operations = doc === "info" ? [] : (this.#byTag.get(tag.name) ?? []);
    const shown = operations.map((operation) => this.#block(operation));
    return [tag.text?.trim() ?? "", ...shown].filter((part) => part !== "").join("\n\n");
  }

  models(others: readonly ReferencePage[]): ReferencePage {
    return {
      id: this.#id("models"),
      title: "Models",
      slug: slugBeside("models", others),
      computed: this.#source({ doc: "models" }),
      body: `{% openapi-schemas spec=${quoted(this.#options.spec)} grouped="true" %}{% endopenapi-schemas %}`,
      pages: [],
    };
  }

  #block({ path, method, isWebhook }: OperationEntry): string {
    const spec = quoted(this.#options.spec);
    const tag = isWebhook ? "openapi-webhook" : "openapi-operation";
    const named = isWebhook ? "name" : "path";
    return `{% ${tag} spec=${spec} ${named}=${quoted(path)} method=${quoted(method)} %}{% end${tag} %}`;
  }

  #download(): string {
    const { downloadLink } = this.#options;
    return downloadLink === undefined ? "" : `[OpenAPI document](${downloadLink})`;
  }

  #source(props: JsonObject): JsonObject {
    const ref = { kind: "openapi", spec: this.#options.spec };
    return { type: "builtin:openapi", props, dependencies: { spec: { ref } } };
  }

  #id(...names: readonly string[]): string {
    return MADE + contentHash(JSON.stringify([this.#options.seed, ...names])).slice(0, 20);
  }
}

function isOfPath({ isWebhook }: OperationEntry): boolean {
  return isWebhook !== true;
}

/** An attribute's value in a tag. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** The slug of a page beside others. */
function slugBeside(wanted: string, others: readonly { readonly slug: string }[]): string {
  const slugs = new Slugs();
  for (const { slug } of others) slugs.take(slug);
  return slugs.take(wanted);
}

/** Operations and tags below one page have slugs of their own kinds: where two are the same, the later gets a number. */
function distinct(pages: readonly ReferencePage[]): ReferencePage[] {
  const slugs = new Slugs();
  return pages.map((page) => ({ ...page, slug: slugs.take(page.slug) }));
}
