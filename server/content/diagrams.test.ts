import { expect, test } from "vitest";
import { diagramKey, type DiagramSource } from "../../engine/markdown/html/diagramSource.ts";
import { openDerived } from "./derived.ts";
import { drawDiagrams } from "./diagrams.ts";

const graph = (text: string): DiagramSource => ({ kind: "graphviz", text });
const content = { derived: openDerived() };

test("a graph is drawn", async () => {
  const source = graph(
    'digraph { a -> b [label="x < y"]; b [shape=box, style=filled, fillcolor="#ffeeaa"] }',
  );
  const drawn = (await drawDiagrams(content, [source]))[diagramKey(source)] ?? "";
  expect(drawn).toMatch(/<svg [^>]*viewBox="0\.00 0\.00 \d/);
  expect(drawn).toContain("x &lt; y");
  expect(drawn).toContain("#ffeeaa");
});

test("what is no graph, and what others draw, is left to its source", async () => {
  expect(
    await drawDiagrams(content, [graph("digraph {"), graph(""), { kind: "mermaid", text: "graph TD" }]),
  ).toEqual({});
});

test("nothing outside of a graph is read", async () => {
  const source = graph(
    'digraph { a [image="/etc/passwd", shapefile="/etc/passwd", URL="file:///etc/passwd", label=<<IMG SRC="/etc/passwd"/>>] }',
  );
  const [drawn = ""] = Object.values(await drawDiagrams(content, [source]));
  expect(drawn).not.toContain("root:");
  expect(drawn).not.toContain("<image");
});

const names = (letter: string) => Array.from({ length: 1500 }, (_, n) => `${letter}${n}`).join(" ");

test.each([
  ["edges without number", `digraph { {${names("a")}} -> {${names("b")}} -> {${names("c")}} }`],
  ["no end", `graph { layout=neato; maxiter=1000000000; epsilon=0; {${names("a")}} -- {${names("b")}} }`],
])("a graph of %s is left to its source, and holds up nobody", async (_name, text) => {
  const before = performance.eventLoopUtilization();
  expect(await drawDiagrams(content, [graph(text)], { timeout: 700 })).toEqual({});
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.6);
  const fine = graph("graph { fine }");
  expect(Object.keys(await drawDiagrams(content, [fine]))).toEqual([diagramKey(fine)]);
});
