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
import { runCommand } from "../cli.ts";
import type { Operation } from "../http/operation.ts";
import { docxOf } from "../importers/docx.fixture.ts";
import { craftZip } from "../importers/zip.fixture.ts";
import { Repository, useGitHost } from "../nouns/git/gitSpace.fixture.ts";
import { openDiskBlobs } from "../ports/blobs-disk.ts";
import { lockFolder } from "../ports/lock.ts";
import { GIVEN, givenTo } from "./given.ts";
import { type Person, TEST_SECRET, useWorld } from "./harness.ts";
import { isNotRun, NOT_RUN } from "./notRun.ts";
import { operationAt } from "./operationAt.ts";
import { blocksOf, type CurlCall, DOCS, type LecternCall, runExamples } from "./shellExamples.ts";

let files = "";
const world = useWorld({ blobs: (folder) => openDiskBlobs((files = folder)) });
const gitHost = useGitHost();
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
  for (const [name, file] of [
    ["docs.git", "README.md"],
    ["handbook.git", "docs/README.md"],
    ["product.git", "code.md"],
  ] as const)
    new Repository(gitHost(), name).commit({ [file]: "# Team docs\n\nWritten in Git.\n" });
  gitHost().tokens.set("docs.git", "lectern:your-token");
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
 * before anybody came by single sign-on; of who has nothing to lose; and of a sync that waits for nobody.
 */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  "api/conventions.md": ["PATCH /spaces/:spaceId 412"],
  "api/members.md": ["PATCH /orgs/:organizationId/members/:userId 409", "PATCH /orgs/:organizationId 409"],
  "command-line.md": [NO_FACTOR],
  "git-sync.md": [
    "lectern git resolve Handbook apply: lectern: http://127.0.0.1:4000 answers 409: Nothing waits for this decision. The status says what does.",
  ],
  "guides/rescue.md": [NO_FACTOR],
  "signing-in.md": [NO_FACTOR],
  "single-sign-on.md": ["PATCH /orgs/:organizationId 409"],
  "api/translations.md": ["POST /spaces/:spaceId/translation/run 409"],
};

const PEOPLE = ["eve@example.com", "bob@example.com", "operator@example.com"];

/** What a shell has without anybody's doing. */
const ENVIRONMENT = new Set(["PWD", "HOME", "BRANCH", "LECTERN_DATABASE_URL"]);

/** Each example of a page that is run, with the prose since the one before it. */
function partsOf(page: string): { readonly prose: string; readonly block: string }[] {
  const texts = readFileSync(join(DOCS, page), "utf8").split(/^(```\w*\n[^]*?^```)$/m);
  return texts
    .map((block, at) => ({ prose: texts[at - 1] ?? "", block: block.replace(/^```bash\n/, "") }))
    .filter((_, at) => at % 2 === 1)
    .map(({ prose, block }) => ({ prose, block: isNotRun(page, block) ? "" : block }));
}

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

test("what a page takes its reader to have, it says before the example that takes it", () => {
  const untold = Object.entries(GIVEN).flatMap(([page, all]) => {
    const parts = partsOf(page);
    return Object.entries(all).flatMap(([needed, { told }]) => {
      const said = parts.findIndex(({ prose }) => prose.includes(told));
      const taken = parts.findIndex(({ block }) => block.includes(needed));
      if (said === -1) return [`${page} doesn't say: ${told}`];
      if (taken === -1) return [`no example of ${page} that is run takes ${needed}`];
      return said <= taken ? [] : [`${page} says too late: ${told}`];
    });
  });
  expect(untold).toEqual([]);
});

test("no example takes a value that neither an example nor the page's beginning sets", () => {
  const unset = pages.flatMap((page) => {
    const typed = [...blocksOf(".gitbook/includes/shell-setup.md"), ...blocksOf(page)].join("\n");
    return [...typed.matchAll(/\$\{?([A-Z][A-Z_]*)/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !new RegExp(`(?:^|[\\s;(])${name}(?:=| in )`, "m").test(typed))
      .filter((name) => !ENVIRONMENT.has(name))
      .map((name) => `${page}: $${name}`);
  });
  expect([...new Set(unset)]).toEqual([]);
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
    "https://git.example.com/docs.git": gitHost().url("docs.git"),
    '"Handbook" https://github.com/example/docs': `"Handbook" ${gitHost().url("handbook.git")}`,
    '"Product" https://github.com/example/docs': `"Product" ${gitHost().url("product.git")}`,
  };
  const setup = { url, token: ada.token, before: givenTo(page), folder, instead };
  const ended = await runExamples(page, setup, {
    curl: (call) =>
      sendExample(call, refused).catch((error: unknown) => {
        failed.push(`${call.method} ${call.address.href}: ${String(error)}`);
        return "{}";
      }),
    lectern: async (call) => {
      const { code, printed, noted } = await runLectern(call);
      const said = noted.replaceAll(url, "http://127.0.0.1:4000");
      if (code !== 0) refused.push(`lectern ${call.args.join(" ")}: ${said}`);
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
