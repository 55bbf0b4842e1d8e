import { expect, test } from "vitest";
import { type OperationPiece, type Outline, takeApart } from "../pieces.ts";
import { Api, operationKey } from "./api.ts";
import { operationView } from "./operation.ts";
import { tryPlan } from "./tryPlan.ts";

/** What may be tried of an operation with these servers. */
function serversTried(servers: readonly object[]): readonly string[] {
  const document = {
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: { "/a": { get: { servers } } },
  };
  const { outline: hash, texts } = takeApart(new Map([["", document]]));
  const outline = JSON.parse(texts.get(hash) as string) as Outline;
  const { method, path, piece } = outline.operations[0] as Outline["operations"][number];
  const text = texts.get(piece) as string;
  const { reaches } = JSON.parse(text) as OperationPiece;
  const places = Object.entries(reaches).map(([place, hash]) => [place, texts.get(hash) as string]);
  const operations = { [operationKey(method, path)]: { hash: piece, text } };
  const api = new Api({ head: outline, operations, places: Object.fromEntries(places), schemas: [] });
  const view = operationView(api, method, path);
  return view === undefined ? [] : tryPlan(api, view).servers;
}

test("a server is tried with each value of its variables", () => {
  const variables = {
    region: { default: "eu", enum: ["eu", "us"] },
    version: { default: "v$&", enum: ["v1"] },
  };
  expect(serversTried([{ url: "https://{region}.example.com/{version}/", variables }])).toEqual([
    "https://eu.example.com/v$&",
    "https://eu.example.com/v1",
    "https://us.example.com/v$&",
    "https://us.example.com/v1",
  ]);
});

const values = Array.from({ length: 2_000 }, (_, at) => `v${at}`);

test.each<[what: string, server: object, count: number]>([
  [
    "many values",
    {
      url: "https://a/{a}/{b}",
      variables: { a: { default: "x", enum: values }, b: { default: "y", enum: values } },
    },
    40,
  ],
  [
    "values that name the next variable again and again",
    {
      url: "https://a/{a}",
      variables: {
        a: { default: "{b}".repeat(60) },
        b: { default: "{c}".repeat(60) },
        c: { default: "{d}".repeat(60) },
        d: { default: "ten letter" },
      },
    },
    0,
  ],
  ["a value of any length", { url: "https://a/{a}", variables: { a: { default: "x".repeat(100_000) } } }, 1],
  [
    "an address of any length",
    { url: `https://a/${"{a}".repeat(100_000)}`, variables: { a: { default: "x" } } },
    0,
  ],
  [
    "many variables",
    {
      url: "https://a/{v1}",
      variables: Object.fromEntries(values.map((name) => [name, { default: "x", enum: ["x", "y"] }])),
    },
    2,
  ],
])("of a server with %s there are few addresses, none of them long", (_what, server, count) => {
  const servers = serversTried([server]);
  expect(servers).toHaveLength(count);
  expect(servers.filter((url) => url.length > 2_000)).toEqual([]);
});
