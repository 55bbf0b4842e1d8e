/** `bin/build.js` on sources of a few lines: what it leaves in dist/, whatever happens while it builds. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const root = mkdtempSync(join(tmpdir(), "lectern-build-"));
afterAll(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const says = (word: string) => `export const run = async () => console.log(${JSON.stringify(word)});`;

beforeAll(() => {
  cpSync(join(ROOT, "bin"), join(root, "bin"), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  write("package.json", '{ "type": "module" }');
  write("server/cli.ts", says("first"));
  write("server/site/serve/renderWorker.ts", "export {};");
  write("server/workers/one.worker.ts", "export {};");
  write(
    "server/site/assets/build.ts",
    `import { mkdir, writeFile } from "node:fs/promises";
     export async function buildAssets(folder) {
       await mkdir(folder);
       await writeFile(folder + "/a.css", "");
     }`,
  );
});

async function start(program: string): Promise<{ code: number | null; printed: string; logged: string }> {
  const child = spawn(process.execPath, [program], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let [printed, logged] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (logged += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, printed, logged };
}

const folders = () => readdirSync(root).filter((name) => name.startsWith("dist"));

test("several first starts at once build and run, and leave one build", async () => {
  const starts = await Promise.all(Array.from({ length: 4 }, () => start("bin/lectern.js")));
  for (const { code, printed, logged } of starts) expect([code, printed, logged]).toEqual([0, "first\n", ""]);
  expect(folders()).toEqual(["dist"]);
  expect(readdirSync(join(root, "dist"))).toEqual(
    expect.arrayContaining(["assets", "cli.js", "stamp", "workers"]),
  );
});

test("a build that fails leaves the former one, and a later one replaces it", async () => {
  write("server/cli.ts", "this is no program");
  expect((await start("bin/build.js")).code).not.toBe(0);
  expect(folders()).toEqual(["dist"]);
  const former = await import(join(root, "dist/cli.js"));
  expect(former.run).toBeTypeOf("function");
  write("server/cli.ts", says("second"));
  const starts = await Promise.all(Array.from({ length: 3 }, () => start("bin/lectern.js")));
  for (const { code, printed, logged } of starts)
    expect([code, printed, logged]).toEqual([0, "second\n", ""]);
  expect(folders()).toEqual(["dist"]);
});
