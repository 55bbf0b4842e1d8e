/** A disk that is full: on a small file system of the test's own, for which it has to be the administrator of a Linux. */
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchWatched } from "./ownAnswers.ts";
import { Program, type Run } from "./program.ts";

const TOKEN = "an administrator's token for tests";
const isRun = process.platform === "linux" && process.getuid?.() === 0;

let program: Program;
let disk = "";
beforeAll(async () => {
  if (!isRun) return;
  program = await Program.build();
  disk = join(program.folder(), "disk");
  mkdirSync(disk);
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=96m", "tmpfs", disk]);
});
afterAll(async () => {
  if (!isRun) return;
  // What was started has to be gone before its disk is.
  for (const run of started) await run.kill();
  execFileSync("umount", [disk]);
  await program.remove();
});

const started: Run[] = [];
function start(args?: readonly string[]): Run {
  const settings = { LECTERN_DATA_DIR: join(disk, "data"), PORT: "0", LECTERN_ADMIN_TOKEN: TOKEN };
  const run = program.start(settings, args);
  started.push(run);
  return run;
}

/** Takes all room that there is, to the last byte. */
function fill(): void {
  const file = join(disk, "filler");
  writeFileSync(file, "");
  for (let size = 2 ** 22; size >= 1; size /= 2) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size, "x"));
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe("ENOSPC");
    }
  }
}

const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
async function ask(address: string, body?: unknown): Promise<{ status: number; text: string }> {
  const method = body === undefined ? "GET" : "POST";
  const sent = body === undefined ? null : JSON.stringify(body);
  for (;;) {
    const answer = await fetchWatched(address, { method, headers, body: sent });
    const text = await answer.text();
    // On a busy machine the process may say so, now and then.
    if (!text.includes("The server is overloaded")) return { status: answer.status, text };
  }
}

test.runIf(isRun)(
  "a server starts on a full disk, serves what is there, says so, and goes on when there is room",
  async () => {
    const first = await start().ready();
    const { items } = JSON.parse((await ask(`${first.app}/v1/orgs`)).text);
    const spaces = `/v1/orgs/${items[0].id}/spaces`;
    expect((await ask(`${first.app}${spaces}`, { title: "Before" })).status).toBe(201);
    fill();
    await started[0]?.kill();

    // After a kill and after a stop, again and again: a start takes nothing that the next one needs.
    for (let round = 0; round < 2; round++) {
      const run = start();
      const { app, site } = await run.ready();
      fill();
      expect((await ask(`${app}${spaces}`)).text).toContain("Before");
      expect((await fetchWatched(site)).status).toBe(200);
      await expect
        .poll(() => ask(`${app}/readyz`))
        .toEqual({
          status: 503,
          text: JSON.stringify({ status: "unavailable", failing: { blobs: "the disk is full" } }),
        });
      // What little room the database has inside its own files may still be found: each write is done, or refused whole.
      let refused = await ask(`${app}${spaces}`, { title: "During" });
      for (let count = 0; refused.status === 201 && count < 2000; count++) {
        refused = await ask(`${app}${spaces}`, { title: "During" });
      }
      expect([refused.status, refused.text]).toEqual([503, expect.stringContaining("The disk is full")]);
      if (round < 1) expect(await run.stop()).toBe(0);
    }
    const doctor = start(["doctor"]);
    expect(await doctor.ended).toBe(1);
    expect(doctor.printed.join("\n")).toContain("is full: people can read everything");

    rmSync(join(disk, "filler"));
    const last = started.at(-2);
    const { app } = await (last as Run).ready();
    await expect.poll(async () => (await ask(`${app}/readyz`)).status).toBe(200);
    expect((await ask(`${app}${spaces}`, { title: "After" })).status).toBe(201);
    await expect.poll(() => last?.logged ?? "").toContain("there is room on the disk again");
  },
  300_000,
);
