/** The secret of an installation and a restore: it is kept with the rows, and another one is said. */
import { existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../cli.ts";
import { useCommands } from "./withoutServer.fixture.ts";

const { folder, dataDir, lectern } = useCommands();

test("a restore keeps the backup's secret, and says when there is another", async () => {
  expect((await lectern("user", "create", "zoe@example.com")).code).toBe(0);
  const target = join(folder, "backup");
  expect((await lectern("backup", target, "--with-secret")).code).toBe(0);
  const secret = readFileSync(join(target, "secret"), "utf8").trim();
  const into = async (name: string, more: NodeJS.ProcessEnv) => {
    const said: string[] = [];
    const hear = (line: string): void => void said.push(line);
    const code = await runCommand(["restore", target], {
      env: { LECTERN_DATA_DIR: join(folder, name), LECTERN_LOG_LEVEL: "error", ...more },
      print: hear,
      note: hear,
      progress: { write: () => undefined },
      isTerminal: false,
    });
    expect(code).toBe(0);
    return said.join("\n");
  };
  const other = { LECTERN_SECRET: "another secret of thirty-two letters" };
  expect(await into("none", {})).not.toContain("secret");
  expect(readFileSync(join(folder, "none", "secret"), "utf8").trim()).toBe(secret);
  expect(await into("other", other)).toContain("LECTERN_FORMER_SECRETS");
  expect(await into("known", { ...other, LECTERN_FORMER_SECRETS: secret })).not.toContain("LECTERN_FORMER");
});

test("no command makes another secret for an installation that is in use", async () => {
  const secret = join(dataDir(), "secret");
  renameSync(secret, `${secret}.away`);
  const refused = await lectern("user", "link", "zoe@example.com");
  expect([refused.code, refused.said]).toEqual([1, expect.stringContaining("There is no secret in")]);
  expect(existsSync(secret)).toBe(false);
  renameSync(`${secret}.away`, secret);
  expect((await lectern("user", "link", "zoe@example.com")).code).toBe(0);
});
