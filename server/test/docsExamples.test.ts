/** The shell of docs/ as it is written: its `curl` is the client library, its `lectern` the program beside a server. */
import {
  mkdtempSync,
  openAsBlob,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createLectern, type Lectern, LecternError } from "../../sdk/src/index.ts";
import { idpKeys } from "../access/saml/idp.fixture.ts";
import { runCommand } from "../cli.ts";
import type { Operation } from "../http/operation.ts";
import { docxOf } from "../importers/docx.fixture.ts";
import { craftZip } from "../importers/zip.fixture.ts";
import { openDiskBlobs } from "../ports/blobs-disk.ts";
import { lockFolder } from "../ports/lock.ts";
import { type Person, TEST_SECRET, useWorld } from "./harness.ts";
import { isNotRun, NOT_RUN } from "./notRun.ts";
import { operationAt } from "./operationAt.ts";
import { blocksOf, type CurlCall, DOCS, type LecternCall, runExamples } from "./shellExamples.ts";

let files = "";
const world = useWorld({ blobs: (folder) => openDiskBlobs((files = folder)) });
let ada: Person;
let url: string;
/** The data folder of the installation that serves, which has its lock as a server has. */
let data: string;

/** A website to bring in. */
const website = createServer((_, response) => {
  response.setHeader("content-type", "text/html");
  response.end("<title>Ours</title><main><h1>Ours</h1><p>What we have written so far.</p></main>");
});
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData: (stream, _, answer) => void stream.resume().on("end", answer),
});
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
let close: () => Promise<void>;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  url = await world().app.listen({ host: "127.0.0.1", port: 0 });
  await new Promise<void>((done) => website.listen(0, "127.0.0.1", done));
  await new Promise<void>((done) => smtp.listen(0, "127.0.0.1", done));
  data = dirname(world().place.file);
  symlinkSync(files, join(data, "files"));
  close = await lockFolder(data, { shared: false });
});
afterAll(async () => {
  await close();
  await new Promise((done) => website.close(done));
  await new Promise<void>((done) => smtp.close(done));
});

const NO_FACTOR = "lectern user reset-factor eve@example.com: lectern: eve@example.com has no second factor.";

/**
 * Examples that are refused, each as its page says: of what was changed, the last administrator, without a translator,
 * before anybody came by single sign-on; and of who has nothing to lose.
 */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  "api/conventions.md": ["PATCH /spaces/:spaceId 412"],
  "api/members.md": ["PATCH /orgs/:organizationId/members/:userId 409", "PATCH /orgs/:organizationId 409"],
  "command-line.md": [NO_FACTOR],
  "guides/rescue.md": [NO_FACTOR],
  "signing-in.md": [NO_FACTOR],
  "single-sign-on.md": ["PATCH /orgs/:organizationId 409"],
  "api/translations.md": ["POST /spaces/:spaceId/translation/run 409"],
};

/** A token and a server that commands go by, as a login leaves them. */
const SIGNED_IN = "export LECTERN_URL=http://127.0.0.1:4000 LECTERN_TOKEN=$TOKEN";
const A_SPACE = `SPACE=$(api $LECTERN/orgs/$ORG/spaces --data '{"title": "Manual"}' | field id)`;
const TO_MOVE = "mkdir my-docs && echo '# Hello' > my-docs/README.md";
const A_SITE = `SITE=$(api $LECTERN/orgs/$ORG/sites --data '{"title": "Ours", "spaces": "sample"}' | field id)`;
const PEOPLE = ["eve@example.com", "bob@example.com", "operator@example.com"];
const EVE = "lectern user create eve@example.com";
const OPERATOR = `lectern user create operator@example.com
  ID=$(lectern token create operator@example.com --json | field id)`;
const PETS = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  tags: [{ name: "pets" }],
  paths: { "/pets": { get: { tags: ["pets"], responses: { 200: { description: "All" } } } } },
});

