/** Our client library against this server on a socket: its recipes as written, and a network that loses things. */
import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, request as open, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLectern, type Lectern } from "../../sdk/src/index.ts";
import { launchBrowser } from "./browser.ts";
import { newFolder } from "./folders.ts";
import { type Person, useWorld } from "./harness.ts";

const isFull = process.env["LECTERN_TEST_TIER"] === "full";
const ROOT = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

const world = useWorld();
let ada: Person;
let url: string;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  url = await world().app.listen({ host: "127.0.0.1", port: 0 });
});

async function bundle(source: string): Promise<Buffer> {
  const built = await build({
    stdin: { contents: source, resolveDir: join(ROOT, "sdk/src"), loader: "ts" },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
  });
  return Buffer.from(built.outputFiles[0]?.contents ?? []);
}

describe("the recipes of the documentation", () => {
  const page = readFileSync(join(ROOT, "docs/api/client.md"), "utf8");
  const recipes: readonly (readonly [string, string])[] = [
    ...page.matchAll(/^## (.+)$[^]*?^```js\n([^]*?)^```$/gm),
  ].map(([, title = "", code = ""]) => [title, code]);
  const printed: Readonly<Record<string, RegExp>> = {
    "From nothing to a published site": /^http:\/\/sites\.test\/acme\/handbook\/?\n$/,
    "Read a list to its end": /^(?:.+\n)+\d+ 1 [01]\n$/,
    "Change what you have seen": /^Read it again: Our notes\n$/,
    "Tell errors apart": /^true not-found true\n\/title\n$/,
    "Import with progress": /^(?:\d+ of \d+\n)*imported 1 of 1\n$/,
    "Add a picture to a page": /^dot\.gif\n$/,
    "Export everything": /^application\/zip\n$/,
    "Send once, stop when you want": /^true\n$/,
    "Receive webhooks": /^$/,
    "One call alone": /^ada\n$/,
  };
  let folder: string;

  let packed: { readonly filename: string; readonly files: readonly { readonly path: string }[] };

  // As the page says: packed, and installed from the archive.
  beforeAll(async () => {
    folder = newFolder("recipes");
    const checkout = newFolder("recipes-checkout");
    for (const path of ["sdk", "tsconfig.json"])
      cpSync(join(ROOT, path), join(checkout, path), { recursive: true });
    symlinkSync(join(ROOT, "node_modules"), join(checkout, "node_modules"));
    const pack = await run("npm", ["pack", "./sdk", "--json"], { cwd: checkout });
    [packed] = JSON.parse(pack.stdout.slice(pack.stdout.indexOf("[\n")));
    writeFileSync(join(folder, "package.json"), '{"private":true}');
    const archive = join(checkout, packed.filename);
    await run("npm", ["install", archive, "--offline", "--no-audit", "--no-fund"], { cwd: folder });
  });

  test("begin with a package that has what it needs, under MIT, and nothing of others", () => {
    const made = (name: string) => [`dist/${name}.d.ts`, `dist/${name}.js`];
    const sources = ["calls", "client", "faults", "index", "upload", "webhook", "work"];
    const generated = ["generated/functions", "generated/lectern", "generated/schemas"];
    expect(packed.files.map(({ path }) => path).toSorted()).toEqual([
      "LICENSE",
      "README.md",
      ...[...sources.slice(0, 3), ...generated, ...sources.slice(3)].flatMap(made),
      "package.json",
    ]);
    const home = join(folder, "node_modules/lectern-client");
    const { license, ...about } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
    expect(license).toBe("MIT");
    expect(readFileSync(join(home, "LICENSE"), "utf8")).toMatch(/^MIT License\n/);
    expect(Object.keys(about).filter((name) => /dependencies$/i.test(name))).toEqual([]);
    expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "lectern-client",
    ]);
  });

  test("go with a package that bundlers for browsers take as it is", async () => {
    const contents = `import { createLectern } from "lectern-client"; globalThis.createLectern = createLectern;`;
    for (const minify of [true, false]) {
      const { warnings } = await build({
        stdin: { contents, resolveDir: folder },
        bundle: true,
        minify,
        write: false,
        format: "esm",
        platform: "browser",
      });
      expect(warnings).toEqual([]);
    }
    // Other bundlers leave a name alone that is made where it is used only if they are told to, anywhere in the call.
    const made = readFileSync(join(folder, "node_modules/lectern-client/dist/upload.js"), "utf8");
    expect(made).toMatch(/ import\(.*\/\* webpackIgnore: true \*\/ \/\* @vite-ignore \*\/ name\)/);
  });

  test("are ten, and all have an expectation", () => {
    expect(recipes.map(([title]) => title)).toEqual(Object.keys(printed));
  });

  // One after the other: the list of the second has what the first made.
  test.each(recipes)("%s", (title, code) => follow(process.execPath, [], title, code));

  async function follow(
    program: string,
    args: readonly string[],
    title: string,
    code: string,
  ): Promise<void> {
    const file = join(folder, "recipe.mjs");
    // A receiver waits for what is sent to it: here it ends once it listens.
    const ended = code.includes("server.listen")
      ? `${code}server.once("listening", () => server.close());\n`
      : code;
    writeFileSync(file, ended);
    const going = run(program, [...args, file], {
      cwd: folder,
      env: {
        ...process.env,
        LECTERN_URL: url,
        LECTERN_TOKEN: ada.token,
        WEBHOOK_PORT: "0",
        WEBHOOK_SECRET: "whsec_c2VjcmV0",
      },
    });
    const stopJobs = await world().startJobs();
    const { stdout, stderr } = await going.finally(stopJobs);
    expect(stderr).toBe("");
    expect(stdout).toMatch(printed[title] as RegExp);
  }

  // Two runtimes of a hundred megabytes each are fetched for the full tier alone.
  describe.runIf(isFull)("in other runtimes", () => {
    const RUNTIMES = { bun: ["run"], deno: ["run", "-A", "--quiet", "--node-modules-dir=manual"] } as const;
    let programs: string;

    beforeAll(async () => {
      programs = newFolder("runtimes");
      writeFileSync(join(programs, "package.json"), '{"private":true}');
      await run("npm", ["install", "--no-audit", "--no-fund", "bun@1.4.5", "deno@2.9.6"], { cwd: programs });
    });

    describe.each(Object.entries(RUNTIMES))("%s", (name, args) => {
      // The first names the site that it makes: a second one of that name has another address.
      test.each(recipes.slice(1))("%s", (title, code) =>
        follow(join(programs, "node_modules/.bin", name), args, title, code),
      );
    });
  });
});

