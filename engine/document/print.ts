/** Blocks as Markdown of the dialect. The escaping, indenting and joining are those of the library for Markdown trees. */
import { type Handle, type Join, type Options, toMarkdown } from "mdast-util-to-markdown";
import type { Inline } from "../markdown/document.ts";
import { parse } from "../markdown/parse.ts";
import { sameInlines } from "./cells.ts";
import { htmlOf } from "./htmlInlines.ts";
import { type Phrase, phrasesOf } from "./phrases.ts";

/** A block to be printed. What the library knows has its names; `tagged` is lines around blocks, `raw` lines as they are. */
export type Flow =
  | { readonly type: "paragraph" | "heading"; readonly depth?: number; readonly children: readonly Phrase[] }
  | {
      readonly type: "list";
      readonly ordered: boolean;
      readonly start: number;
      readonly spread: boolean;
      readonly children: readonly Flow[];
    }
  | { readonly type: "listItem"; readonly spread: boolean; readonly children: readonly Flow[] }
  | { readonly type: "blockquote"; readonly children: readonly Flow[] }
  | { readonly type: "thematicBreak" }
  | {
      readonly type: "tagged";
      readonly open: string;
      readonly close: string;
      readonly children: readonly Flow[];
    }
  | { readonly type: "note"; readonly label: string; readonly children: readonly Flow[] }
  /** `tag`: the name of the tag that it is, which needs no end. */
  | { readonly type: "raw"; readonly value: string; readonly tag?: string };

/** Markdown of blocks, without a line end after the last. */
export function printBlocks(children: readonly Flow[]): string {
  return toMarkdown({ type: "root", children } as never, OPTIONS).replace(/\n$/, "");
}

/** Paragraph of inlines: in Markdown where that reads back as it was, else with tags of HTML. */
export function paragraphFlow(inlines: readonly Inline[]): Flow {
  const flow: Flow = { type: "paragraph", children: phrasesOf(inlines) };
  if (inlines.every((node) => node.type === "text") || isFaithful(printBlocks([flow]), inlines)) return flow;
  const lines = htmlOf(inlines, "\n").split("\n").map(unlisted);
  return { type: "paragraph", children: [{ type: "html", value: lines.join("\n") }] };
}

