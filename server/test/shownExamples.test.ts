/** What the reference at /docs shows of each operation: a request, and an answer out of those that were recorded. */
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { Api } from "../../engine/openapi/reference/api.ts";
import { operationView, type OperationView } from "../../engine/openapi/reference/operation.ts";
import { exampleOf, isJson, requestSamples } from "../../engine/openapi/reference/requests.ts";
import { operations } from "../app.ts";
import examples from "../http/examples.json" with { type: "json" };
import { describe } from "../http/openapi.ts";
import { openOwnApi } from "../reference/ownApi.ts";

const document = describe(operations, { version: "0.1.0", server: "https://docs.acme.dev" }, examples);
const own = openOwnApi(document);
const ajv = new Ajv2020({ strict: false, code: { optimize: false } });
addFormats.default(ajv);
ajv.addSchema({ ...document, $id: "openapi" });

interface Shown {
  readonly id: string;
  readonly api: Api;
  readonly view: OperationView;
  /** Where the operation stands in the document. */
  readonly place: string;
}

async function shownOperations(): Promise<Shown[]> {
  const entries = own.chapters.flatMap((chapter) => chapter.operations);
  return Promise.all(
    entries.map(async (entry) => {
      const api = new Api(await own.source(entry));
      const view = operationView(api, entry.method, entry.path);
      if (view === undefined) throw new Error(`the reference has no ${entry.operationId}`);
      const place = pointer("paths", entry.path, entry.method.toLowerCase());
      return { id: entry.operationId, api, view, place };
    }),
  );
}

const pointer = (...steps: string[]): string =>
  steps.map((step) => `/${encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("");

/** Where an answer of an operation is described: there, or among those that operations share. */
function resolved(place: string): string {
  const steps = place
    .slice(1)
    .split("/")
    .map((step) => decodeURIComponent(step));
  const plain = steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const found = plain.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document);
  const { $ref } = found as { readonly $ref?: string };
  return $ref?.slice(1) ?? place;
}

const jsonOf = <M extends { readonly type: string }>(media: readonly M[]): M[] =>
  media.filter(({ type }) => isJson(type));

test("each operation shows a request, whose body is one that it takes", async () => {
  const wrong: string[] = [];
  for (const { id, api, view, place } of await shownOperations()) {
    expect(requestSamples(api, view).map(({ title }) => title)).toContain("cURL");
    for (const media of jsonOf(view.body?.media ?? [])) {
      const $ref = `openapi#${place}${pointer("requestBody", "content", media.type, "schema")}`;
      if (!ajv.validate({ $ref }, exampleOf(api, media, "request"))) wrong.push(id);
    }
  }
  expect(wrong).toEqual([]);
});

test("each answer that was recorded is shown as one that its operation declares, those of lists too", async () => {
  const wrong: string[] = [];
  let lists = 0;
  for (const { id, view, place } of await shownOperations()) {
    for (const { status, media } of view.responses.filter((one) => one.status.startsWith("2"))) {
      for (const { type, examples: shown } of jsonOf(media)) {
        const answer = resolved(`${place}${pointer("responses", status)}`);
        const $ref = `openapi#${answer}${pointer("content", type, "schema")}`;
        for (const { value } of shown) if (!ajv.validate({ $ref }, value)) wrong.push(id);
        if (shown.some(({ value }) => Array.isArray((value as { items?: unknown }).items))) lists++;
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(lists).toBeGreaterThan(40);
});
