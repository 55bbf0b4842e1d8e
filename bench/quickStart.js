#!/usr/bin/env node
// Types the quick start of the manual, block by block, in a fresh clone, and says how long each part took by the clock:
//
//     node bench/quickStart.js                what a newcomer does; npm takes what this machine has kept of packages
//     node bench/quickStart.js --installed    links the packages of this checkout in the place of `npm ci`
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** What the manual promises, in milliseconds. */
const LONGEST = 3 * 60_000;
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const folder = mkdtempSync(join(tmpdir(), "lectern-quick-"));
const clone = join(folder, "lectern");
let server;
try {
  execFileSync("git", ["clone", "--quiet", root, clone]);
  mkdirSync(join(clone, "my-docs"));
  writeFileSync(join(clone, "my-docs/README.md"), "# What I have\n");
  const manual = readFileSync(join(clone, "docs/quick-start.md"), "utf8");
  const [first = "", ...others] = [...manual.matchAll(/^```bash\n([^]*?)^```$/gm)].map(([, code]) => code);
  const [install = "", start = ""] = first.split("&&");
  const typing = performance.now();

  await timed("npm ci", async () => {
    if (process.argv.includes("--installed")) linkPackages();
    else await outputOf(typed(install));
  });
  const began = performance.now();
  server = typed(start, { PORT: "0", LECTERN_PUBLIC_URL: "", LECTERN_ADMIN_TOKEN: "" });
  const { app, token } = await timed("npm start, until it says where it is", started);
  const script = others
    .join("\n")
    .replaceAll("http://127.0.0.1:4000", app)
    .replace(/^TOKEN=.*$/m, `TOKEN=${token}`);
  await timed("the other blocks, until the own page is published", async () => {
    const said = await outputOf(typed(`set -eu\n${script}`));
    const published = /^http\S+$/m.exec(said)?.[0];
    if (published === undefined) throw new Error(`No address was printed: ${said}`);
    const page = await (await fetch(published)).text();
    if (!page.includes("This is my first page.")) throw new Error(`The page is not at ${published}: ${said}`);
  });
  console.log(`from npm start to one's own published page: ${seconds(began)}`);
  console.log(`from npm ci: ${seconds(typing)}`);
  if (performance.now() - typing > LONGEST) {
    console.error("That is more than the three minutes that the manual promises.");
    process.exitCode = 1;
  }
} finally {
  if (server?.pid !== undefined && server.exitCode === null) {
    process.kill(-server.pid, "SIGTERM");
    await once(server, "close");
  }
  rmSync(folder, { recursive: true });
}

async function timed(what, work) {
  const from = performance.now();
  const result = await work();
  console.log(`${what}: ${seconds(from)}`);
  return result;
}

function seconds(from) {
  return `${((performance.now() - from) / 1000).toFixed(1)} s`;
}

/** Native packages are compiled where no binary can be fetched: minutes, and nothing that the quick start is about. */
function linkPackages() {
  execFileSync("cp", ["-al", join(root, "node_modules"), join(clone, "node_modules")]);
}

/** A shell in which a block is typed, in a process group of its own, so that it can be ended with what it has begun. */
function typed(block, env = {}) {
  return spawn("bash", ["-c", block], {
    cwd: clone,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** What the first start prints: where the server is, and the token of its administrator. */
function started() {
  return new Promise((resolve, reject) => {
    let said = "";
    server.stdout.on("data", (text) => {
      said += String(text);
      const [app, token] = [/^Lectern +(\S+)/m.exec(said)?.[1], /^API token +(\S+)/m.exec(said)?.[1]];
      if (app !== undefined && token !== undefined) resolve({ app, token });
    });
    server.on("close", () => reject(new Error(`The start ended: ${said}`)));
  });
}

async function outputOf(shell) {
  let said = "";
  shell.stdout.on("data", (text) => (said += String(text)));
  const [code] = await once(shell, "close");
  if (code !== 0) throw new Error(`The shell ended with ${code}: ${said}`);
  return said;
}
