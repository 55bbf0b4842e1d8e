/**
 * Types the quick start of the manual, block by block, in a fresh clone, and says how long it took from `npm ci` to the
 * published page: by the clock, with what npm keeps of packages on this machine.
 *
 *     npx esbuild bench/quickStart.ts --bundle --platform=node --format=esm --packages=external \
 *       --outfile=node_modules/.cache/lectern/bench.mjs && node node_modules/.cache/lectern/bench.mjs
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Milliseconds that the start may take. */
const LONGEST = 600_000;

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "lectern-quick-"));
  const clone = join(folder, "lectern");
  execFileSync("git", ["clone", "--quiet", process.cwd(), clone]);
  const blocks = [
    ...readFileSync(join(clone, "docs/quick-start.md"), "utf8").matchAll(/^```bash\n([^]*?)^```$/gm),
  ];
  const [start = "", ...others] = blocks.map(([, code = ""]) => code);
  mkdirSync(join(clone, "my-docs"));
  writeFileSync(join(clone, "my-docs/README.md"), "# What I have\n");
  const began = performance.now();
  const server = typed(clone, start, { PORT: "0" });
  try {
    const { app, token } = await started(server);
    const ready = performance.now();
    const script = others
      .join("\n")
      .replaceAll("http://127.0.0.1:4000", app)
      .replace(/^TOKEN=.*$/m, `TOKEN=${token}`);
    const said = await outputOf(typed(clone, `set -eu\n${script}`, {}));
    const published = /^http\S+$/m.exec(said)?.[0] ?? "";
    const page = await (await fetch(published)).text();
    if (!page.includes("This is my first page.")) throw new Error(`The page is not at ${published}: ${said}`);
    const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(1)} s`;
    console.log(`npm ci and the first start: ${seconds(began, ready)}`);
    console.log(`the other blocks: ${seconds(ready, performance.now())}`);
    console.log(`from npm ci to one's own published page: ${seconds(began, performance.now())}`);
  } finally {
    if (server.pid !== undefined && server.exitCode === null) {
      process.kill(-server.pid, "SIGTERM");
      await once(server, "close");
    }
    rmSync(folder, { recursive: true });
  }
}

/** A shell in which a block is typed, in a process group of its own, so that it can be ended with what it has begun. */
function typed(folder: string, block: string, env: NodeJS.ProcessEnv): ChildProcess {
  return spawn("bash", ["-c", block], {
    cwd: folder,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** What the first start prints: where the server is, and the token of its administrator. */
async function started(server: ChildProcess): Promise<{ app: string; token: string }> {
  const late = AbortSignal.timeout(LONGEST);
  let said = "";
  for await (const text of server.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    said += String(text);
    const [app, token] = [/^Lectern +(\S+)/m.exec(said)?.[1], /^API token +(\S+)/m.exec(said)?.[1]];
    if (app !== undefined && token !== undefined) {
      // What it prints later is read by nobody, and must not fill the pipe.
      server.stdout?.resume();
      return { app, token };
    }
    late.throwIfAborted();
  }
  throw new Error(`The start ended: ${said}`);
}

async function outputOf(shell: ChildProcess): Promise<string> {
  let said = "";
  shell.stdout?.on("data", (text) => (said += String(text)));
  const [code] = (await once(shell, "close")) as [number | null];
  if (code !== 0) throw new Error(`The shell ended with ${code}: ${said}`);
  return said;
}

await main();