/** What a page takes its reader to have. */
const GIVEN: Readonly<Record<string, string>> = {
  "addresses.md": A_SITE,
  "command-line.md": `${SIGNED_IN}\n${A_SPACE}\n${TO_MOVE}\n${OPERATOR}
    echo '{"changes": [{"operation": "insert_page", "type": "document", "title": "Hello"}]}' > changes.json`,
  "guides/migrate.md": `mkdir gitbook-docs my-docusaurus my-mkdocs my-mintlify
    echo "# Product" | tee gitbook-docs/README.md my-docusaurus/README.md my-mkdocs/README.md my-mintlify/index.mdx > /dev/null
    echo "* [Product](README.md)" > gitbook-docs/SUMMARY.md
    echo "module.exports = {};" > my-docusaurus/docusaurus.config.js
    mkdir my-docusaurus/docs my-mkdocs/docs && mv my-docusaurus/README.md my-docusaurus/docs && mv my-mkdocs/README.md my-mkdocs/docs/index.md
    echo "site_name: Product" > my-mkdocs/mkdocs.yml
    echo '{"name": "Product", "navigation": {"pages": ["index"]}}' > my-mintlify/docs.json`,
  "guides/publish-from-ci.md": `git init -q --initial-branch="it's" . && mkdir docs && echo "# Hello" > docs/README.md && git add .
    git -c user.name=Ada -c user.email=ada@example.com commit -qm "Say hello"
    mkdir product && cp -r docs product/`,
  "guides/rescue.md": `${OPERATOR}\n${EVE}\nmkdir data && cp /dev/null data/lectern.db`,
  "import-and-export.md": `${SIGNED_IN}\n${TO_MOVE}`,
  "quick-start.md": TO_MOVE,
  "signing-in.md": `${EVE} && lectern user create bob@example.com`,
  "single-sign-on.md": `printf '%s\\n' '${idpKeys().certificate}' > okta.pem`,
  "troubleshooting.md": OPERATOR,
  "guides/end-an-organization.md": `ORG=$(api $LECTERN/orgs --data '{"title": "Windrose"}' | field id)
    ${A_SPACE}
    ${A_SITE} && api -X POST $LECTERN/orgs/$ORG/sites/$SITE/publish`,
  "api/conventions.md": `${A_SPACE}\n${A_SPACE}`,
  "writing/api-reference.md": `${A_SPACE}
    api -X PUT $LECTERN/orgs/$ORG/openapi/pet-store --data '${JSON.stringify({ source: { text: PETS } })}'`,
};

const zipOf = (files: Readonly<Record<string, string>>) =>
  craftZip(Object.entries(files).map(([name, bytes]) => ({ name, bytes })));

/** What other tools give people. */
const EXPORTS: Readonly<Record<string, Buffer>> = {
  "space-export.zip": zipOf({
    "HB/index.html": `<title>HB (Handbook)</title><div class="pageSection"><ul><li><a href="Home_1.html">Home</a></li></ul></div>`,
    "HB/Home_1.html": `<title>Handbook : Home</title><h1 id="title-heading"><span id="title-text">Handbook : Home</span></h1><div id="content"><div id="main-content" class="wiki-content group"><p>Where we write things down.</p></div></div>`,
  }),
  "notion-export.zip": zipOf({
    "Team 0123456789abcdef0123456789abcdef.md": "# Team\n\nWho we are.\n",
  }),
  "plan.docx": docxOf(
    Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPhfDwACggF/Eq1hVQAAAABJRU5ErkJggg==",
      "base64",
    ),
  ),
};

const pages = readdirSync(DOCS, { recursive: true, encoding: "utf8" })
  .filter((page) => page.endsWith(".md") && !page.startsWith(".gitbook"))
  .filter((page) => blocksOf(page).some((block) => !isNotRun(page, block)))
  .toSorted();

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "lectern-examples-"))));
afterEach(async () => {
  rmSync(folder, { recursive: true });
  // Pages know nothing of each other's spaces and sites, and some call theirs by its title.
  const spaces = (await world().get(`/orgs/${world().organization}/spaces?limit=1000`, ada)).body.items;
  for (const { id } of spaces) await world().delete(`/spaces/${id}`, ada);
  const sites = (await world().get(`/orgs/${world().organization}/sites?limit=1000`, ada)).body.items;
  for (const { id } of sites) await world().delete(`/orgs/${world().organization}/sites/${id}`, ada);
  await world().deps.db.transact((tx) => tx.deleteFrom("users").where("email", "in", PEOPLE).execute());
});

