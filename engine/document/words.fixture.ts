/** Random text and inlines of the format, one row a kind, in the form in which this program writes them. */
import fc from "fast-check";
import type {
  DocumentRef,
  InlineType,
  JsonBlock,
  JsonInline,
  JsonLeaf,
  JsonMark,
  JsonText,
} from "./shapes.ts";
import { named, paragraphOf } from "./writing.ts";

export type Words = JsonText | JsonInline;

const pieces = [
  ..."*_`[]<>&$~|:{}%#+-=\\!@()\"'.1aé🎉 \t\u00a0",
  "word",
  "two words",
  "{% endhint %}",
  "</details>",
  ":rocket:",
  "https://example.com",
  "me@example.com",
  "1. ",
  "- ",
  "[ ] ",
  "# ",
  "> ",
  "| a |",
  "[^1]",
  "[^1]: ",
  "$$x$$",
  "&amp;",
  "<b>",
  "```",
  "---",
];

/** A line of text, markup of all kinds in it. */
export const line: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 }).map((parts) => parts.join("")),
  fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
    .map((text) => text.replace(/[\0\r\n\p{Cs}]/gu, "x")),
);

/** Those that a leaf may have in any order; undefined: written as another field or kind of leaf. */
const MARKS: Readonly<Record<JsonMark["type"], fc.Arbitrary<JsonMark> | undefined>> = {
  bold: fc.constant({ object: "mark", type: "bold" }),
  italic: fc.constant({ object: "mark", type: "italic" }),
  strikethrough: fc.constant({ object: "mark", type: "strikethrough" }),
  keyboard: fc.constant({ object: "mark", type: "keyboard" }),
  superscript: fc.constant({ object: "mark", type: "superscript" }),
  subscript: fc.constant({ object: "mark", type: "subscript" }),
  color: fc.constantFrom<JsonMark>(
    { object: "mark", type: "color", data: { text: "red", background: "default" } },
    { object: "mark", type: "color", data: { text: "$primary", background: "yellow" } },
    {
      object: "mark",
      type: "color",
      data: { text: "default", background: "default", css: { color: "#123456" } },
    },
  ),
  underline: undefined,
  code: undefined,
};
const mark = fc.oneof(...Object.values(MARKS).filter((one) => one !== undefined));
const marks = fc.uniqueArray(mark, { maxLength: 3, selector: ({ type }) => type });

const word = fc.record({ object: fc.constant("leaf" as const), text: line, marks });
const under = word.map((one): JsonLeaf => ({ ...one, underline: true }));
const code = fc
  .tuple(
    line.map((text) => text.replaceAll(/\s+/g, " ").trim()).filter((text) => text !== ""),
    marks,
  )
  .map(([text, around]): JsonLeaf => ({
    object: "leaf",
    text,
    marks: [...around, { object: "mark", type: "code" }],
  }));
const raw = fc
  .tuple(fc.constantFrom("<wbr>", '<span class="x">', "</span>"), marks)
  .map(([html, around]): JsonLeaf => ({ object: "leaf", text: "", marks: around, html }));
const lineEnd = marks.map((around): JsonLeaf => ({ object: "leaf", text: "\n", marks: around }));

const isPlain = ({ html, soft }: JsonLeaf): boolean => html === undefined && soft === undefined;
const styleOf = ({ marks: around, underline }: JsonLeaf): string => JSON.stringify([around, underline]);

/** Text in which no two leaves side by side have the same marks. */
const textOf = (leaf: fc.Arbitrary<JsonLeaf>) =>
  fc.array(leaf, { minLength: 1, maxLength: 4 }).map((leaves): JsonText => {
    const joined: JsonLeaf[] = [];
    for (const one of leaves) {
      const last = joined.at(-1);
      if (last !== undefined && isPlain(last) && isPlain(one) && styleOf(last) === styleOf(one))
        joined[joined.length - 1] = { ...last, text: last.text + one.text };
      else joined.push(one);
    }
    return { object: "text", leaves: joined };
  });

const leaf = fc.oneof(
  { weight: 12, arbitrary: word },
  { weight: 2, arbitrary: under },
  { weight: 2, arbitrary: code },
  { weight: 1, arbitrary: raw },
);
const text = textOf(fc.oneof({ weight: 16, arbitrary: leaf }, { weight: 1, arbitrary: lineEnd }));
const textInLine = textOf(leaf);