describe("a network that loses things", () => {
  const WRITES = isFull ? 10_000 : 100;
  const AT_ONCE = 50;
  const LOST_MS = 2000;
  let silence = 0.02;
  let proxy: Server;
  let through: string;
  let seed = 20261122;
  const counts = { dropped: 0, unheard: 0, silent: 0, refused: 0, passed: 0 };

  /** The same faults in every run: a linear congruential generator (Numerical Recipes' constants). */
  const draw = (): number => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;

  beforeAll(async () => {
    proxy = createServer((request, response) => {
      const fault = draw();
      if (fault < 0.1) {
        counts.dropped++;
        request.socket.destroy();
        return;
      }
      if (fault < 0.2) {
        counts.refused++;
        request.resume();
        response.writeHead(503, { "content-type": "application/json", "retry-after": "0" });
        response.end('{"error":{"code":503,"message":"Later.","type":"unavailable"}}');
        return;
      }
      const forward = open(
        url + request.url,
        { method: request.method, headers: request.headers },
        (answer) => {
          // Done, and nobody hears of it.
          if (fault < 0.35) {
            counts.unheard++;
            answer.resume().on("end", () => request.socket.destroy());
          } else if (fault < 0.35 + silence) {
            counts.silent++;
            answer.resume();
          } else {
            counts.passed++;
            response.writeHead(answer.statusCode ?? 502, answer.headers);
            answer.pipe(response);
          }
        },
      );
      forward.on("error", () => request.socket.destroy());
      request.pipe(forward);
    });
    await once(proxy.listen(0, "127.0.0.1"), "listening");
    through = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    proxy.closeAllConnections();
    proxy.close();
  });

  test(`finds no duplicate in ${WRITES} writes, and none missing`, async () => {
    // Another name each time that the test is tried.
    const batch = `batch ${counts.passed}`;
    const lectern = createLectern({ url: through, token: ada.token, timeout: LOST_MS, retries: 40 });
    const team = await lectern.teams.create(world().organization, { title: "Writers" });
    const made: string[] = [];
    let next = 0;
    async function write(): Promise<void> {
      for (let number = next++; number < WRITES; number = next++) {
        const { id } = await lectern.tokens.create({ label: `${batch} number ${number}` });
        made.push(id);
        if (number % 10 === 0)
          await lectern.teams.update(world().organization, team.id, { title: `Team ${number}` });
        // The second time it would not be there.
        if (number % 10 === 5) await lectern.tokens.delete(id);
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, write));
    expect(new Set(made).size).toBe(WRITES);
    const labels: string[] = [];
    const direct = createLectern({ url, token: ada.token });
    for await (const { label } of direct.tokens.list({ limit: 1000 })) labels.push(label);
    const expected = Array.from({ length: WRITES }, (_, number) => `${batch} number ${number}`).filter(
      (_, number) => number % 10 !== 5,
    );
    expect(labels.filter((label) => label.startsWith(`${batch} `)).toSorted()).toEqual(expected.toSorted());
    // Every kind of fault was met.
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
  });

  test("takes a file of more than 8 MB in parts, and it comes out as it was", async () => {
    // A part is given the minutes that a slow line takes for it, so that a silence would be waited for until then.
    silence = 0;
    const lectern = createLectern({ url: through, token: ada.token, timeout: LOST_MS * 5, retries: 40 });
    const space = await lectern.spaces.create(world().organization, { title: "Large" });
    const content = randomBytes(2 * 8 * 2 ** 20 + 5);
    const stream = new Blob([content]).stream();
    const file = await lectern.spaces.files.upload(space.id, { name: "a.bin", stream, size: content.length });
    const { downloadURL, size } = await lectern.spaces.files.get(space.id, file.id);
    expect([size, typeof downloadURL]).toEqual([content.length, "string"]);
    const { hash } = await world()
      .deps.db.read.selectFrom("blobs")
      .select("hash")
      .where("size", "=", content.length)
      .executeTakeFirstOrThrow();
    expect(hash).toBe(createHash("sha256").update(content).digest("hex"));
  });
});

