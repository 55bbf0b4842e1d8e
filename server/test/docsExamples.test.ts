/** The examples of docs/api and docs/guides as they are written, in a shell whose `curl` is the client library. */
import { mkdtempSync, openAsBlob, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createLectern, type Lectern, LecternError } from "../../sdk/src/index.ts";
import type { Operation } from "../http/operation.ts";
import { type Person, useWorld } from "./harness.ts";
import { operationAt } from "./operationAt.ts";
import { blocksOf, type CurlCall, DOCS, runExamples } from "./shellExamples.ts";

const world = useWorld();
let ada: Person;
let url: string;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  url = await world().app.listen({ host: "127.0.0.1", port: 0 });
});

/** Examples that are refused, each as its page says: of what was changed, the last administrator, without a translator. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  "api/conventions.md": ["PATCH /spaces/:spaceId 412"],
  "api/members.md": ["PATCH /orgs/:organizationId/members/:userId 409"],
  "api/translations.md": ["POST /spaces/:spaceId/translation/run 409", "GET /jobs/:jobId 404"],
};

/** What a page takes its reader to have. */
const GIVEN: Readonly<Record<string, string>> = {
  "guides/publish-from-ci.md": `git init -q . && mkdir docs && echo "# Hello" > docs/README.md && git add .
    git -c user.name=Ada -c user.email=ada@example.com commit -qm "Say hello"`,
  "api/translations.md": `SPACE=$(api $LECTERN/orgs/$ORG/spaces --data '{"title": "Manual"}' | field id)`,
};

/** Commands that the test leaves out: what they take is held by docs.test.ts. */
const LEFT_OUT = "npx() { :; }";

const pages = ["api", "guides"]
  .flatMap((folder) => readdirSync(join(DOCS, folder)).map((page) => `${folder}/${page}`))
  .filter((page) => blocksOf(page).some((code) => /\b(api|curl) /.test(code)));

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "lectern-examples-"))));
afterEach(() => rmSync(folder, { recursive: true }));

test("there are examples on nearly every page", () => {
  expect(pages.length).toBeGreaterThan(10);
});

test.each(pages)("%s, each through the operation of its method and path", async (page) => {
  const refused: string[] = [];
  const unmapped: string[] = [];
  const setup = { url, token: ada.token, before: `${LEFT_OUT}\n${GIVEN[page] ?? ""}`, folder };
  const ended = await runExamples(page, setup, (call) =>
    sendExample(call, refused).catch((error: unknown) => {
      unmapped.push(`${call.method} ${call.address.href}: ${String(error)}`);
      return "{}";
    }),
  );
  expect(unmapped).toEqual([]);
  expect(refused).toEqual(REFUSED[page] ?? []);
  expect(ended).toEqual([0, ""]);
});

/** Sends an example through its operation of the library, and gives what curl would print. */
async function sendExample(call: CurlCall, refused: string[]): Promise<string> {
  const path = call.address.pathname.replace(/^\/v1/, "");
  const operation = operationOf(call.method, path);
  const seen: { request: Request; response: Response; text: string }[] = [];
  const lectern = createLectern({
    url,
    token: (call.headers.get("authorization") ?? "").replace(/^Bearer /, ""),
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const response = await fetch(request.clone());
      seen.push({ request, response, text: await response.clone().text() });
      // What the next example asks for may be made by a job, which takes less time than somebody to type it.
      await world().runJobs();
      return response;
    },
  });
  const values = [...idsOf(operation, path), ...(await bodyOf(call)), ...queryOf(operation, call)];
  await functionOf(lectern, operation)(...values, optionsOf(call.headers)).then(
    undefined,
    (error: unknown) => {
      if (!(error instanceof LecternError)) throw error;
      refused.push(`${operation.method} ${operation.url} ${error.status}`);
    },
  );
  const [first] = seen;
  if (first === undefined) throw new Error("the library asked nothing");
  await expectSame(call, first.request);
  if (!call.wantsHeaders) return first.text;
  return [...first.response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join("");
}

/** @throws when none has this method and path */
function operationOf(method: string, path: string): Operation {
  const found = operationAt(method, path);
  if (found === undefined) throw new Error(`no operation is ${method} ${path}`);
  return found;
}

function functionOf(lectern: Lectern, { call }: Operation): (...values: unknown[]) => Promise<unknown> {
  let part: unknown = lectern;
  for (const name of call.split(".")) part = (part as Readonly<Record<string, unknown>>)[name];
  if (typeof part !== "function") throw new Error(`the library has no ${call}`);
  const send = part as (...values: unknown[]) => PromiseLike<unknown>;
  return async (...values) => send(...values);
}

function idsOf({ url: pattern }: Operation, path: string): string[] {
  const words = path.split("/");
  return pattern
    .split("/")
    .flatMap((word, at) => (word.startsWith(":") ? [decodeURIComponent(words[at] ?? "")] : []));
}

async function bodyOf({ method, data, bytes, form }: CurlCall): Promise<unknown[]> {
  if (data !== undefined) return [JSON.parse(data)];
  if (bytes !== undefined) return [await openAsBlob(resolve(folder, bytes.slice(1)))];
  if (form !== undefined) return [{ path: resolve(folder, form.replace(/^file=@/, "")) }];
  return method === "GET" || method === "DELETE" ? [] : [undefined];
}

function queryOf({ shapes }: Operation, { address }: CurlCall): unknown[] {
  const query = Object.fromEntries(address.searchParams);
  return shapes.query === undefined && Object.keys(query).length === 0 ? [] : [query];
}

function optionsOf(headers: Headers): object {
  const [tag, key] = [headers.get("if-match"), headers.get("idempotency-key")];
  const known = new Set(["authorization", "content-type", "if-match", "idempotency-key"]);
  const other = [...headers.keys()].filter((name) => !known.has(name));
  if (other.length > 0) throw new Error(`the library has no option for the header ${other.join(", ")}`);
  return { ...(tag && { ifUnchanged: tag }), ...(key && { idempotencyKey: key }) };
}

/** The library sent what curl would have sent. */
async function expectSame(call: CurlCall, request: Request): Promise<void> {
  const { pathname, searchParams } = new URL(request.url);
  expect([request.method, pathname, Object.fromEntries(searchParams)]).toEqual([
    call.method,
    call.address.pathname,
    Object.fromEntries(call.address.searchParams),
  ]);
  for (const name of ["authorization", "if-match"]) {
    expect(request.headers.get(name)).toBe(call.headers.get(name));
  }
  if (call.data !== undefined) expect(await request.json()).toEqual(JSON.parse(call.data));
}