/** A reference of each kind that a link has. */
export const ref = fc.constantFrom<DocumentRef>(
  { kind: "url", url: "https://example.com/a?b=c&d#e" },
  { kind: "url", url: "missing (one).md" },
  { kind: "page", page: "page2" },
  { kind: "anchor", anchor: "there", page: "page2" },
  { kind: "anchor", anchor: "here" },
  { kind: "file", file: "file1" },
  { kind: "space", space: "a-space-with-a-long-id" },
  { kind: "page", page: "page2", space: "a-space-with-a-long-id" },
);

const standing = (node: object) => ({ object: "inline", isVoid: true, ...node }) as JsonInline;

/** Each kind, with text inside where it has some. Labels of annotations are given by `labelled`. */
const inlines = (inside: fc.Arbitrary<JsonText>): Readonly<Record<InlineType, fc.Arbitrary<JsonInline>>> => ({
  link: fc.tuple(ref, inside, fc.constantFrom({}, { title: 'A "title" & more' })).map(([to, node, told]) => ({
    object: "inline",
    type: "link",
    isVoid: false,
    data: { ref: to, ...told },
    nodes: [node],
  })),
  mention: ref.map((to) => standing({ type: "mention", data: { ref: to, text: "There" } })),
  annotation: fc
    .tuple(
      fc.option(inside, { nil: undefined }),
      textInLine.filter((one) => saysSomething([one])),
    )
    .map(([node, note]) => ({
      object: "inline",
      type: "annotation",
      isVoid: false,
      label: "n?",
      nodes: node === undefined ? [] : [node],
      fragments: [named("annotation-body", [paragraphOf([note])])],
    })),
  "inline-math": fc.constant(standing({ type: "inline-math", data: { formula: "a^2 | b" } })),
  expression: fc.constant(standing({ type: "expression", data: { expression: "space.vars.x" } })),
  emoji: fc.constant(standing({ type: "emoji", data: { code: "1f680", name: "rocket" } })),
  icon: fc.constant(standing({ type: "icon", data: { icon: "bolt" } })),
  "inline-image": fc
    .constantFrom(
      { ref: { kind: "file", file: "f" }, caption: "A" },
      { ref: { kind: "url", url: "https://example.com/a b.png" }, caption: 'A "b" | c', title: "T" },
      {
        ref: { kind: "file", file: "f" },
        refDark: { kind: "file", file: "g" },
        size: "line",
        width: "20",
        height: "10",
      },
    )
    .map((data) => standing({ type: "inline-image", data })),
  button: fc
    .constantFrom(
      { label: "Go", kind: "primary", ref: { kind: "page", page: "page2" } },
      {
        label: 'Go *on* | "x"',
        kind: "secondary",
        ref: { kind: "url", url: "https://example.com/" },
        icon: "bolt",
      },
      { label: "Ask", kind: "primary", action: { action: "ask", query: 'What "is" <it>' } },
    )
    .map((data) => standing({ type: "button", data })),
});

/** Text and inlines by turns. */
const nodesOf = (inside: fc.Arbitrary<JsonText>) =>
  fc
    .array(fc.tuple(inside, fc.oneof(...Object.values(inlines(inside)))), { maxLength: 2 })
    .chain((pairs) =>
      fc
        .option(inside, { nil: undefined })
        .map((last): Words[] => [...pairs.flat(), ...(last === undefined ? [] : [last])]),
    )
    .filter((list) => saysSomething(list));

function saysSomething(list: readonly Words[]): boolean {
  return list.some((node) => node.object !== "text" || node.leaves.some((one) => one.text.trim() !== ""));
}

/** What a paragraph holds. */
export const words = nodesOf(text);
/** What a heading, a caption or a cell holds. */
export const wordsInLine = nodesOf(textInLine);
/** The same blocks with a number for each "?" at the end of a label: what has a label that was there says nothing. */
export function labelled(nodes: readonly JsonBlock[]): JsonBlock[] {
  let count = 0;
  return JSON.parse(JSON.stringify(nodes), (key, value: unknown) =>
    key === "label" && typeof value === "string" && value.endsWith("?")
      ? value.slice(0, -1) + String(++count)
      : value,
  );
}
