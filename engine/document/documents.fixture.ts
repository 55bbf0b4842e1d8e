/** Random documents of the format, with blocks of each kind, in the form in which this program writes them. */
import fc from "fast-check";
import { cards, grid } from "./grids.fixture.ts";
import type { NodeType, OwnNodeType } from "./nodeTypes.ts";
import type { JsonBlock, JsonFragment } from "./shapes.ts";
import { labelled, line, ref, type Words, words, wordsInLine } from "./words.fixture.ts";
import { HOLDS, named, ownBlock, paragraphOf, present, STANDS } from "./writing.ts";

/** A block of some type: that it says what its type says is what the tests are for. */
const holder = (
  type: JsonBlock["type"],
  nodes: readonly (JsonBlock | Words)[],
  data?: object,
  more?: object,
) => ({ ...HOLDS, type, ...(data === undefined ? {} : { data }), nodes, ...more }) as JsonBlock;
const standing = (type: JsonBlock["type"], data: object, fragments?: readonly object[]) =>
  ({
    ...STANDS,
    type,
    data,
    ...(fragments === undefined || fragments.length === 0 ? {} : { fragments }),
  }) as JsonBlock;

const paragraph = words.map(paragraphOf);
const code = fc
  .tuple(
    fc.array(fc.oneof(line, fc.constant("")), { minLength: 1, maxLength: 4 }),
    fc.constantFrom(
      {},
      { syntax: "js" },
      { syntax: "c++", title: 'A "title"', lineNumbers: true },
      { overflow: "wrap", expandable: true },
    ),
  )
  .map(([lines, data]) =>
    holder(
      "code",
      lines.map((said) =>
        holder("code-line", [{ object: "text", leaves: [{ object: "leaf", text: said, marks: [] }] }], {}),
      ),
      data,
    ),
  );

const caption = fc
  .option(wordsInLine, { nil: undefined })
  .map((list): JsonFragment[] => (list === undefined ? [] : [named("caption", [paragraphOf(list)])]));
const flag = fc.constantFrom(true, undefined);
const fileRef = fc.constantFrom(
  { kind: "file", file: "file1" },
  { kind: "url", url: "https://example.com/a b.png?c=1&d" },
);
const size = fc.constantFrom(undefined, 300, { unit: "%", value: 50.5 }, { unit: "px", value: 20 });
/** One of some attributes, or none; any order of words. */
const told = (...values: string[]) => fc.constantFrom(undefined, ...values);
const picture = {
  refDark: fc.option(fileRef, { nil: undefined }),
  width: size,
  height: size,
  alt: told('A "b" <c> & d', "[x] *y*"),
  title: told('A "title"'),
  size: told("original", "line"),
  framed: flag,
  link: told("https://example.com/?a&b", "/pages/page2"),
};
const layout = fc.record({ align: told("left", "center", "right"), fullWidth: flag }).map(present);
const image = fc
  .tuple(fc.record({ ref: fileRef, ...picture }).map(present), caption)
  .map(
    ([data, fragments]) => ({ object: "block", type: "image", isVoid: true, data, fragments }) as JsonBlock,
  );

/** Spaces at the end of a heading are none before the id that is given by hand. */
const endsInWord = (list: readonly Words[]): boolean => {
  const last = list.at(-1);
  return last?.object !== "text" || !/\s$/.test(last.leaves.at(-1)?.text ?? "");
};
const headingOf = (type: JsonBlock["type"], ...data: object[]) =>
  fc
    .tuple(
      wordsInLine.filter(endsInWord),
      fc.constantFrom({}, { id: "by-hand" }, { anchor: "Über" }, ...data),
    )
    .map(([list, said]) => holder(type, list, said));

export type NodeKind = NodeType | `lectern/${OwnNodeType}`;
type Kinds = Readonly<Record<NodeKind, fc.Arbitrary<JsonBlock> | Elsewhere>>;
/** What stands in blocks of another kind alone, or is not made here, and why. */
type Elsewhere = { readonly within: NodeType } | { readonly unmade: string };

type Blocks = fc.Arbitrary<JsonBlock[]>;
type Items = (checked: fc.Arbitrary<boolean | undefined>) => Blocks;

