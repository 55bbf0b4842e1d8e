/** An import of a large space through the real program: 129 MB in 801 files. */
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchWatched } from "./ownAnswers.ts";
import { Program, type Run } from "./program.ts";

const TOKEN = "an administrator's token for tests";
const isFull = process.env["LECTERN_TEST_TIER"] === "full";
const isLinux = process.platform === "linux";

const PAGES = 300;
const PICTURES = 500;
const PAGE_BYTES = 30_000;
const PICTURE_BYTES = 240_000;
/** What the process may take beside what it had, in megabytes: less than the archive of 129 MB, which it never holds as a whole. */
const MOST_MEMORY = 100;

let program: Program;
let settings: Record<string, string>;
let folder: string;
let run: Run;
let app: string;
let organization: string;

beforeAll(async () => {
  if (!isFull) return;
  program = await Program.build();
  settings = { ...(await program.install()), LECTERN_ADMIN_TOKEN: TOKEN };
  folder = join(program.folder(), "large");
  const words = "What this setting is for, and what becomes of a server without it. ";
  for (let n = 0; n < PAGES; n++) {
    const text = `# Page ${n}\n\n![](pictures/${n}.png) [next](page-${(n + 1) % PAGES}.md)\n\n`;
    write(`page-${n}.md`, text + words.repeat(PAGE_BYTES / words.length));
  }
  const shown: string[] = [];
  for (let n = 0; n < PICTURES; n++) {
    write(`pictures/${n}.png`, randomBytes(PICTURE_BYTES));
    shown.push(`![](pictures/${n}.png)\n\n`);
  }
  write("README.md", `# Pictures\n\n${shown.join("")}`);
  run = program.start(settings);
  ({ app } = await run.ready());
  organization = (await ask("/orgs")).items[0].id;
});
afterAll(() => program?.remove());

function write(path: string, bytes: string | Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), bytes);
}

// oxlint-disable-next-line typescript/no-explicit-any -- a body is whatever the test asserts it to be
async function ask(path: string): Promise<any> {
  const answer = await fetchWatched(`${app}/v1${path}`, { headers: { authorization: `Bearer ${TOKEN}` } });
  expect([path, answer.ok]).toEqual([path, true]);
  return answer.json();
}

const spaces = async (): Promise<string[]> =>
  (await ask(`/orgs/${organization}/spaces?limit=100`)).items.map(({ title }: { title: string }) => title);

/** Megabytes that the process has had at most, or has. */
function memory(which: "VmHWM" | "VmRSS"): number {
  const status = readFileSync(`/proc/${run.child.pid}/status`, "utf8");
  return Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}

const importNew = (): Run =>
  program.start(settings, ["import", folder, "--new", "Large", "--url", app, "--token", TOKEN]);

test.runIf(isFull)("is cancelled while the server works, and leaves no space", async () => {
  const before = await spaces();
  const importing = importNew();
  const working = async (): Promise<boolean> => {
    const { items } = await ask(`/orgs/${organization}/jobs?limit=100`);
    return items.some(({ status, progress }: any) => status === "running" && progress !== undefined);
  };
  await expect.poll(working, { interval: 5, timeout: 120_000 }).toBe(true);
  expect(await spaces()).toContain("Large");
  expect(await importing.stop("SIGINT")).toBe(130);
  expect(await spaces()).toEqual(before);
});

test.runIf(isFull && isLinux)("comes whole, and the process stays as small as it was", async () => {
  // What it had at most is counted from here.
  writeFileSync(`/proc/${run.child.pid}/clear_refs`, "5");
  const before = memory("VmRSS");
  const importing = importNew();
  expect(await importing.ended).toBe(0);
  expect(importing.printed.at(-1)).toMatch(
    new RegExp(`^${PAGES + PICTURES + 1} of ${PAGES + PICTURES + 1} imported`),
  );
  expect(memory("VmHWM") - before).toBeLessThan(MOST_MEMORY);
});
