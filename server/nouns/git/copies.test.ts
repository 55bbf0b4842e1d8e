/** A copy that was made from a dump, and paused as docs/self-hosting/backup.md says before its first start. */
import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { newSpace, useGitHost } from "./gitSpace.fixture.ts";

const world = useWorld();
const host = useGitHost();
let ada: Person;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
});

/** The statements of the page. */
function pausing(): string[] {
  const page = readFileSync(new URL("../../../docs/self-hosting/backup.md", import.meta.url), "utf8");
  const [, block = ""] = /^```sql\n([^]*?)^```$/m.exec(page) ?? [];
  return block.split(";\n").filter((statement) => statement !== "");
}

test("the statements of the manual keep a copy from pushing, until somebody lets it go on", async () => {
  const space = await newSpace(world(), ada, host());
  const { repository } = space;
  repository.commit({ "README.md": "# Home\n\nFirst.\n" });
  expect((await space.connect({ direction: "git", confirm: true })).status).toBe(201);
  await world().runJobs();
  // It was dumped with a sync to come.
  await space.write("Home", "Ours.\n");
  const before = repository.tip();
  const statements = pausing();
  expect(statements).toHaveLength(2);
  await world().deps.db.transact(async (tx) => {
    for (const statement of statements) await sql.raw(statement).execute(tx);
  });
  const queued = await world()
    .deps.db.read.selectFrom("jobs")
    .select("kind")
    .where("kind", "=", "git-sync")
    .execute();
  expect(queued).toEqual([]);
  await space.write("Home", "Tried out in the copy.\n");
  world().ahead += 24 * 3_600_000;
  await world().runJobs();
  expect([repository.tip(), (await world().get(space.address, ada)).body.paused]).toEqual([before, true]);
  expect((await world().patch(space.address, { paused: false }, ada)).status).toBe(200);
  expect((await space.sync()).state).toBe("synced");
  expect(repository.show("README.md")).toBe("# Home\n\nTried out in the copy.\n");
});
