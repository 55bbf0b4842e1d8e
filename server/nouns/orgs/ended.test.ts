/** What is left of an organization that was deleted: every table is read. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { readShape } from "../../db/shape.ts";
import { planHousekeeping } from "../../test/plannedRounds.ts";
import { useWorld } from "../../test/harness.ts";
import { makeOneOfEach } from "../../test/oneOfEach.ts";

const world = useWorld();
const DAY = 24 * 3600 * 1000;

/** Tables with rows of an organization. */
async function tablesWith(organization: string): Promise<string[]> {
  const { read } = world().deps.db;
  const found: string[] = [];
  for (const { name, columns } of await readShape(read)) {
    if (!columns.some((column) => column.name === "organization_id")) continue;
    const { rows } = await sql`
      select 1 from ${sql.id(name)} where organization_id = ${organization} limit 1`.execute(read);
    if (rows.length > 0) found.push(name);
  }
  return found.toSorted();
}

// It makes one of everything: 5 s on SQLite, 8 s on PostgreSQL.
test.runIf(process.env["LECTERN_TEST_TIER"] === "full")(
  "all that belongs to an organization goes with it, but for its audit log",
  async () => {
    const owner = await world().addPerson("ada", "admin");
    const { organization } = world();
    await makeOneOfEach(world(), owner);
    expect((await tablesWith(organization)).length).toBeGreaterThan(40);
    const { body: sites } = await world().get(`/orgs/${organization}/sites?limit=100`, owner);
    for (const { id } of sites.items)
      await world().post(`/orgs/${organization}/sites/${id}/unpublish`, undefined, owner);
    expect((await world().delete(`/orgs/${organization}`, owner)).status).toBe(204);
    // What files hang on, and what was done, is collected by the days.
    for (const days of [2, 31, 62]) {
      world().ahead = days * DAY;
      await planHousekeeping(world().deps);
      await world().runJobs();
    }
    expect(await tablesWith(organization)).toEqual(["audit"]);
  },
);
