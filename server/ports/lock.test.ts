import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { lockFolder } from "./lock.ts";
import { StartRefused } from "./start-refused.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-lock-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("the lock of a data folder", () => {
  test("is held by one, who is named in one line to the others, until he lets go", async () => {
    const release = await lockFolder(folder, { shared: false });
    const refusal = await lockFolder(folder, { shared: false }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartRefused);
    expect(String(refusal)).toContain(`process ${process.pid} on `);
    expect(String(refusal)).not.toContain("\n");
    await release();
    const again = await lockFolder(folder, { shared: false });
    await again();
    await again();
  });

  test("makes a folder that is not there", async () => {
    const release = await lockFolder(join(folder, "not", "yet"), { shared: false });
    await release();
  });

  test("is one per folder", async () => {
    const other = await mkdtemp(join(tmpdir(), "lectern-lock-"));
    const releases = [
      await lockFolder(folder, { shared: false }),
      await lockFolder(other, { shared: false }),
    ];
    for (const release of releases) await release();
    await rm(other, { recursive: true });
  });

  test("does not keep those apart who share the folder", async () => {
    const releases = await Promise.all([1, 2].map(() => lockFolder(folder, { shared: true })));
    for (const release of releases) await release();
  });

  test("of another process holds while it lives and ends when it is killed", async () => {
    const script = `
      const lock = new (require("better-sqlite3"))(process.argv[1] + "/lock.db");
      lock.exec("begin exclusive");
      require("node:fs").writeFileSync(process.argv[1] + "/lock-holder", "process 1 on elsewhere");
      process.send("held");
      setInterval(() => lock.open, 1000);`;
    const other = fork("-e", [script, folder], { execArgv: [] });
    await once(other, "message");
    await expect(lockFolder(folder, { shared: false })).rejects.toThrow("process 1 on elsewhere");
    other.kill("SIGKILL");
    await once(other, "exit");
    const release = await lockFolder(folder, { shared: false });
    expect(await readFile(join(folder, "lock-holder"), "utf8")).toContain(`process ${process.pid} `);
    await release();
  });
});