const WITHOUT_BLOCKS = {
  paragraph,
  code,
  divider: fc.constant(standing("divider", {})),
  math: fc.constantFrom("a\\\\b\n+ c", "x $ y", "").map((formula) => standing("math", { formula })),
  "heading-1": headingOf("heading-1", { level: 1 }),
  "heading-2": headingOf("heading-2"),
  "heading-3": headingOf("heading-3", { level: 5 }, { level: 6 }),
  table: fc.oneof(grid, cards),
  embed: caption.map((said) => standing("embed", { url: "https://example.com/x?a&b" }, said)),
  "content-ref": fc.tuple(ref, caption).map(([to, said]) => standing("content-ref", { ref: to }, said)),
  file: fc
    .tuple(fc.constantFrom("file1", "https://example.com/a b.pdf"), caption)
    .map(([file, said]) => standing("file", { ref: { kind: "file", file } }, said)),
  images: fc
    .tuple(fc.array(image, { minLength: 1, maxLength: 3 }), layout)
    .map(([list, data]) => holder("images", list, data)),
  drawing: fc
    .tuple(fc.record(picture).map(present), layout, caption)
    .map(([data, look, said]) =>
      standing("drawing", { ref: { kind: "file", file: "file1" }, ...data, ...look }, said),
    ),
  "reusable-content": fc
    .constantFrom(
      { kind: "reusable-content", reusableContent: "r1" },
      { kind: "reusable-content", reusableContent: "r1", space: "a-space-with-a-long-id" },
    )
    .map((to) => standing("reusable-content", { ref: to })),
  "lectern/include": fc
    .constantFrom(".gitbook/includes/a (b).md", "https://example.com/")
    .map((path) => ownBlock("include", { path })),
  "lectern/html": fc
    .constantFrom('<div class="x">\n<p>raw *x*</p>\n</div>', "<!-- a\nb -->", "<center>\nx\n</center>")
    .map((html) => ownBlock("html", { html })),
  "lectern/definition": fc
    .tuple(fc.constantFrom("R?", "A B?"), fc.constantFrom({}, { title: 'A "title" \\' }))
    .map(([label, more]) => ownBlock("definition", { label, url: "https://example.com/(a b)", ...more })),
  // One that nothing refers to, which is told once the rest is.
  "lectern/footnote": { unmade: "`documents` has them at the end alone" },
} satisfies Partial<Kinds>;

const holders = (blocks: Blocks) =>
  ({
    blockquote: blocks.map((list) => holder("blockquote", list)),
    hint: fc
      .tuple(blocks, fc.constantFrom({ style: "danger" }, { style: "info", icon: "bolt" }))
      .map(([list, data]) => holder("hint", list, data)),
    if: blocks.map((list) => holder("if", list, { expression: "a == 'b'" })),
    tabs: fc.array(blocks, { minLength: 1, maxLength: 2 }).map((tabs) =>
      holder(
        "tabs",
        tabs.map((list) => holder("tabs-item", list, { title: 'T "1"', icon: "x" })),
      ),
    ),
    "tabs-item": { within: "tabs" },
    stepper: fc.array(blocks, { minLength: 1, maxLength: 2 }).map((steps) =>
      holder(
        "stepper",
        steps.map((list) => holder("stepper-step", list, {})),
      ),
    ),
    "stepper-step": { within: "stepper" },
    columns: fc.array(fc.tuple(blocks, size), { minLength: 1, maxLength: 2 }).map((list) =>
      holder(
        "columns",
        list.map(([one, width]) => holder("column", one, present({ width }))),
        {},
      ),
    ),
    column: { within: "columns" },
    expandable: fc
      .tuple(wordsInLine, blocks, fc.constantFrom({}, { defaultExpanded: true }))
      .map(([title, list, data]) =>
        standing("expandable", data, [
          named("expandable-title", [paragraphOf(title)]),
          named("expandable-body", list),
        ]),
      ),
  }) satisfies Partial<Kinds>;

const loose = fc.constantFrom({}, { meta: { loose: true } });
const lists = (items: Items) =>
  ({
    "list-unordered": fc
      .tuple(items(fc.constantFrom(undefined, undefined, true)), loose)
      .filter(([list]) => list.some((item) => (item as JsonBlock<"list-item">).data?.checked === undefined))
      .map(([list, more]) => holder("list-unordered", list, {}, more)),
    "list-ordered": fc
      .tuple(items(fc.constantFrom(undefined, undefined, false)), loose, fc.constantFrom({}, { start: 3 }))
      .map(([list, more, data]) => holder("list-ordered", list, data, more)),
    "list-tasks": fc
      .tuple(items(fc.boolean()), loose)
      .map(([list, more]) => holder("list-tasks", list, {}, more)),
  }) satisfies Partial<Kinds>;

