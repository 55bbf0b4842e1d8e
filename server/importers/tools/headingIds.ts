/** Ids of headings as each tool makes them of their texts: where ours would be others, they are written down. */
import GithubSlugger from "github-slugger";
import { dialectAnchors, headingAnchors } from "../../../engine/markdown/anchors.ts";
import type { Document, Heading } from "../../../engine/markdown/document.ts";
import { parse } from "../../../engine/markdown/parse.ts";
import { plainText } from "../../../engine/markdown/plainText.ts";
import { walkBlocks } from "../../../engine/markdown/walk.ts";
import { anchor } from "./dialect.ts";

/** Makes the ids of one page's headings, asked in their order. `own` is what was written by hand. */
export type HeadingIds = () => {
  readonly of: (text: string) => string;
  readonly take: (own: string) => void;
};

const LONGEST = 200;

/** Docusaurus, Starlight, Nextra: each id as GitHub has it. */
export const githubIds: HeadingIds = () => {
  const slugger = new GithubSlugger();
  return {
    of: (text) => slugger.slug(text),
    take: (own) => {
      slugger.occurrences[own] ??= 0;
    },
  };
};

/** Python-Markdown's `toc`, which MkDocs has on: ASCII alone, and numbers behind an underscore. */
export const pythonIds: HeadingIds = () =>
  numbered(
    (text) =>
      text
        .normalize("NFKD")
        // oxlint-disable-next-line no-control-regex
        .replace(/[^\u0000-\u007f]/g, "")
        .replace(/[^\w\s-]/g, "")
        .trim()
        .toLowerCase()
        .replace(/[-\s]+/g, "-"),
    (slug, count) => `${slug}_${count}`,
  );

/** The same with letters of all scripts, as settings may ask for by the name of PyMdown's function. */
export const unicodeIds: HeadingIds = () =>
  numbered(
    (text) =>
      text
        .normalize("NFC")
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{M}\p{N}_\- ]/gu, "")
        .replaceAll(" ", "-"),
    (slug, count) => `${slug}_${count}`,
  );

/** VitePress. */
export const vitepressIds: HeadingIds = () =>
  numbered((text) =>
    text
      .normalize("NFKD")
      .replace(/[\u0300-\u036f]/g, "")
      // oxlint-disable-next-line no-control-regex
      .replace(/[\u0000-\u001f]/g, "")
      .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, "-")
      .replace(/^-|-$/g, "")
      .replace(/^(\d)/, "_$1")
      .toLowerCase(),
  );

/** mdBook. */
export const mdbookIds: HeadingIds = () =>
  numbered((text) =>
    text
      .trim()
      .replace(/[^\p{Alphabetic}\p{N}_\-\s]/gu, "")
      .replace(/\s/gu, "-")
      .toLowerCase(),
  );

/** Hugo. */
export const hugoIds: HeadingIds = () =>
  numbered((text) =>
    text
      .trim()
      .replace(/[^\p{L}\p{Nd}_\- ]/gu, "")
      .replaceAll(" ", "-")
      .toLowerCase(),
  );

/** Numbers behind what is taken, from 1. */
function numbered(
  slugOf: (text: string) => string,
  withNumber = (slug: string, count: number): string => `${slug}-${count}`,
): ReturnType<HeadingIds> {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return {
    of: (text) => {
      const slug = slugOf(text);
      let id = slug;
      let count = next.get(slug) ?? 1;
      for (; id === "" || taken.has(id); count += 1) id = withNumber(slug, count);
      next.set(slug, count);
      taken.add(id);
      return id;
    },
    take: (own) => void taken.add(own),
  };
}

/** A body in which each heading that the tool calls otherwise than we do has its id there behind it. */
export function withHeadingIds(body: string, ids: HeadingIds): string {
  if (!/^[ \t>]*#{1,6}[ \t]|^[ \t>]*(?:=+|-+)[ \t]*$/m.test(body)) return body;
  const { document } = parse(body);
  const ours = headingAnchors(document);
  const others = dialectAnchors(ours);
  const parts: string[] = [];
  let from = 0;
  for (const { heading, id } of toolIds(document, ids)) {
    // A heading at the start is the page's title.
    const isTitle = heading.level === 1 && document.children[0] === heading;
    const isKnown = ours.get(heading) === id || others.get(heading) === id;
    const isEmpty = heading.children.length === 0;
    if (isEmpty || isTitle || isKnown || id.length > LONGEST || /[\s"<>]/.test(id)) continue;
    const end = textEnd(body, heading);
    parts.push(body.slice(from, end), ` ${anchor(id)}`);
    from = end;
  }
  return parts.join("") + body.slice(from);
}

/** Where the text of a heading ends: before the signs that close it, or before the line that underlines it. */
function textEnd(body: string, { start, end }: Heading): number {
  const whole = body.slice(start, end).trimEnd();
  if (!whole.startsWith("#")) return start + whole.slice(0, whole.lastIndexOf("\n")).trimEnd().length;
  let close = whole.length;
  while (whole[close - 1] === "#") close -= 1;
  return start + (/\s/.test(whole[close - 1] ?? "") ? whole.slice(0, close).trimEnd().length : whole.length);
}

function toolIds(document: Document, ids: HeadingIds): { readonly heading: Heading; readonly id: string }[] {
  const headings: Heading[] = [];
  for (const { block } of walkBlocks(document)) if (block.type === "heading") headings.push(block);
  const { of, take } = ids();
  for (const { id } of headings) if (id !== undefined) take(id);
  return headings.flatMap((heading) =>
    heading.id === undefined ? [{ heading, id: of(plainText(heading.children)) }] : [],
  );
}
