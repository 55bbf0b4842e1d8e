/** What the API's document says of documents is what the engine writes and reads. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fromDocument } from "../../engine/document/fromDocument.ts";
import { BLOCKS, INLINES } from "../../engine/document/shapes.ts";
import { toDocument } from "../../engine/document/toDocument.ts";
import { splitPage } from "../../engine/markdown/frontMatter.ts";
import { parse } from "../../engine/markdown/parse.ts";
import { apiSchemas } from "../test/apiSchemas.ts";
import { Schemas } from "./components.ts";
import { DocumentShape } from "./documentShape.ts";

const schemas = new Schemas();
schemas.write(DocumentShape);
const ajv = apiSchemas({ components: { schemas: schemas.all } });
const problems = (name: string, value: unknown) => {
  ajv.validate({ $ref: `openapi#/components/schemas/${name}` }, value);
  return ajv.errors ?? [];
};

const root = new URL("../../", import.meta.url);
const bodyOf = (path: string) => splitPage(readFileSync(new URL(path, root), "utf8")).body;
const written = (markdown: string) => JSON.parse(JSON.stringify(toDocument(parse(markdown).document)));
/** No page of docs/ has one. */
const WEBHOOK = { name: "paid", method: "post", ref: { kind: "openapi", spec: "shop" } };

test("every kind of block and inline that pages make is one that it says", () => {
  const docs = readdirSync(new URL("docs/", root), { recursive: true, encoding: "utf8" });
  const pages = docs.filter((path) => path.endsWith(".md")).map((path) => `docs/${path}`);
  const seen = new Set<string>();
  for (const path of ["engine/markdown/html/fixtures/kitchen-sink.md", ...pages]) {
    const document = written(bodyOf(path));
    expect([path, problems("JSONDocument", document)]).toEqual([path, []]);
    JSON.stringify(document, (_, value: { readonly type?: string } | null) => {
      if (typeof value?.type === "string") seen.add(value.type);
      return value;
    });
  }
  const kinds = [...Object.keys(BLOCKS), ...Object.keys(INLINES)];
  expect(kinds.filter((kind) => !seen.has(kind))).toEqual(["openapi-webhook"]);
  const webhook = { object: "block", type: "openapi-webhook", data: WEBHOOK };
  expect(problems("DocumentBlock", webhook)).toEqual([]);
  expect(fromDocument({ object: "document", data: {}, nodes: [webhook] }).problems).toEqual([]);
});

test.each<[string, object]>([
  ["a block of no kind", { type: "callout", nodes: [] }],
  ["a hint of no style", { type: "hint", data: { style: "loud" }, nodes: [] }],
  ["an embed without its address", { type: "embed", data: {} }],
  ["text where items belong", { type: "list-tasks", nodes: [{ object: "text", leaves: [] }] }],
  ["a level of a heading that is a text", { type: "heading-1", data: { level: "2" }, nodes: [] }],
  ["a reference without what it refers to", { type: "content-ref", data: { ref: { kind: "page" } } }],
])("and it says that %s is none", (_, fields) => {
  expect(problems("DocumentBlock", { object: "block", ...fields })).not.toEqual([]);
});

test("and it says that a mark of no colour is none", () => {
  const data = { text: "pink", background: "default" };
  const leaf = { object: "leaf", text: "x", marks: [{ object: "mark", type: "color", data }] };
  expect(problems("DocumentLeaf", leaf)).not.toEqual([]);
});