const tellers = (blocks: Blocks) =>
  ({
    updates: fc
      .tuple(
        fc.array(
          fc.tuple(
            blocks,
            fc.subarray(["new", "api"]),
            fc.constantFrom({ day: "2026-02-28" }, { said: 'last "May"' }),
          ),
          { minLength: 1, maxLength: 2 },
        ),
        fc.constantFrom<[string, object]>(
          ["numeric", {}],
          ["short", {}],
          ["full", { unsaid: ["format"] }],
          ["full", { said: "long" }],
        ),
      )
      .map(([list, [format, more]]) =>
        holder(
          "updates",
          list.map(([one, tags, when]) => {
            const date = `${"day" in when ? when.day : "1970-01-01"}T00:00:00.000Z`;
            const data = { date, tags: tags.map((tag) => ({ kind: "tag", tag })) };
            return holder("update", one, data, "said" in when ? { said: when.said } : {});
          }),
          { format },
          more,
        ),
      ),
    update: { within: "updates" },
    prompt: fc
      .tuple(
        blocks,
        fc.constantFrom<[object, object]>(
          [{ description: 'Do "it" %}' }, {}],
          [{ description: "" }, { unsaid: ["description"] }],
          [{ description: "A", icon: "bolt", openInAIProviders: false, defaultExpanded: "hidden" }, {}],
          [{ description: "A", openInAIProviders: true, defaultExpanded: "full" }, { said: "one two" }],
        ),
      )
      .map(([list, [data, more]]) => holder("prompt", list, data, more)),
  }) satisfies Partial<Kinds>;

const ofOthers = (blocks: Blocks, body: fc.Arbitrary<JsonFragment[]>) =>
  ({
    swagger: body.map((inside) => {
      const to = { kind: "url", url: "https://example.com/a.yaml?b&c" };
      return standing("swagger", { path: "/pets/{id}", method: "get", ref: to }, inside);
    }),
    "openapi-operation": fc
      .tuple(body, fc.constantFrom({}, { src: "https://example.com/a.yaml" }))
      .map(([inside, more]) => {
        const to = { kind: "openapi", spec: "pets" };
        return standing(
          "openapi-operation",
          { path: "/pets/{id}", method: "post", ref: to, ...more },
          inside,
        );
      }),
    "openapi-schemas": fc.tuple(body, fc.boolean()).map(([inside, grouped]) => {
      const to = { kind: "openapi", spec: "pets" };
      return standing("openapi-schemas", { schemas: ["Pet", "A b"], grouped, ref: to }, inside);
    }),
    "openapi-webhook": body.map((inside) => {
      const to = { kind: "openapi", spec: "pets" };
      return standing("openapi-webhook", { name: "new pet", method: "post", ref: to }, inside);
    }),
    integration: fc
      .tuple(body, fc.constantFrom({}, { kind: 'ze"bra %}', "data:x": "1\\" }), fc.constantFrom("animal", ""))
      .map(([inside, props, block]) => standing("integration", { integration: "zoo", block, props }, inside)),
    "lectern/openapi-schemas": fc.tuple(blocks, fc.boolean()).map(([inside, grouped]) => {
      const props = { src: "https://example.com/a.yaml", schemas: ["Pet"], grouped };
      return ownBlock("openapi-schemas", props, inside);
    }),
  }) satisfies Partial<Kinds>;

/** One row a kind, given what bodies of blocks and items are: a new kind has to have one, or this doesn't compile. */
const kindsOf = (blocks: Blocks, items: Items): Kinds => ({
  ...WITHOUT_BLOCKS,
  ...holders(blocks),
  ...lists(items),
  ...tellers(blocks),
  ...ofOthers(
    blocks,
    fc.oneof(
      fc.constant<JsonFragment[]>([]),
      blocks.map((list): JsonFragment[] => [named("body", list)]),
    ),
  ),
});

const isMade = (kind: fc.Arbitrary<JsonBlock> | Elsewhere): kind is fc.Arbitrary<JsonBlock> =>
  !("within" in kind) && !("unmade" in kind);

/** Blocks with blocks in them, to a depth. */
const { block } = fc.letrec<{ block: JsonBlock }>((tie) => {
  const blocks = fc.array(tie("block"), { minLength: 1, maxLength: 3 });
  const rest = fc.array(tie("block"), { maxLength: 1 });
  const items = (checked: fc.Arbitrary<boolean | undefined>) =>
    fc.array(
      fc
        .tuple(paragraph, rest, checked)
        .map(([first, others, isDone]) =>
          holder("list-item", [first, ...others], present({ checked: isDone })),
        ),
      { minLength: 1, maxLength: 3 },
    );
  const made = Object.values(kindsOf(blocks, items)).filter(isMade);
  return { block: fc.oneof({ maxDepth: 2, depthSize: "small", withCrossShrink: true }, ...made) };
});

const note = paragraph.map((one) => ownBlock("footnote", { label: "n?" }, [one]));
export const documents = fc
  .tuple(fc.array(block, { maxLength: 4 }), fc.array(note, { maxLength: 1 }))
  .map(([list, notes]) => ({ object: "document", data: {}, nodes: labelled([...list, ...notes]) }));

/** The kinds that random documents are to have. */
export const MADE: readonly NodeKind[] = Object.entries(
  kindsOf(fc.constant([]), () => fc.constant([])),
).flatMap(([kind, row]) => ("unmade" in row ? [] : [kind as NodeKind]));
