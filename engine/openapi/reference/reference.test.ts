import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "../../markdown/parse.ts";
import { renderHtml } from "../../markdown/html/render.ts";
import { type OperationPiece, type Outline, takeApart } from "../pieces.ts";
import { Api, type ApiSource, operationKey } from "./api.ts";
import { operationMarkdown } from "./markdown.ts";
import { MOST_ON_A_PAGE, type ReferencePage, referencePages } from "./pages.ts";
import { sampleOf } from "./sample.ts";

const real = createRequire(import.meta.url);
const MODULES = join(import.meta.dirname, "../../../node_modules");
const isFull = process.env["LECTERN_TEST_TIER"] === "full";

function read(document: object) {
  const { outline, texts } = takeApart(new Map([["", document]]));
  return { outline: JSON.parse(texts.get(outline) as string) as Outline, texts };
}

function sourceOf({ outline, texts }: ReturnType<typeof read>, at: number): ApiSource {
  const { method, path, piece } = outline.operations[at] as Outline["operations"][number];
  const text = texts.get(piece) as string;
  const { reaches } = JSON.parse(text) as OperationPiece;
  const places = Object.entries(reaches).map(([place, hash]) => [place, texts.get(hash) as string]);
  return {
    head: outline,
    operations: { [operationKey(method, path)]: { hash: piece, text } },
    places: Object.fromEntries(places),
    schemas: [],
    fragments: "/~/reference/schema/",
    tryIt: "/~/reference/try/x/y/",
  };
}

const flat = (pages: readonly ReferencePage[]): ReferencePage[] =>
  pages.flatMap((page) => [page, ...flat(page.pages)]);

describe("the reference of GitHub's API", () => {
  const text = readFileSync(real.resolve("@octokit/openapi/generated/api.github.com.json"), "utf8");
  const github = read(JSON.parse(text) as object);
  const { outline } = github;

  test.each(["by-tag", "by-operation"] as const)("grouped %s has a page for every operation", (grouping) => {
    const pages = flat(referencePages(outline, { spec: "github", seed: "s", models: true, grouping }));
    const shown = new Map<string, number>();
    for (const { body } of pages) {
      const blocks = parse(body).document.children.filter(({ type }) => type === "openapiOperation");
      expect(blocks.length).toBeLessThanOrEqual(MOST_ON_A_PAGE);
      for (const block of blocks) {
        if (block.type !== "openapiOperation") continue;
        const key = operationKey(block.method, block.path);
        shown.set(key, (shown.get(key) ?? 0) + 1);
      }
    }
    const missing = outline.operations.filter(({ method, path }) => !shown.has(operationKey(method, path)));
    expect(missing).toEqual([]);
    expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length);
    const again = flat(referencePages(outline, { spec: "github", seed: "s", models: true, grouping }));
    expect(again).toEqual(pages);
  });

  test("shows operations in less than 100 kB each, as HTML and as Markdown", () => {
    // The widest are among those looked at every time.
    const widest = new Set([
      "post /repos/{owner}/{repo}/codespaces",
      "post /repos/{owner}/{repo}/pulls/{pull_number}/codespaces",
      "post /repos/{owner}/{repo}/check-suites",
    ]);
    const large: [string, number][] = [];
    for (let at = 0; at < outline.operations.length; at++) {
      const { method, path } = outline.operations[at] as Outline["operations"][number];
      const key = operationKey(method, path);
      if (!isFull && at % 25 !== 0 && !widest.has(key)) continue;
      const api = new Api(sourceOf(github, at));
      const block = `{% openapi-operation spec="github" path="${path}" method="${method}" %}{% endopenapi-operation %}`;
      const { html } = renderHtml(parse(block).document, { api: () => api });
      expect([key, html.includes('class="op-title"')]).toEqual([key, true]);
      if (html.length > 100_000) large.push([key, html.length]);
      expect(operationMarkdown(api, method, path)).toContain(path);
    }
    expect(large).toEqual([]);
  });
});

