/** `bin/build.js` on sources of a few lines: what it leaves in dist/, whatever happens while it builds. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  utimesSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "lectern-build-"));
const root = join(folder, "checkout");
const image = join(folder, "image");
afterAll(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const packageWith = (dependencies: Record<string, string>) =>
  JSON.stringify({ type: "module", dependencies });

const says = (word: string) => `export const run = async () => console.log(${JSON.stringify(word)});`;

beforeAll(() => {
  mkdirSync(root);
  cpSync(join(ROOT, "bin"), join(root, "bin"), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  write("package.json", packageWith({}));
  write("server/cli.ts", says("first"));
  write("server/site/bodies/renderWorker.ts", "export {};");
  write("server/workers/one.worker.ts", "export {};");
  write(
    "server/pages/buildAssets.ts",
    `import { mkdir, writeFile } from "node:fs/promises";
     export async function buildAssets(folder) {
       await mkdir(folder);
       await writeFile(folder + "/a.css", "");
       for (const program of ["console", "diagrams"])
         await writeFile(folder + "/" + program + ".json", JSON.stringify({ sources: [] }));
     }`,
  );
});

async function start(
  program: string,
  cwd = root,
  env = process.env,
): Promise<{ code: number | null; printed: string; logged: string }> {
  const child = spawn(process.execPath, [program], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let [printed, logged] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (logged += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, printed, logged };
}

const folders = () => readdirSync(root).filter((name) => name.startsWith("dist"));

/** Who builds says so, and who waits for that. */
const BUILDING = /^(Building: [^\n]+\n)?$/;

test("several first starts at once build and run, and leave one build", async () => {
  const starts = await Promise.all(Array.from({ length: 4 }, () => start("bin/lectern.js")));
  for (const start of starts)
    expect(start).toMatchObject({ code: 0, printed: "first\n", logged: expect.stringMatching(BUILDING) });
  expect(folders()).toEqual(["dist"]);
  expect(readdirSync(join(root, "dist"))).toEqual(
    expect.arrayContaining(["assets", "cli.js", "stamp", "workers"]),
  );
  // Whoever may read the sources may run the program: the image is built by root and run by another user.
  expect(statSync(join(root, "dist")).mode).toBe(statSync(join(root, "server")).mode);
});

test("what a killed build left an hour ago is removed by the next, and what one makes now is not", async () => {
  const [old, young] = ["dist.building-old", "dist.building-young"].map((name) => join(root, name));
  for (const folder of [old, young]) mkdirSync(String(folder));
  const then = Date.now() / 1000 - 2 * 3600;
  utimesSync(String(old), then, then);
  expect((await start("bin/build.js")).code).toBe(0);
  expect(folders()).toEqual(["dist", "dist.building-young"]);
  rmSync(String(young), { recursive: true });
});

test("a build that fails leaves the former one, and a later one replaces it", async () => {
  write("server/cli.ts", "this is no program");
  expect((await start("bin/build.js")).code).not.toBe(0);
  expect(folders()).toEqual(["dist"]);
  const former = await import(join(root, "dist/cli.js"));
  expect(former.run).toBeTypeOf("function");
  write("server/cli.ts", says("second"));
  const starts = await Promise.all(Array.from({ length: 3 }, () => start("bin/lectern.js")));
  for (const start of starts)
    expect(start).toMatchObject({ code: 0, printed: "second\n", logged: expect.stringMatching(BUILDING) });
  expect(folders()).toEqual(["dist"]);
});

test("packages are inside, with their licences, but for the dependencies", async () => {
  write(
    "server/cli.ts",
    `import { LRUCache } from "lru-cache";
     export async function run() {
       console.log(new LRUCache({ max: 3 }).max);
       console.log(await import("better-sqlite3").then(() => "there", (error) => error.code));
     }`,
  );
  write("package.json", packageWith({ "better-sqlite3": "1" }));
  expect((await start("bin/build.js")).logged).toBe("");
  const licenses = readFileSync(join(root, "dist/licenses.txt"), "utf8");
  expect(licenses).toMatch(/^lru-cache [\d.]+\n=+\n\n/m);
  expect(licenses).not.toContain("better-sqlite3");

  // As an image has it: no sources, none of the packages.
  for (const path of ["bin/lectern.js", "dist", "package.json"]) {
    cpSync(join(root, path), join(image, path), { recursive: true });
  }
  const { printed, logged } = await start("bin/lectern.js", image);
  expect([printed, logged]).toEqual(["3\nERR_MODULE_NOT_FOUND\n", ""]);
});

test("a bundle gives the names that Node gives of a package in the older form, and has no wide characters", async () => {
  write(
    "server/cli.ts",
    `export async function run() {
       const { SAML, default: all } = await import("@node-saml/node-saml");
       console.log(typeof SAML, all.SAML === SAML, /^[✓🔗]$/u.test("\u{1F517}"), "✓🔗".length);
     }`,
  );
  write("package.json", packageWith({}));
  const { printed, logged } = await start("bin/lectern.js");
  expect([printed, logged]).toEqual(["function true true 3\n", expect.stringMatching(BUILDING)]);
  const wide = readdirSync(join(root, "dist"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js"))
    .filter((name) => /[\u0100-\uffff]/.test(readFileSync(join(root, "dist", name), "utf8")));
  expect(wide).toEqual([]);
});

test("a dependency that no program imports fails the build", async () => {
  write("package.json", packageWith({ "left-behind": "1" }));
  const { code, logged } = await start("bin/build.js");
  expect(code).not.toBe(0);
  expect(logged).toContain("No program imports left-behind");
});

test("where production's packages alone were installed, the first start fetches what builds", async () => {
  // Stands for npm, which would ask the registry.
  const npm = join(folder, "npm.mjs");
  writeFileSync(
    npm,
    `import { symlinkSync } from "node:fs";
     if (process.argv.slice(2).join(" ") !== "ci --include=dev") process.exit(1);
     symlinkSync(${JSON.stringify(join(ROOT, "node_modules"))}, "node_modules");`,
  );
  rmSync(join(root, "node_modules"));
  rmSync(join(root, "dist"), { recursive: true });
  write("package.json", packageWith({}));
  write("server/cli.ts", says("third"));
  const { printed, logged } = await start("bin/lectern.js", root, { ...process.env, npm_execpath: npm });
  expect(printed).toBe("third\n");
  expect(logged).toMatch(/^Building: [^\n]+\nlectern: There is no build yet.*installing them\.\n$/);
});
