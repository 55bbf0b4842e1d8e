import { splitPage, whyUnread } from "../../engine/markdown/frontMatter.ts";
import type { PageMeta } from "../../engine/markdown/pageMeta.ts";
import { metaFrom } from "../../engine/markdown/pageMeta.ts";
import { openPace } from "../turns/pace.ts";
import type { ImportLimits } from "./limits.ts";
import { describeBytes } from "./limits.ts";
import type { OutlineNode, PlacedNode } from "./outline.ts";
import { ImportRefused } from "./refusal.ts";
import type { ReportLines } from "./report.ts";
import { soundValue } from "./sound.ts";
import type { ContentLayout } from "./sourceLayout.ts";
import { readText } from "./sourceLayout.ts";
import type { DecodedText } from "./text.ts";
import { jsonObjectOf } from "./yamlText.ts";

/** A page's file, taken apart. */
export interface PageText {
  readonly title?: string;
  readonly meta: PageMeta;
  readonly body: string;
  /** All that stands before the body in its file: what `print/` writes again where nobody changed it. */
  readonly head?: string;
  /** Whether its front matter and its body were left unread, since they are known. */
  readonly isKept?: true;
}

/** What is known of a page that is not read again. */
export interface KeptPage {
  /** What stands before its body. */
  readonly head: string;
  /** The title that its file says; undefined for one that says none. */
  readonly title: string | undefined;
}

/** What reading the files of pages needs. */
interface PageFiles {
  readonly layout: ContentLayout;
  readonly limits: ImportLimits;
  readonly lines: ReportLines;
  /** Pages that need no reading, by path. */
  readonly kept: ReadonlyMap<string, KeptPage>;
  /** Whether nothing is taken of more text than may be. */
  readonly isWhole: boolean;
  /** Hears how many have been read. */
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Reads the files of the pages placed, one after the other. Gives a text for each node, in order;
 * undefined for a page that can't be read and has no pages below it, which is left out of the tree.
 * @throws ImportRefused
 */
export async function readPageTexts(
  placed: readonly PlacedNode[],
  { layout, limits, lines, kept, isWhole, onProgress }: PageFiles,
): Promise<(PageText | undefined)[]> {
  const texts: (PageText | undefined)[] = [];
  let room = limits.textBytes;
  const pace = openPace();
  for (const { node } of placed) {
    await pace();
    const known = node.path === undefined ? undefined : kept.get(node.path);
    if (known !== undefined) {
      texts.push(keptText(known));
      continue;
    }
    const file = node.path === undefined ? undefined : layout.pages.get(node.path);
    const fits = file === undefined || file.size <= room;
    if (!fits && isWhole)
      throw new ImportRefused(
        "too-large",
        `The pages that are new or changed have more than ${describeBytes(limits.textBytes)} of text together.`,
      );
    if (!fits) lines.skip(file.path, `the text of all pages exceeds ${describeBytes(limits.textBytes)}`);
    const text = file === undefined || !fits ? undefined : await readText(file, limits.pageBytes, lines);
    if (text !== undefined && file !== undefined) {
      room -= file.size;
      const refused = whyUnread(text.text);
      if (refused === undefined) texts.push(takeApart(file.path, text, lines));
      else texts.push(heldBack(file.path, node, refused, lines));
    } else if (file === undefined || node.children.length > 0) texts.push(withoutFile(node));
    else texts.push(undefined);
    onProgress(texts.length, placed.length);
  }
  return texts;
}

/**
 * What stands in the place of a page whose front matter can't be read: nothing, so that nobody sees its text without
 * its condition; and above other pages what hides them, since that condition decides of them, too.
 */
function heldBack(
  path: string,
  node: OutlineNode,
  refused: string,
  lines: ReportLines,
): PageText | undefined {
  if (node.children.length === 0) {
    lines.skip(path, refused);
    return undefined;
  }
  lines.skip(path, `${refused} Until it is imported again, its page hides itself and the pages below.`);
  const text = withoutFile(node);
  return { ...text, meta: { ...text.meta, condition: "false" } };
}

/** A page's file whose front matter may be read, taken apart; what is wrong in it is reported. */
export function takeApart(path: string, { text, mark }: DecodedText, lines: ReportLines): PageText {
  const { meta, body, problems } = splitPage(text);
  const head = mark === undefined ? {} : { head: mark + text.slice(0, text.length - body.length) };
  for (const problem of problems) lines.problem(path, problem.message);
  const { title, ...rest } = soundValue(meta);
  return { ...(title === undefined || title === "" ? {} : { title }), meta: rest, body, ...head };
}

function keptText({ head, title }: KeptPage): PageText {
  return { ...(title === undefined ? {} : { title }), meta: {}, body: "", head, isKept: true };
}

/** What stands in the place of a file: the fields of the table of contents, which are those of front matter. */
export function withoutFile(node: OutlineNode): PageText {
  const fields = [...(node.fields ?? [])].filter(
    ([name]) => !["slug", "title", "linkTitle", "type", "target"].includes(name),
  );
  if (fields.length === 0) return { meta: {}, body: "" };
  const { title: _, ...meta } = metaFrom(jsonObjectOf(new Map(fields)));
  return { meta, body: "" };
}
