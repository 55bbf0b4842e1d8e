/** What scripts answer of a content source: a stranger's word, of which what fits is taken and the first misfit is said. */
import { type ContentSource, contentSourceOf } from "../../../engine/contentSource.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { oneEmoji } from "../../../engine/oneEmoji.ts";
import { TITLE_MAX } from "../../../engine/page.ts";
import { checkSlug, slugFromTitle } from "../../../engine/slug.ts";

/** An answer that no pages can be made of; the message is for whoever writes the script. */
export class Misfit extends Error {
  override readonly name = "Misfit";
}

/** A page as a script names it. */
export interface AnsweredPage {
  readonly type: "document" | "group" | "link" | "computed";
  /** By which others lead to it. */
  readonly id?: string;
  readonly title: string;
  readonly slug: string;
  readonly description?: string;
  readonly emoji?: string;
  readonly icon?: string;
  readonly target?: JsonObject;
  /** What its text is made of, or its pages. */
  readonly source?: ContentSource;
  readonly pages: readonly AnsweredPage[];
}

/** Pages below pages. */
const DEEPEST = 10;
const MOST_PAGES = 500;
const LONGEST_DESCRIPTION = 1000;
const TYPES = ["document", "group", "link", "computed"] as const;
const ID = /^[a-zA-Z0-9]{1,40}$/;
const ICON = /^[a-z0-9-]{1,50}$/;
const SAFE_URL = /^(?:https?:\/\/|mailto:)[^\s]{1,2000}$/i;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Counts the pages of all that one source comes to. */
export class PageCount {
  #count = 0;

  /** @throws Misfit beyond what is taken */
  add(): void {
    if (++this.#count > MOST_PAGES)
      throw new Misfit(`It makes more than ${MOST_PAGES} pages. Make fewer, or several sources.`);
  }

  get count(): number {
    return this.#count;
  }
}

/**
 * The pages of an answer to `content_compute_revision`.
 * @param integration its name: pages are made of its own sources alone
 * @throws Misfit
 */
export function pagesAnswered(answer: unknown, integration: string, count: PageCount): AnsweredPage[] {
  if (!isFields(answer))
    throw new Misfit(
      "The answer to content_compute_revision is no object with `pages`. Answer `{ pages: [...] }`.",
    );
  return readPages(answer["pages"], { integration, count, path: "/pages", depth: 1 });
}

interface Reading {
  readonly integration: string;
  readonly count: PageCount;
  /** In the answer. */
  readonly path: string;
  readonly depth: number;
}

function readPages(value: unknown, reading: Reading): AnsweredPage[] {
  const { path, depth } = reading;
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new Misfit(`${path} is no list. Give it one of pages, or leave it out.`);
  if (depth > DEEPEST) throw new Misfit(`${path} is more than ${DEEPEST} pages deep. Put its pages higher.`);
  return value.map((page: unknown, at) => readPage(page, { ...reading, path: `${path}/${at}` }));
}

function readPage(value: unknown, reading: Reading): AnsweredPage {
  const { path, count } = reading;
  count.add();
  if (!isFields(value))
    throw new Misfit(`${path} is no page. Give it an object with \`type\` and \`title\`.`);
  const type = TYPES.find((one) => one === value["type"]);
  if (type === undefined) throw new Misfit(`${path}/type has to be one of ${TYPES.join(", ")}.`);
  const title = line(value["title"], TITLE_MAX);
  if (title === "") throw new Misfit(`${path}/title is empty. Give it one.`);
  const { id, slug, description, emoji, icon } = value;
  if (id !== undefined && !(typeof id === "string" && ID.test(id)))
    throw new Misfit(`${path}/id has to be of up to 40 letters and digits.`);
  const chosen = typeof slug === "string" ? slugOf(slug) : undefined;
  const about = line(description, LONGEST_DESCRIPTION);
  const sign = typeof emoji === "string" && emoji.length <= 50 ? oneEmoji(emoji) : undefined;
  const holds = type === "document" || type === "group";
  return {
    type,
    ...(typeof id === "string" ? { id } : {}),
    title,
    slug: chosen ?? slugFromTitle(title),
    ...(about === "" ? {} : { description: about }),
    ...(sign === undefined ? {} : { emoji: sign }),
    ...(typeof icon === "string" && ICON.test(icon) ? { icon } : {}),
    ...madeOf(type, value, reading),
    pages: holds
      ? readPages(value["pages"], { ...reading, path: `${path}/pages`, depth: reading.depth + 1 })
      : [],
  };
}

/** What a page leads to, or what its text or its pages are made of. */
function madeOf(
  type: AnsweredPage["type"],
  value: Fields,
  { path, integration }: Reading,
): Pick<AnsweredPage, "target" | "source"> {
  if (type === "link") return { target: linkTarget(value["target"], `${path}/target`) };
  const computed = value["computed"];
  if (type === "group" || (type === "document" && (computed === undefined || computed === null))) return {};
  const source = isFields(computed) ? contentSourceOf(computed as JsonObject) : undefined;
  if (source?.integration !== integration)
    throw new Misfit(`${path}/computed/type has to be "integration:${integration}:" and the id of a source.`);
  return { source };
}

/** @throws Misfit for what leads nowhere, and for what runs */
function linkTarget(value: unknown, path: string): JsonObject {
  if (isFields(value)) {
    const { kind, url, page } = value;
    if (kind === "url" && typeof url === "string" && SAFE_URL.test(url))
      return { kind, url: url.toWellFormed() };
    if (kind === "page" && typeof page === "string" && ID.test(page)) return { kind, page };
  }
  throw new Misfit(`${path} has to be a page of the answer or an address of https, http or mailto.`);
}

function slugOf(text: string): string | undefined {
  const checked = checkSlug(text);
  return "slug" in checked ? checked.slug : undefined;
}

/** A text in one line. */
function line(value: unknown, most: number): string {
  if (typeof value !== "string") return "";
  const text = value.slice(0, most * 4).replace(/[\s\p{Cc}]+/gu, " ");
  return [...text.trim()].slice(0, most).join("").toWellFormed();
}

/** A text as `content_compute_document` gives it. */
export type AnsweredText = { readonly markdown: string } | { readonly document: JsonObject };

/** The text of an answer to `content_compute_document`. @throws Misfit */
export function textAnswered(answer: unknown): AnsweredText {
  const sent = isFields(answer) ? answer["document"] : undefined;
  if (isFields(sent)) {
    if (typeof sent["markdown"] === "string")
      return { markdown: sent["markdown"].toWellFormed().replaceAll("\0", "") };
    const document = isFields(sent["document"]) ? sent["document"] : sent;
    if (document["object"] === "document") return { document: document as JsonObject };
  }
  throw new Misfit(
    "The answer to content_compute_document has no `document`: answer `{ document: { markdown } }`, or a document as JSON.",
  );
}
