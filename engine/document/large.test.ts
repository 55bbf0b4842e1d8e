/** Documents as large as somebody can send them. */
import { expect, test } from "vitest";
import { fromDocument } from "./fromDocument.ts";
import { MAX_NODES } from "./reader.ts";

// Looked at from each of its signs the rest of a run would take hours.
test.each([" ", "\t", "\u00a0", "*", "`"])("a run of half a million %j is written in one go", (sign) => {
  const marks = [{ object: "mark", type: "bold", data: {} }];
  const leaves = [{ object: "leaf", text: `${sign.repeat(500_000)}x`, marks }];
  const paragraph = { object: "block", type: "paragraph", data: {}, nodes: [{ object: "text", leaves }] };
  const { markdown } = fromDocument({ object: "document", data: {}, nodes: [paragraph] });
  expect(markdown.length).toBeGreaterThan(500_000);
});

test("too many blocks are refused", () => {
  const nodes = Array.from({ length: MAX_NODES + 1 }, () => ({ type: "divider" }));
  expect(fromDocument({ object: "document", nodes }).problems[0]?.path).toBe(`/nodes/${MAX_NODES}`);
});
