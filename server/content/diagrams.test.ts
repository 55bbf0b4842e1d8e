import { expect, test } from "vitest";
import { diagramKey, type DiagramSource } from "../../engine/markdown/html/diagramSource.ts";
import { openDerived } from "./derived.ts";
import { drawDiagrams } from "./diagrams.ts";

const graph = (text: string): DiagramSource => ({ kind: "graphviz", text });
const content = { derived: openDerived() };
const [ACME, OTHER] = [
  { organization_id: "acme", id: "guide" },
  { organization_id: "other", id: "guide" },
];
const SHORT = { timeout: 700, longest: 10_000 };

test("a graph is drawn", async () => {
  const source = graph(
    'digraph { a -> b [label="x < y"]; b [shape=box, style=filled, fillcolor="#ffeeaa"] }',
  );
  const drawn = (await drawDiagrams(content, ACME, [source]))[diagramKey(source)] ?? "";
  expect(drawn).toMatch(/<svg [^>]*viewBox="0\.00 0\.00 \d/);
  expect(drawn).toContain("x &lt; y");
  expect(drawn).toContain("#ffeeaa");
});

test("what is no graph, and what others draw, is left to its source", async () => {
  expect(
    await drawDiagrams(content, ACME, [graph("digraph {"), graph(""), { kind: "mermaid", text: "graph TD" }]),
  ).toEqual({});
});

test("nothing outside of a graph is read", async () => {
  const source = graph(
    'digraph { a [image="/etc/passwd", shapefile="/etc/passwd", URL="file:///etc/passwd", label=<<IMG SRC="/etc/passwd"/>>] }',
  );
  const [drawn = ""] = Object.values(await drawDiagrams(content, ACME, [source]));
  expect(drawn).not.toContain("root:");
  expect(drawn).not.toContain("<image");
});

const names = (letter: string) => Array.from({ length: 1500 }, (_, n) => `${letter}${n}`).join(" ");

test.each([
  ["edges without number", `digraph { {${names("a")}} -> {${names("b")}} -> {${names("c")}} }`],
  ["no end", `graph { layout=neato; maxiter=1000000000; epsilon=0; {${names("a")}} -- {${names("b")}} }`],
])("a graph of %s is left to its source, and holds up nobody", async (_name, text) => {
  const before = performance.eventLoopUtilization();
  expect(await drawDiagrams(content, ACME, [graph(text)], SHORT)).toEqual({});
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.6);
  const fine = graph("graph { fine }");
  expect(Object.keys(await drawDiagrams(content, ACME, [fine]))).toEqual([diagramKey(fine)]);
});

test("a graph that a page shows a hundred times leaves room for the others", async () => {
  const [often, once] = [graph("graph { often }"), graph("graph { once }")];
  const drawn = await drawDiagrams(content, ACME, [...Array.from({ length: 120 }, () => often), once]);
  expect(Object.keys(drawn)).toEqual([diagramKey(often), diagramKey(once)]);
});

const slow = (letter: string) => graph(`digraph { {${names(`${letter}a`)}} -> {${names(`${letter}b`)}} }`);

test("what one organization has drawn holds up nobody else's readers", async () => {
  const order: string[] = [];
  const waits = ["p", "q", "r", "s", "t"].map(async (letter) => {
    expect(await drawDiagrams(content, ACME, [slow(letter)], SHORT)).toEqual({});
    order.push("acme");
  });
  const fine = graph("graph { elsewhere }");
  expect(Object.keys(await drawDiagrams(content, OTHER, [fine]))).toEqual([diagramKey(fine)]);
  order.push("other");
  await Promise.all(waits);
  expect(order.indexOf("other")).toBeLessThan(3);
});

test("a reader waits no longer for drawings than is allowed in all, and what had no turn is drawn for the next", async () => {
  const first = drawDiagrams(content, ACME, [slow("u")], SHORT);
  const later = graph("graph { later }");
  let isOver = false;
  void first.then(() => (isOver = true));
  let givenUp = 0;
  const telling = { ...content, onGivenUp: () => void (givenUp += 1) };
  expect(await drawDiagrams(telling, ACME, [later], { timeout: 700, longest: 50 })).toEqual({});
  expect([isOver, givenUp]).toEqual([false, 1]);
  await first;
  expect(Object.keys(await drawDiagrams(telling, ACME, [later]))).toEqual([diagramKey(later)]);
  expect(givenUp).toBe(1);
});
