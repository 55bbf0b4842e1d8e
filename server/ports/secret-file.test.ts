import { mkdtemp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { loadSecret } from "./secret-file.ts";
import { secretProblem } from "./secrets.ts";
import { StartRefused } from "./start-refused.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-secret-"));
});

describe("the secret in the data folder", () => {
  test("is made once, good enough, for the owner alone", async () => {
    const data = join(folder, "not", "yet");
    const secret = await loadSecret(data);
    expect(secretProblem(secret)).toBeUndefined();
    expect(await loadSecret(data)).toBe(secret);
    expect((await stat(join(data, "secret"))).mode & 0o777).toBe(0o600);
    expect(await readdir(data)).toEqual(["secret"]);
  });

  test("is the same for all who start at once", async () => {
    const secrets = await Promise.all(Array.from({ length: 20 }, () => loadSecret(folder)));
    expect(new Set(secrets).size).toBe(1);
    expect((await readFile(join(folder, "secret"), "utf8")).trim()).toBe(secrets[0]);
    expect(await readdir(folder)).toEqual(["secret"]);
  });

  test("an empty file is not silently replaced", async () => {
    await writeFile(join(folder, "secret"), "\n");
    await expect(loadSecret(folder)).rejects.toThrow(StartRefused);
  });
});
