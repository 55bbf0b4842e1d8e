/** Random documents of the format, in the form in which this program writes them. */
import fc from "fast-check";
import type { DocumentRef, JsonBlock, JsonInline, JsonLeaf, JsonMark, JsonText } from "./shapes.ts";
import { HOLDS, named, paragraphOf, STANDS } from "./writing.ts";

type Words = JsonText | JsonInline;
/** A block of some type: that it says what its type says is what the tests are for. */
const holder = (type: JsonBlock["type"], nodes: readonly (JsonBlock | Words)[], data?: object) =>
  ({ ...HOLDS, type, ...(data === undefined ? {} : { data }), nodes }) as JsonBlock;
const loose = (list: JsonBlock) => ({ ...list, meta: { loose: true } }) as JsonBlock;
const standing = (type: JsonBlock["type"], data: object, fragments?: readonly object[]) =>
  ({ ...STANDS, type, data, ...(fragments === undefined ? {} : { fragments }) }) as JsonBlock;

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
  "# ",
  "> ",
  "| a |",
  "[^1]",
  "$$x$$",
  "&amp;",
  "<b>",
  "```",
  "---",
];

/** A line of text, markup of all kinds in it. */
const line: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 }).map((parts) => parts.join("")),
  fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
    .map((text) => text.replace(/[\0\r\n\p{Cs}]/gu, "x")),
);

const mark = fc.constantFrom<JsonMark>(
  { object: "mark", type: "bold" },
  { object: "mark", type: "italic" },
  { object: "mark", type: "strikethrough" },
  { object: "mark", type: "keyboard" },
  { object: "mark", type: "superscript" },
  { object: "mark", type: "subscript" },
  { object: "mark", type: "color", data: { text: "red", background: "default" } },
);
const marks = fc.uniqueArray(mark, { maxLength: 3, selector: ({ type }) => type });

const leaf = fc.record({
  object: fc.constant("leaf" as const),
  text: fc.oneof({ weight: 8, arbitrary: line }, { weight: 1, arbitrary: fc.constant("\n") }),
  marks,
});

/** Text in which no two leaves side by side have the same marks. */
const text = fc.array(leaf, { minLength: 1, maxLength: 4 }).map((leaves): JsonText => {
  const joined: JsonLeaf[] = [];
  for (const one of leaves) {
    const last = joined.at(-1);
    if (last !== undefined && JSON.stringify(last.marks) === JSON.stringify(one.marks)) {
      joined[joined.length - 1] = { ...last, text: last.text + one.text };
    } else joined.push(one);
  }
  return { object: "text", leaves: joined };
});

const url = fc.constantFrom<DocumentRef>(
  { kind: "url", url: "https://example.com/a?b=c&d#e" },
  { kind: "url", url: "missing (one).md" },
  { kind: "page", page: "page2" },
  { kind: "anchor", anchor: "there", page: "page2" },
  { kind: "anchor", anchor: "here" },
  { kind: "file", file: "file1" },
  { kind: "space", space: "a-space-with-a-long-id" },
  { kind: "page", page: "page2", space: "a-space-with-a-long-id" },
);
const inline = fc.oneof(
  fc.record({ ref: url }).chain((data) =>
    text.map((node): JsonInline => ({
      object: "inline",
      type: "link",
      isVoid: false,
      data,
      nodes: [node],
    })),
  ),
  fc.constantFrom<JsonInline>(
    { object: "inline", type: "emoji", isVoid: true, data: { code: "1f680", name: "rocket" } },
    { object: "inline", type: "icon", isVoid: true, data: { icon: "bolt" } },
    { object: "inline", type: "inline-math", isVoid: true, data: { formula: "a^2 | b" } },
    { object: "inline", type: "expression", isVoid: true, data: { expression: "space.vars.x" } },
    {
      object: "inline",
      type: "inline-image",
      isVoid: true,
      data: { ref: { kind: "file", file: "f" }, caption: "A" },
    },
  ),
);
/** Text and inlines by turns. */
const nodes = fc
  .array(fc.tuple(text, inline), { maxLength: 2 })
  .chain((pairs) =>
    fc
      .option(text, { nil: undefined })
      .map((last) => [...pairs.flat(), ...(last === undefined ? [] : [last])]),
  );

const saysSomething = (list: readonly Words[]): boolean =>
  list.some((node) => node.object !== "text" || node.leaves.some((one) => one.text.trim() !== ""));
const paragraph = nodes.filter(saysSomething).map(paragraphOf);
const code = fc
  .tuple(
    fc.array(fc.oneof(line, fc.constant("")), { minLength: 1, maxLength: 4 }),
    fc.constantFrom({}, { syntax: "js" }, { syntax: "c++", title: 'A "title"', lineNumbers: true }),
  )
  .map(([lines, data]) =>
    holder(
      "code",
      lines.map((words) =>
        holder("code-line", [{ object: "text", leaves: [{ object: "leaf", text: words, marks: [] }] }], {}),
      ),
      data,
    ),
  );

const oneLine = fc.record({ object: fc.constant("leaf" as const), text: line, marks: fc.constant([]) });
const title = oneLine.map((one) => paragraphOf([{ object: "text", leaves: [one] }]));

/** Blocks with blocks in them, to a depth. */
export const { block } = fc.letrec<{ block: JsonBlock; item: JsonBlock }>((tie) => {
  const blocks = fc.array(tie("block"), { minLength: 1, maxLength: 3 });
  return {
    item: fc
      .tuple(paragraph, fc.array(tie("block"), { maxLength: 1 }))
      .map(([first, rest]) => holder("list-item", [first, ...rest], {})),
    block: fc.oneof(
      { maxDepth: 2, depthSize: "small", withCrossShrink: true },
      paragraph,
      code,
      fc.constant(standing("divider", {})),
      fc.constant(standing("math", { formula: "a\\\\b\n+ c" })),
      title.map((one) => holder("heading-2", one.nodes, {})),
      blocks.map((list) => holder("blockquote", list)),
      blocks.map((list) => holder("hint", list, { style: "danger" })),
      blocks.map((list) => holder("if", list, { expression: "a == 'b'" })),
      fc
        .array(tie("item"), { minLength: 1, maxLength: 3 })
        .map((items) => loose(holder("list-unordered", items, {}))),
      fc
        .array(tie("item"), { minLength: 1, maxLength: 3 })
        .map((items) => loose(holder("list-ordered", items, { start: 3 }))),
      fc.array(blocks, { minLength: 1, maxLength: 2 }).map((tabs) =>
        holder(
          "tabs",
          tabs.map((list) => holder("tabs-item", list, { title: 'T "1"', icon: "x" })),
        ),
      ),
      fc.array(blocks, { minLength: 1, maxLength: 2 }).map((steps) =>
        holder(
          "stepper",
          steps.map((list) => holder("stepper-step", list, {})),
        ),
      ),
      fc.array(blocks, { minLength: 1, maxLength: 2 }).map((list) =>
        holder(
          "columns",
          list.map((one) => holder("column", one, { width: { unit: "%", value: 50 } })),
          {},
        ),
      ),
      fc
        .tuple(title, blocks)
        .map(([one, list]) =>
          standing("expandable", {}, [named("expandable-title", [one]), named("expandable-body", list)]),
        ),
      title.map((one) => standing("embed", { url: "https://example.com/x" }, [named("caption", [one])])),
      url.map((ref) => standing("content-ref", { ref })),
    ),
  };
});

export const documents = fc
  .array(block, { maxLength: 4 })
  .map((list) => ({ object: "document", data: {}, nodes: list }));
