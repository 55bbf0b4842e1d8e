import { expect, test } from "vitest";
import { parse } from "../../engine/markdown/parse.ts";
import { linkText, targetsOf } from "../../engine/markdown/textLinks.ts";
import { TEXT_WORK } from "../workers/textWork.ts";
import { storeBody } from "./pageText.ts";
import { isLong, workOnText } from "./textWork.ts";

const LINKS = "See [a](a.md) and [b](/pages/p2), [gone](gone.md) and <https://example.com>.\n\n";
const ROW = "| one | two | *three* | [a](a.md) |\n";
const TABLE = `| a | b | c | d |\n|---|---|---|---|\n${ROW.repeat(1000)}\n`;
const lookup = {
  organization: "o1",
  page: async (path: string) => (path === "a.md" ? "p1" : undefined),
  file: async () => undefined,
  hasPage: async (id: string) => id === "p2",
  hasFile: async () => false,
  hasReusable: async () => false,
};

test("a long text is stored as a short one is: destinations by id, what they link to, and what means nothing", async () => {
  expect(isLong({ text: TABLE })).toBe(true);
  const short = await storeBody(LINKS, lookup);
  const long = await storeBody(TABLE + LINKS, lookup);
  expect(short.body).toEqual({
    text: LINKS.replace("a.md", "/pages/p1"),
    targets: { "page:p1": 1, "page:p2": 1, "broken:gone.md": 1, "url:https://example.com": 1 },
  });
  expect(long.body).toEqual({
    text: TABLE.replaceAll("a.md", "/pages/p1") + LINKS.replace("a.md", "/pages/p1"),
    targets: { "page:p1": 1001, "page:p2": 1, "broken:gone.md": 1, "url:https://example.com": 1 },
  });
  expect([short.broken, long.broken]).toEqual([["gone.md"], ["gone.md"]]);
});

test("a text that names others is as long as it may become", () => {
  const included = (length: number) => new Map([["a", "x".repeat(length)]]);
  expect(isLong({ text: "short", included: included(100) })).toBe(false);
  // A hundred times in a text of a few lines.
  expect(isLong({ text: "x".repeat(4_500), included: included(11_000) })).toBe(true);
});

test("in blocks that a former text has, destinations stay as they are written, in long texts too", async () => {
  const text = `${TABLE}New: [a](a.md).\n`;
  const stored = await storeBody(text, lookup, [TABLE]);
  expect(stored.body).toMatchObject({ text: `${TABLE}New: [a](/pages/p1).\n` });
  const resolved = new Map([["a.md", { stored: "/pages/p1", target: "page:p1" }]]);
  expect(stored.body).toEqual(linkText(parse(text).document, resolved, [TABLE]));
});

test("all that is made of long texts is what is made of them here", async () => {
  const data = { space: { vars: {} }, page: { vars: {} }, visitor: { claims: { unsigned: {} } } };
  const text = `${TABLE}{% if false %}\nHidden\n{% endif %}\n`;
  expect(await workOnText("o1", "targets", { text })).toEqual(targetsOf(text));
  const bytes = await workOnText("o1", "document", { text });
  expect(Buffer.compare(bytes ?? Buffer.of(), TEXT_WORK.document({ text }) ?? Buffer.of())).toBe(0);
  expect(JSON.parse(Buffer.from(bytes ?? []).toString()).nodes).toHaveLength(2);
  expect(await workOnText("o1", "evaluated", { text, data })).toBe(TEXT_WORK.evaluated({ text, data }));
  expect(await workOnText("o1", "references", { text })).toEqual(TEXT_WORK.references({ text }));
  expect(await workOnText("o1", "uselessConditions", { text })).toEqual(
    TEXT_WORK.uselessConditions({ text }),
  );
});

test("this thread is free while a long text is read", async () => {
  const text = TABLE.repeat(8);
  await workOnText("o1", "targets", { text });
  const here = performance.now();
  targetsOf(text);
  const took = performance.now() - here;
  // What else the machine does makes this thread look busier than it was, never freer.
  let active = Infinity;
  for (let run = 0; run < 3 && active > took / 2; run++) {
    const idle = performance.eventLoopUtilization();
    await workOnText("o1", "targets", { text });
    active = Math.min(active, performance.eventLoopUtilization(idle).active);
  }
  expect(active).toBeLessThan(took / 2);
});

test("a document that is larger than is sent is none", () => {
  const row = "|a|a|a|a|a|a|a|a|a|a|\n";
  const text = `${row}|-|-|-|-|-|-|-|-|-|-|\n${row.repeat(10_000)}`;
  expect(TEXT_WORK.document({ text })).toBeUndefined();
});