test("what is not run is there, and has its reason", () => {
  const beginnings = Object.entries(NOT_RUN).flatMap(([page, left]) =>
    Object.keys(left).map((beginning) => [page, beginning] as const),
  );
  const missing = beginnings.filter(
    ([page, beginning]) => !blocksOf(page).some((block) => block.startsWith(beginning)),
  );
  expect(missing).toEqual([]);
  expect(pages.length).toBeGreaterThan(30);
});

test.each(pages)("%s, each through the operation of its method and path", async (page) => {
  const refused: string[] = [];
  const failed: string[] = [];
  for (const [name, bytes] of Object.entries(EXPORTS)) writeFileSync(join(folder, name), bytes);
  const instead = {
    "import https://example.com/docs/": `import http://127.0.0.1:${portOf(website)}/`,
    // Who is named on every page is the administrator here, and stays.
    "ada@example.com": "eve@example.com",
    "admin@localhost": "operator@example.com",
    "org add lectern": "org add acme",
  };
  const setup = { url, token: ada.token, before: GIVEN[page] ?? "", folder, instead };
  const ended = await runExamples(page, setup, {
    curl: (call) =>
      sendExample(call, refused).catch((error: unknown) => {
        failed.push(`${call.method} ${call.address.href}: ${String(error)}`);
        return "{}";
      }),
    lectern: async (call) => {
      const { code, printed, noted } = await runLectern(call);
      if (code !== 0) refused.push(`lectern ${call.args.join(" ")}: ${noted}`);
      return { code: 0, printed };
    },
  });
  expect(failed).toEqual([]);
  expect(refused).toEqual(REFUSED[page] ?? []);
  expect(ended).toEqual([0, ""]);
});

/** Runs a command beside the server, as an operator in the same clone does. */
async function runLectern({ folder: cwd, env, args }: LecternCall) {
  const [printed, noted]: [string[], string[]] = [[], []];
  // A restore takes an installation that is empty.
  const isRestore = args[0] === "restore" && !args.includes("--verify");
  const stop = await world().startJobs();
  const before = process.cwd();
  process.chdir(cwd);
  try {
    const code = await runCommand(args, {
      env: {
        HOME: folder,
        LECTERN_DATA_DIR: isRestore ? join(folder, "restored") : data,
        LECTERN_SECRET: TEST_SECRET,
        LECTERN_ALLOW_PRIVATE_NETWORK: "1",
        LECTERN_SMTP_URL: `smtp://127.0.0.1:${portOf(smtp.server)}`,
        LECTERN_MAIL_FROM: "docs@example.com",
        LECTERN_LOG_LEVEL: "error",
        ...env,
      },
      print: (line) => void printed.push(line),
      note: (line) => void noted.push(line),
      progress: { write: () => true },
      isTerminal: false,
    });
    return { code, printed: printed.join("\n"), noted: noted.join("\n") };
  } finally {
    process.chdir(before);
    await stop();
  }
}

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
  if (!call.wantsHeaders) return call.output === undefined ? first.text : "";
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

/** What `--data` sends: a file's text behind an @. */
const textOf = (data: string): string =>
  data.startsWith("@") ? readFileSync(resolve(folder, data.slice(1)), "utf8") : data;

async function bodyOf({ method, data, bytes, form }: CurlCall): Promise<unknown[]> {
  if (data !== undefined) return [JSON.parse(textOf(data))];
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
  if (call.data !== undefined) expect(await request.json()).toEqual(JSON.parse(textOf(call.data)));
}
