/**
 * What the built program loads when it is first asked for, each once: a bundle can lack what the sources have, and only
 * the built program shows it.
 */
import { readFileSync, statSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { docxOf } from "../importers/docx.fixture.ts";
import { craftZip } from "../importers/zip.fixture.ts";
import { idpKeys } from "../access/saml/idp.fixture.ts";
import { startBucket } from "../ports/s3-bucket.fixture.ts";
import { fetchWatched } from "./ownAnswers.ts";
import { Program, type Run } from "./program.ts";

const TOKEN = "an administrator's token for tests";
const EMAIL = "ada@example.com";
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==",
  "base64",
);

let program: Program;
let bucket: Awaited<ReturnType<typeof startBucket>>;
let run: Run;
let app: string;
let site: string;
let organization: string;
let space: string;
let data: string;
const letters: string[] = [];
const smtp: SMTPServer = new SMTPServer({
  disabledCommands: ["STARTTLS", "AUTH"],
  onData: (stream, _session, answer) => {
    void text(stream).then((letter) => {
      letters.push(letter);
      answer();
    });
  },
});

beforeAll(async () => {
  program = await Program.build();
  bucket = await startBucket(program.folder());
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  const settings = await program.install();
  data = join(String(settings["LECTERN_DATA_DIR"]), "deep", "below");
  run = program.start({
    ...settings,
    ...bucket.env,
    LECTERN_DATA_DIR: data,
    LECTERN_ADMIN_TOKEN: TOKEN,
    LECTERN_ADMIN_EMAIL: EMAIL,
    LECTERN_BLOB_URL: bucket.url,
    LECTERN_MAIL_FROM: "docs@example.com",
    LECTERN_SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
  });
  ({ app, site } = await run.ready());
  organization = `/orgs/${(await ask("/orgs")).items[0].id}`;
  // The documentation's, which is a site.
  space = `/spaces/${(await ask(`${organization}/spaces`)).items[0].id}`;
});
// The program keeps its connection until it ends.
smtp.on("error", () => undefined);
afterAll(async () => {
  await program.remove();
  await bucket.stop();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

/** Asks an operation, and sends the body if there is one. */
// oxlint-disable-next-line typescript/no-explicit-any -- a body is whatever the test asserts it to be
async function ask(path: string, body?: object): Promise<any> {
  const isForm = body instanceof FormData;
  const answer = await fetchWatched(`${app}/v1${path}`, {
    headers: {
      authorization: `Bearer ${TOKEN}`,
      ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { method: "POST", body: isForm ? body : JSON.stringify(body) }),
  });
  const said = await answer.text();
  expect([path, answer.status, answer.ok ? "" : said]).toEqual([path, expect.any(Number), ""]);
  return JSON.parse(said);
}

function fileOf(name: string, bytes: Uint8Array, field = "file"): FormData {
  const form = new FormData();
  form.set(field, new Blob([new Uint8Array(bytes)]), name);
  return form;
}

/** Looks until it is there, two minutes at least. */
async function until<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (let looks = 0; looks < 6000; looks++) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error("It never came.");
}

const bytesOf = async (url: string) => Buffer.from(await (await fetchWatched(url)).arrayBuffer());

test("a folder that isn't there yet is made, with its parents", () => {
  expect(statSync(data).isDirectory()).toBe(true);
});

test("a file is kept in a bucket, and comes from there", async () => {
  const { downloadURL } = await ask(`${space}/content/files`, fileOf("dot.png", PNG));
  expect(await bytesOf(downloadURL)).toEqual(PNG);
});

test("a document of Word is imported", async () => {
  await ask(`${space}/content/import`, fileOf("plan.docx", docxOf(PNG)));
  const { pages } = await ask(`${space}/content/pages`);
  expect(pages.map(({ title }: { title: string }) => title)).toContain("The plan");
});

test("an archive is imported, and the space exported as one", async () => {
  const archive = craftZip([
    { name: "zipped.md", bytes: "# Zipped\n\n安装\n\n$$x^2$$\n\n```rust\nfn main() {}\n```\n" },
    { name: "left.html", bytes: "<h1>Left</h1><p>As it was.</p>" },
  ]);
  await ask(`${space}/content/import`, fileOf("pages.zip", archive));
  const exported = await fetchWatched(`${app}/v1${space}/export`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  const bytes = Buffer.from(await exported.arrayBuffer());
  expect(bytes.subarray(0, 2).toString()).toBe("PK");
  expect(bytes.includes("zipped.md")).toBe(true);
});

test("formulas are set and code is coloured", async () => {
  const html = await (await fetchWatched(new URL("zipped", `${site.replace(/\/$/, "")}/`))).text();
  expect(html).toContain("<math");
  expect(html).toMatch(/<span class="[^"]+">fn/);
});

test("a page is printed, Chinese too", async () => {
  const { id } = await ask(`${space}/content/path/zipped`);
  const { url } = await ask(`${space}/pdf?only=true&page=${id}`);
  const bytes = await bytesOf(url);
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  // By the font that comes with the program, which it finds from where it is built.
  expect(bytes.includes("NotoSansCJKsc")).toBe(true);
});

test("a page of a site has a picture where its address is shared", async () => {
  const page = await (await fetchWatched(site)).text();
  const [, card = ""] = /<meta property="og:image" content="([^"]+)"/.exec(page) ?? [];
  expect((await bytesOf(card)).subarray(1, 4).toString()).toBe("PNG");
});