/** A line that begins no list, heading or rule. */
const unlisted = (line: string): string =>
  line.replace(/^(\d*)([.)#+=-])/, (_, digits: string, mark: string) => `${digits}&#${mark.charCodeAt(0)};`);

/** The phrases of a heading: in Markdown where that reads back as it was, else with tags of HTML. */
export function headingPhrases(inlines: readonly Inline[]): readonly Phrase[] {
  const phrases = phrasesOf(inlines, true);
  if (inlines.every((node) => node.type === "text")) return phrases;
  if (isFaithful(printBlocks([{ type: "paragraph", children: phrases }]), inlines)) return phrases;
  return [{ type: "html", value: htmlOf(inlines).replace(/#$/, "&#35;") }];
}

/** Inlines in one line, as cells of pipe tables and headings have them. */
export function printLine(inlines: readonly Inline[]): string {
  const phrases = phrasesOf(inlines, true);
  const printed = printBlocks([{ type: "paragraph", children: phrases }]);
  return isFaithful(printed, inlines) && !printed.includes("\n") ? printed : htmlOf(inlines);
}

function isFaithful(markdown: string, inlines: readonly Inline[]): boolean {
  const notes = labelsOf(inlines).map((label) => `\n\n[^${label}]: x`);
  const [first, second] = parse(markdown + notes.join("")).document.children;
  if (first?.type !== "paragraph" || (second !== undefined && second.type !== "footnote")) return false;
  // A letter as an entity says the same, but nobody would write it so.
  return !/&#x(?!20;|9;|A;)/.test(markdown) && sameInlines(first.children, inlines);
}

function labelsOf(inlines: readonly Inline[]): string[] {
  return inlines.flatMap((node) => [
    ...("label" in node ? [node.label] : []),
    ...("children" in node ? labelsOf(node.children) : []),
  ]);
}

const tagged: Handle = (node, _, state, info) => {
  const { open, close } = node as Extract<Flow, { type: "tagged" }>;
  const exit = state.enter("tagged" as never);
  const { bulletLastUsed } = state;
  state.bulletLastUsed = undefined;
  const inside = state.containerFlow(node, state.createTracker(info).current());
  state.bulletLastUsed = bulletLastUsed;
  exit();
  return inside === "" ? `${open}\n${close}` : `${open}\n${inside}\n${close}`;
};

const note: Handle = (node, _, state, info) => {
  const exit = state.enter("footnoteDefinition" as never);
  const tracker = state.createTracker(info);
  const inside = state.containerFlow(node, tracker.current());
  exit();
  return `[^${(node as { label: string }).label}]: ${inside.replace(/\n(?=[^\n])/g, "\n    ")}`;
};

const raw: Handle = (node: { value: string }) => node.value;

/** Text: what begins a tag of either kind is an entity, as those are looked for before backslashes are. */
const WRITTEN_PAIRS: Readonly<Record<string, string>> = { "\\<": "&lt;", "\\{": "&#123;" };

const text: Handle = (node: { value: string }, _, state, info) =>
  state
    .safe(node.value, info)
    // An escaped colon that begins an emoji is an entity as well.
    .replace(/(\\:(?=[\w+-]+:))|\\[^]/g, (pair, emoji?: string) =>
      emoji !== undefined
        ? "&#58;"
        : (WRITTEN_PAIRS[pair] ?? (/[\d\s]/.test(pair) && pair !== "\\\n" ? `\\${pair}` : pair)),
    )
    .replace(info.after === ":" ? /(?<!\d):(?=[\w+-]+:|[\w+-]*$)/g : /(?<!\d):(?=[\w+-]+:)/g, "&#58;")
    // A colon after a digit begins no emoji: 10:30:45.
    .replace(/\d$/, (digit) => (info.after === ":" ? `&#${digit.charCodeAt(0)};` : digit))
    .replace(/^[^\S \n]+|(?<![^\S \n])[^\S \n]+$/g, (spaces) =>
      [...spaces].map((one) => `&#${one.codePointAt(0)};`).join(""),
    );

const phrase: Handle & { peek?: Handle } = (node: { value: string }) => node.value;
phrase.peek = (node: { value: string }) => node.value.slice(0, 1);

/** Where an address or a title is written, nothing of the dialect is looked for. */
const ELSEWHERE = [
  "autolink",
  "destinationLiteral",
  "destinationRaw",
  "reference",
  "titleQuote",
  "titleApostrophe",
];

const inText = (character: string, around: { readonly before?: string; readonly after?: string }) => ({
  character,
  ...around,
  inConstruct: "phrasing",
  notInConstruct: ELSEWHERE,
});

const rawOf = (node: unknown): string => {
  const { type, value = "" } = node as { readonly type: string; readonly value?: string };
  return type === "raw" ? value : "";
};

/**
 * HTML goes on until a blank line and a table of pipes takes lines in, in lists without blank lines, too; a definition is
 * none behind text.
 */
const apart: Join = (left, right) =>
  /^[<|]/.test(rawOf(left)) || rawOf(right).startsWith("[") ? 1 : undefined;

const OPTIONS: Options = {
  bullet: "-",
  emphasis: "*",
  listItemIndent: "one",
  rule: "-",
  handlers: { tagged, note, raw, text, phrase } as never,
  join: [apart],
  unsafe: [
    inText("{", { after: "%" }),
    inText("$", { after: "\\$" }),
    inText("$", { before: "\\$" }),
    inText("~", { after: "~" }),
    inText("~", { before: "~" }),
    inText(":", { after: "//" }),
    inText("@", { before: "[A-Za-z0-9.+-]", after: "[A-Za-z0-9-]" }),
    inText("\t", {}),
    { character: "|", atBreak: true },
    { character: "-", atBreak: true, after: "[ \t]*[|:]" },
    { character: ":", atBreak: true, after: "-" },
  ] as never,
};