describe("other descriptions", () => {
  test.each(["@scalar/galaxy/dist/latest.json", "@gitbook/api/spec/openapi.json"])(
    "%s has no broken page",
    (name) => {
      const spec = read(JSON.parse(readFileSync(join(MODULES, name), "utf8")) as object);
      const step = isFull ? 1 : Math.ceil(spec.outline.operations.length / 30);
      for (let at = 0; at < spec.outline.operations.length; at += step) {
        const { method, path } = spec.outline.operations[at] as Outline["operations"][number];
        const tag = path.startsWith("/") ? `path="${path}"` : `name="${path}"`;
        const api = new Api(sourceOf(spec, at));
        const { html } = renderHtml(
          parse(`{% openapi-operation spec="x" ${tag} method="${method}" %}`).document,
          { api: () => api },
        );
        expect([path, html.includes('class="op-title"')]).toEqual([path, true]);
      }
    },
  );

  test("that are wrong in every field are shown nevertheless", () => {
    for (const odd of [null, 1, "x", [], [null], { $ref: 7 }, { $ref: "#/paths" }]) {
      const operation = Object.fromEntries(
        ["tags", "summary", "parameters", "requestBody", "responses", "security", "servers", "callbacks"].map(
          (key) => [key, odd],
        ),
      );
      const spec = read({
        openapi: "3.1.0",
        info: odd,
        servers: odd,
        security: odd,
        tags: odd,
        paths: { "/a": { get: operation } },
      });
      const api = new Api(sourceOf(spec, 0));
      const { html } = renderHtml(parse('{% openapi-operation spec="x" path="/a" method="get" %}').document, {
        api: () => api,
      });
      expect(html).toContain('class="op"');
      expect(operationMarkdown(api, "get", "/a")).toContain("/a");
    }
  });

  test("whose server, path and names are any text are shown, with what a shell sends at least", () => {
    const sign = fc.constantFrom(
      "{a}",
      "%",
      "%ff",
      "'",
      "#{",
      "://",
      "\\",
      "\n",
      " ",
      "\ud800",
      "api.example.com",
      ":x",
    );
    const odd = fc
      .array(fc.oneof(sign, fc.string({ unit: "binary" })), { maxLength: 4 })
      .map((all) => all.join(""));
    fc.assert(
      fc.property(odd, odd, odd, (url, rest, name) => {
        const path = `/${rest}`;
        const parameters = ["query", "header", "cookie"].map((place) => ({
          name,
          in: place,
          required: true,
          example: rest,
        }));
        const schemas = { [name]: { type: "object" } };
        const operation = { parameters, security: [{ key: [] }], responses: { 200: {} } };
        const securitySchemes = { key: { type: "apiKey", in: "query", name } };
        const components = { schemas, securitySchemes };
        const spec = read({
          openapi: "3.1.0",
          servers: [{ url }],
          paths: { [path]: { get: operation } },
          components,
        });
        const api = new Api(sourceOf(spec, 0));
        const document = parse('{% openapi-operation spec="x" path="/a" method="get" %}').document;
        const children = document.children.map((block) => ({ ...block, path }));
        const { html } = renderHtml({ ...document, children } as typeof document, { api: () => api });
        expect(html).toContain("cURL");
        expect(operationMarkdown(api, "get", path)).toContain("curl");
      }),
      { numRuns: 150 },
    );
  });

  test("that go round in circles give samples that end", () => {
    const schemas = {
      Node: {
        properties: {
          next: { $ref: "#/components/schemas/Node" },
          all: { type: "array", items: { $ref: "#/components/schemas/Node" } },
        },
      },
      Loop: {
        allOf: [{ $ref: "#/components/schemas/Loop" }],
        oneOf: [{ $ref: "#/components/schemas/Loop" }],
      },
      Self: { $ref: "#/components/schemas/Self" },
    };
    const content = Object.fromEntries(
      Object.keys(schemas).map((name) => [
        `application/${name}+json`,
        { schema: { $ref: `#/components/schemas/${name}` } },
      ]),
    );
    const spec = read({
      openapi: "3.1.0",
      paths: { "/a": { post: { requestBody: { content } } } },
      components: { schemas },
    });
    const api = new Api(sourceOf(spec, 0));
    expect(sampleOf(api, { $ref: "#/components/schemas/Node" }, { use: "request" })).toEqual({
      next: {},
      all: [],
    });
    const { html } = renderHtml(parse('{% openapi-operation spec="x" path="/a" method="post" %}').document, {
      api: () => api,
    });
    expect(html).toContain("The same again: <code>Node</code>");
  });
});

test("references speak the language of their space", () => {
  const schema = {
    type: "object",
    required: ["kind"],
    properties: {
      kind: { type: "string", enum: ["a", "b"], readOnly: true },
      one: { oneOf: [{ type: "string" }, { type: "object", properties: { x: { type: "string" } } }] },
    },
  };
  const content = { "application/json": { schema } };
  const spec = read({
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    servers: [{ url: "https://a.example" }],
    components: { securitySchemes: { key: { type: "http", scheme: "basic" } } },
    paths: {
      "/{id}": {
        put: {
          summary: "X",
          deprecated: true,
          externalDocs: { url: "https://a.example/x" },
          security: [{ key: [] }, {}],
          parameters: ["path", "query", "header", "cookie"].map((place) => ({
            name: "id",
            in: place,
            schema: { type: "string" },
          })),
          requestBody: { content },
          responses: { 200: { content, headers: { "X-A": { schema: { type: "string" } } } } },
          callbacks: { done: { "{$url}": { post: {} } } },
        },
      },
    },
  });
  const api = new Api(sourceOf(spec, 0));
  const wordsOf = (locale: string): string => {
    const block = '{% openapi-operation spec="x" path="/{id}" method="put" %}';
    const { html } = renderHtml(parse(block).document, { api: () => api, locale });
    // Samples are programs, and what is typed stays what it is.
    return html
      .replace(/<div class="tabs[^]*$/, "")
      .replace(/<(code|option|textarea)\b[^]*?<\/\1>/g, "")
      .replace(/<[^>]*>/g, "\n");
  };
  const shown = (locale: string) =>
    new Set(
      wordsOf(locale)
        .split(/\s*\n\s*/)
        .filter((line) => /\p{L}/u.test(line)),
    );
  // The names of a description, of HTTP and of types are the same everywhere.
  const NAMES =
    /^(?:PUT|POST|X|id|kind|x|one|done|string|object|enum|https?:.*|id path|HTTP.*|Basic.*|key|string or object|path|query|header|cookie)$/i;
  const english = [...shown("en")].filter((line) => !NAMES.test(line));
  expect(english).toContain("Authentication");
  expect(english.length).toBeGreaterThan(15);
  for (const locale of ["ar", "he", "ja", "ko", "ru", "uk", "zh"]) {
    const others = shown(locale);
    expect([locale, english.filter((line) => others.has(line))]).toEqual([locale, []]);
  }
  expect(shown("de")).toContain("Inhalt (freiwillig)");
  expect(shown("pt-BR")).toContain("Autenticação");
  expect(shown("xx")).toEqual(shown("en"));
});
