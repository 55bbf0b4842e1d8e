/** What data protection asks of an operator, without a server running. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useCommands } from "./withoutServer.fixture.ts";

const { folder, lectern } = useCommands();

test("somebody gets what is theirs as a file, and is deleted", async () => {
  await lectern("user", "create", "zoe@example.com", "--name", "Zoë");
  const file = join(folder, "zoe.json");
  expect((await lectern("user", "export", "zoe@example.com", file)).code).toBe(0);
  const kept = JSON.parse(readFileSync(file, "utf8"));
  expect(kept.person).toMatchObject({ email: "zoe@example.com", name: "Zoë", emailVerified: false });
  expect([kept.comments, statSync(file).mode & 0o777]).toEqual([[], 0o600]);
  // A file that is there is nobody's to overwrite.
  const over = await lectern("user", "export", "zoe@example.com", file);
  expect([over.code, over.said]).toEqual([1, expect.stringContaining("zoe.json")]);

  const unsure = await lectern("user", "delete", "zoe@example.com", "--confirm", "zoe");
  expect([unsure.code, unsure.said]).toEqual([2, expect.stringContaining("once more")]);
  const gone = await lectern("user", "delete", "zoe@example.com", "--confirm", "zoe@example.com");
  expect([gone.code, gone.said]).toEqual([0, expect.stringContaining("is deleted")]);
  expect((await lectern("user", "list")).said).not.toContain("zoe");
  expect((await lectern("user", "link", "zoe@example.com")).said).toContain("There is no user");
  // Whoever has the address later is somebody new.
  expect((await lectern("user", "create", "zoe@example.com")).code).toBe(0);
});

test("an organization is made with an administrator, and ended when its hostname is said", async () => {
  await lectern("user", "create", "yan@example.com");
  const made = await lectern("org", "create", "Widgets Inc", "--admin", "yan@example.com", "--json");
  expect(JSON.parse(made.said)).toMatchObject({ title: "Widgets Inc", hostname: "widgets-inc" });
  expect((await lectern("org", "create", "W", "--admin", "yan@example.com")).code).toBe(2);
  expect((await lectern("org", "create", "Others", "--admin", "nobody@example.com")).code).toBe(1);
  // Its only administrator can't go before it.
  const stays = await lectern("user", "delete", "yan@example.com", "--confirm", "yan@example.com");
  expect([stays.code, stays.said]).toEqual([
    1,
    expect.stringContaining("Widgets Inc would have no administrator"),
  ]);
  const unsure = await lectern("org", "end", "Widgets Inc", "--confirm", "Widgets Inc");
  expect([unsure.code, unsure.said]).toEqual([2, expect.stringContaining("widgets-inc")]);
  expect((await lectern("org", "end", "widgets-inc", "--confirm", "widgets-inc")).code).toBe(0);
  expect((await lectern("org", "list")).said).not.toContain("Widgets");
  expect((await lectern("user", "delete", "yan@example.com", "--confirm", "yan@example.com")).code).toBe(0);
});
