/** What is pasted, as blocks of the dialect. */
import { Fragment, Node, Slice } from "prosemirror-model";
import { Plugin } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { asNew } from "./commands.ts";
import { read } from "./load.ts";
import { schema } from "./schema.ts";
import { tidyParser } from "./tidy.ts";
import { say } from "./view/files.ts";
import { WORDS } from "./words.ts";

const { nodes } = schema;

/** Longer texts are refused, in UTF-16 code units: they are for an import. */
const maxPasted = 1_000_000;
/** Programs write several times as much around their words. */
const MOST_HTML = 5 * maxPasted;

/** Without what no text can have: the API refuses it. */
const sound = (text: string): string => text.replaceAll("\0", "").toWellFormed();

/** A text as Markdown says it: one paragraph is words among words. */
export function sliceOfText(text: string): Slice {
  const doc = read(sound(text));
  const content = asNew(doc).content;
  const isLine = content.childCount === 1 && content.firstChild!.type === nodes.paragraph;
  return isLine ? new Slice(content, 1, 1) : new Slice(content, 0, 0);
}

/** A text as the words that it is: a paragraph for each part between blank lines, a line for each of its lines. */
function sliceOfWords(text: string): Slice {
  const parts = sound(text)
    .replaceAll(/\r\n?/g, "\n")
    .split(/\n(?:[ \t]*\n)+/);
  const paragraphs = parts.map((part) =>
    nodes.paragraph.create(
      null,
      part
        .split("\n")
        .flatMap((line, at) => [
          ...(at === 0 ? [] : [nodes.break.create()]),
          ...(line === "" ? [] : [schema.text(line)]),
        ]),
    ),
  );
  return new Slice(Fragment.fromArray(paragraphs), 1, 1);
}

/** Pasted blocks as new ones; tables with as many columns as they have cells. */
const whole = (slice: Slice): Slice =>
  new Slice(
    Fragment.fromArray(slice.content.content.map((node) => mended(asNew(node)))),
    slice.openStart,
    slice.openEnd,
  );

function mended(node: Node): Node {
  if (node.isText || node.isLeaf || node.isTextblock) return node;
  const inside = node.children.map(mended);
  if (node.type !== nodes.table) return node.type.create(node.attrs, inside, node.marks);
  const width = Math.max(...inside.map(({ childCount }) => childCount));
  const rows = inside.map((row, index) =>
    nodes.row.create(
      null,
      Array.from({ length: width }, (_, at) =>
        nodes.cell.create({ header: index === 0 }, row.maybeChild(at)?.content ?? Fragment.empty),
      ),
    ),
  );
  return nodes.table.create({ columns: rows[0]!.children.map(() => ({})) }, rows);
}

/**
 * A text without what stands between what opens it and what closes it. It is gone through once: what isn't closed here
 * isn't closed further on either. @param closing what closes it, in small letters, by what opened it
 */
function without(text: string, opening: RegExp, closing: (found: RegExpExecArray) => string): string {
  const small = text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const unclosed = new Set<string>();
  let kept = "";
  let from = 0;
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const close = closing(found);
    const end = unclosed.has(close) ? -1 : small.indexOf(close, opening.lastIndex);
    if (end === -1) {
      unclosed.add(close);
      continue;
    }
    kept += text.slice(from, found.index);
    from = end + close.length;
    opening.lastIndex = from;
  }
  return kept + text.slice(from);
}

/** HTML of the clipboard without what programs put around and between what was copied. */
export function cleanedHtml(html: string): string {
  const said = without(sound(html), /<!--/g, () => "-->");
  const shown = without(said, /<(style|script|title)\b/gi, ([, name = ""]) => `</${name.toLowerCase()}>`);
  return (
    without(shown, /<\/?(?:meta|link|(?:o|w|m|v):[\w-]+)\b/gi, () => ">")
      // The policy of the page refuses styles before anybody could read them.
      .replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/\sstyle\s*=/gi, " data-style="))
  );
}

/** Takes in what is pasted: Markdown as it is meant, HTML as the blocks that it has. */
export const pasting = (): Plugin =>
  new Plugin({
    props: {
      transformPastedHTML: cleanedHtml,
      clipboardParser: tidyParser,
      transformPasted: whole,
      clipboardTextParser: (text, _, isPlain) => (isPlain ? sliceOfWords(text) : sliceOfText(text)),
      // Before anything of it is read.
      handleDOMEvents: {
        paste: (view, event) => refuses(view, event, event.clipboardData),
        drop: (view, event) => refuses(view, event, event.dataTransfer),
      },
      handlePaste: (view, event) => {
        const text = event.clipboardData?.getData("text/plain") ?? "";
        if (pasteLink(view, text)) return true;
        return view.state.selection.$from.parent.type.spec.code === true && pasteVerbatim(view, text);
      },
    },
  });

/** Refuses what is more than a page takes, and says so. */
function refuses(view: EditorView, event: Event, data: DataTransfer | null): boolean {
  if (!isTooLong(data?.getData("text/plain") ?? "", data?.getData("text/html") ?? "")) return false;
  event.preventDefault();
  say(view, WORDS.tooLong);
  return true;
}

/** Whether it is more than a page takes. Pictures that are text don't count: they are left out. */
const isTooLong = (text: string, html: string): boolean =>
  text.length > maxPasted ||
  (html.length > maxPasted && html.replaceAll(/(["'])data:[^"']*\1/g, "").length > MOST_HTML);

/** An address over words makes them a link. */
function pasteLink(view: EditorView, text: string): boolean {
  const { selection, tr } = view.state;
  const { from, to, empty: isCaret, $from, $to } = selection;
  if (isCaret || !$from.sameParent($to) || !/^https?:\/\/\S+$/i.test(text.trim())) return false;
  if (!$from.parent.inlineContent || $from.parent.type.spec.code === true) return false;
  view.dispatch(tr.addMark(from, to, schema.marks.link.create({ url: text.trim() })));
  return true;
}

function pasteVerbatim(view: EditorView, text: string): boolean {
  view.dispatch(view.state.tr.insertText(sound(text).replaceAll(/\r\n?/g, "\n")));
  return true;
}
