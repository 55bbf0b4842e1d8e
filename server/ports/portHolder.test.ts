import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { portHolder } from "./portHolder.ts";

const folder = mkdtempSync(join(tmpdir(), "lectern-holder-"));
const program = join(folder, "listen.cjs");
writeFileSync(
  program,
  'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => console.log(s.address().port))',
);
afterAll(() => rmSync(folder, { recursive: true }));
const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

/** A program that listens, with these words behind it on its command line. */
async function listening(...words: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [program, ...words], { stdio: ["ignore", "pipe", "inherit"] });
  stops.push(() => child.kill("SIGKILL"));
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  return Number(port.toString());
}

test.runIf(process.platform === "linux")(
  "a program is told by its name and folder, without what may be secret of its command line",
  async () => {
    for (const word of ["--key=secret", "token=secret", "postgres://a:secret@host/"]) {
      const told = await portHolder(await listening(word));
      expect(told).toMatch(new RegExp(`^process \\d+ \\(.*node ${program}, in ${process.cwd()}\\)$`));
      expect(told).not.toContain("secret");
    }
  },
);

test("nothing is told of a port that nobody has", async () => {
  const port = await listening();
  stops.splice(0).forEach((stop) => stop());
  await expect.poll(() => portHolder(port)).toBe(undefined);
});