test.each([
  ["JSON", JSON.stringify({ openapi: "3.1.0", info: { title: "J", version: "1" }, paths: {} })],
  ["YAML", "openapi: 3.1.0\ninfo: { title: Y, version: '1' }\npaths: {}\n"],
  ["Swagger", JSON.stringify({ swagger: "2.0", info: { title: "S", version: "1" }, paths: {} })],
])("a description of an API is read: %s", async (name, source) => {
  const slug = name.toLowerCase();
  await ask(`${organization}/openapi`, { slug, source: { text: source } });
  const done = await until(async () => {
    const spec = await ask(`${organization}/openapi/${slug}`);
    return /^(pending|progress)$/.test(spec.processingState) ? undefined : spec;
  });
  expect(done).toMatchObject({ processingState: "complete" });
});

test("a provider of SAML is told where to answer, and people are sent to it", async () => {
  const { service } = await ask(`${organization}/saml`, {
    label: "Okta",
    ssoURL: "https://idp.example.com/sso",
    entityID: "https://idp.example.com/metadata",
    certificate: idpKeys().certificate,
  });
  expect(await (await fetchWatched(service.entityID)).text()).toContain("AssertionConsumerService");
  const start = await fetchWatched(service.startURL, { redirect: "manual" });
  expect([start.status, start.headers.get("location")]).toEqual([
    302,
    expect.stringContaining("https://idp.example.com/sso?SAMLRequest="),
  ]);
});

const post = (path: string, body: FormData | URLSearchParams, cookie = "") =>
  fetchWatched(app + path, {
    method: "POST",
    body,
    redirect: "manual",
    headers: { origin: app, ...(cookie === "" ? {} : { cookie }) },
  });

test("a letter lets somebody in, who chooses a password and a picture", async () => {
  expect((await post("/sign-in/link", new URLSearchParams({ email: EMAIL }))).status).toBe(200);
  const letter = await until(() => letters[0]);
  const link = /http:\S+\/sign-in\/link\/[\w-]+/.exec(letter.replaceAll("=\r\n", ""))?.[0] ?? "";
  const entered = await post(new URL(link).pathname, new URLSearchParams({ by: "link" }));
  const cookie = entered.headers
    .getSetCookie()
    .map((set) => set.split(";")[0])
    .join("; ");
  expect((await post("/account/photo", fileOf("me.png", PNG, "file"), cookie)).headers.get("location")).toBe(
    "/account?done=photo",
  );
  const password = "correct horse battery staple";
  const chosen = new URLSearchParams({ password, again: password });
  expect((await post("/account/password", chosen, cookie)).status).toBe(303);
  expect((await post("/sign-in", new URLSearchParams({ email: EMAIL, password }))).status).toBe(303);
});

test("nothing of what every start loads has characters that V8 keeps in twice the memory", () => {
  const seen = new Set<string>();
  const wide: string[] = [];
  const read = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const code = readFileSync(file, "utf8");
    const at = code.search(/[\u0100-\uffff]/);
    // A small one may: it's the program's own chunks that count.
    if (at >= 0 && code.length > 50_000) wide.push(`${file}: ${code.slice(Math.max(0, at - 60), at + 10)}`);
    for (const [, chunk = ""] of code.matchAll(/\bfrom"(\.\/[^"]+)"|\bimport"(\.\/[^"]+)"/g)) {
      if (chunk !== "") read(join(dirname(file), chunk));
    }
  };
  const [, main = ""] =
    /import\("\.\/(main-\w+\.js)"\)/.exec(readFileSync(join(program.dist, "cli.js"), "utf8")) ?? [];
  for (const name of ["cli.js", main]) read(join(program.dist, name));
  expect(seen.size).toBeGreaterThan(5);
  expect(wide).toEqual([]);
});