describe("in a browser", () => {
  test("asks from a page of another origin", async () => {
    const script = await bundle(
      `import { createLectern, verifyWebhook } from "./index.ts"; Object.assign(globalThis, { createLectern, verifyWebhook });`,
    );
    const site = createServer(
      (_, response) => void response.setHeader("content-type", "text/html").end("<p>Hi"),
    );
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await once(site.listen(0, "127.0.0.1"), "listening");
      await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
      await page.addScriptTag({ content: script.toString(), type: "module" });
      await page.waitForFunction(() => "createLectern" in globalThis);
      const said = await page.evaluate(
        async ({ at, token, organization }) => {
          const { createLectern: make } = globalThis as unknown as { createLectern: typeof createLectern };
          const lectern: Lectern = make({ url: at, token });
          const { id } = await lectern.spaces.create(organization, { title: "From a page" });
          const file = new File(["# From a file\n"], "file.md", { type: "text/markdown" });
          await lectern.spaces.content.import(id, file, { source: "markdown" });
          const { pages } = await lectern.spaces.pages.list(id);
          return (pages as readonly { readonly title: string }[]).map(({ title }) => title);
        },
        { at: url, token: ada.token, organization: world().organization },
      );
      expect(said).toEqual(["From a file"]);
      const order = `import { createLectern } from "./index.ts";
        const lectern = createLectern({ url: ${JSON.stringify(url)}, token: ${JSON.stringify(ada.token)} });
        const bytes = new Blob(["by a worker"]);
        lectern.spaces.create(${JSON.stringify(world().organization)}, { title: "From a worker" })
          .then(({ id }) => lectern.spaces.files.upload(id, { name: "a.txt", content: bytes }))
          .then(({ name, size }) => postMessage([name, size]), (error) => postMessage(String(error)));`;
      const answered = page.evaluate(
        (text) =>
          new Promise((done) => {
            const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
            const { Worker: Thread } = globalThis as unknown as {
              Worker: new (from: string, how: object) => EventTarget;
            };
            const worker = new Thread(address, { type: "module" });
            const tell = (event: Event): void => done("data" in event ? event.data : String(event.type));
            for (const name of ["message", "error"]) worker.addEventListener(name, tell);
          }),
        (await bundle(order)).toString(),
      );
      expect(await answered).toEqual(["a.txt", 11]);
    } finally {
      await browser.close();
      site.close();
    }
  });
});
