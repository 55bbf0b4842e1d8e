import { expect, test } from "vitest";
import { parse } from "../markdown/parse.ts";
import { dereferenced } from "./dereferenced.ts";
import { toDocument } from "./toDocument.ts";

const include = (id: string): string => `{% include "/reusable/${id}" %}`;
const documentOf = (text: string) => toDocument(parse(text).document);
const filled = (text: string, texts: Record<string, string>) =>
  dereferenced(documentOf(text), new Map(Object.entries(texts)));
/** Types of blocks, with what is in them, and the texts of leaves. */
function outline(node: unknown): unknown {
  const { type, nodes = [], fragments = [], leaves } = node as Record<string, unknown[]>;
  if (leaves !== undefined) return leaves.map((leaf) => (leaf as { text: string }).text).join("");
  return [type, ...[...nodes, ...fragments].map(outline)];
}
const shapeOf = (text: string, texts: Record<string, string>) => filled(text, texts).nodes.map(outline);
const P = (text: string) => ["paragraph", text];

test("reusable contents stand in the places that name them, be it in others or within blocks", () => {
  const texts = { a: `First.\n\n${include("b")}`, b: "Second." };
  expect(shapeOf(`Before.\n\n${include("a")}\n\nAfter.`, texts)).toEqual(
    ["Before.", "First.", "Second.", "After."].map(P),
  );
  expect(shapeOf(`{% hint style="info" %}\n${include("b")}\n{% endhint %}`, texts)).toEqual([
    ["hint", P("Second.")],
  ]);
});

test.each([
  ["without a text", include("c"), {}],
  ["of another space", '{% include "/spaces/s1/reusable/c" %}', { c: "Not this one." }],
])("a block %s stays", (_, text, texts) => expect(filled(text, texts)).toEqual(documentOf(text)));

test("what names itself ends there, and what grows without end after a hundred places", () => {
  expect(shapeOf(include("a"), { a: `Once.\n\n${include("a")}` })).toEqual([
    P("Once."),
    ["reusable-content"],
  ]);
  const names = Array.from({ length: 12 }, (_, at) => `r${at}`);
  const texts = Object.fromEntries(
    names.map((_, at) => [`r${at}`, `${include(`r${at + 1}`)}\n\n${include(`r${at + 1}`)}`]),
  );
  const shape = shapeOf(include("r0"), { ...texts, r12: "End." });
  expect(shape.length).toBeLessThan(110);
  expect(shape).toContainEqual(P("End."));
});

test("so does what a million characters stand before", () => {
  const long = "word ".repeat(60_001).trimEnd();
  const shape = shapeOf(Array.from({ length: 5 }, () => include("a")).join("\n\n"), { a: long });
  expect(shape.map((one) => (one as string[])[0])).toEqual([
    ...Array.from({ length: 3 }, () => "paragraph"),
    ...Array.from({ length: 2 }, () => "reusable-content"),
  ]);
});

test("keys are those of the text itself alone", () => {
  const keys = (node: unknown): unknown[] => {
    const { key, nodes = [] } = node as { key?: string; nodes?: unknown[] };
    return [...(key === undefined ? [] : [key]), ...nodes.flatMap(keys)];
  };
  const own = documentOf(`Before.\n\n${include("a")}`);
  const whole = filled(`Before.\n\n${include("a")}`, { a: "# One\n\nTwo." });
  expect(keys(whole)).toEqual(keys(own).slice(0, 1));
});
