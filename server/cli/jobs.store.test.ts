/** What doctor says of jobs, without a server running: pauses beside failures, and what can't be tried again. */
import { expect, test } from "vitest";
import { useCommands } from "./withoutServer.fixture.ts";

const { database, lectern: run } = useCommands();
const lectern = (args: string) => run(...args.split(" "));

const fail = (id: string, kind: string) =>
  database().db.transact((tx) =>
    tx
      .insertInto("jobs")
      .values({
        id,
        kind,
        state: "failed",
        error: "Busy",
        attempts: 10,
        payload: "{}",
        due_at: 1,
        created_at: 1,
      })
      .execute(),
  );
const linesOf = (said: string) => said.split("\n").filter((line) => line.includes("Jobs: "));

test("doctor tells of pauses beside failed jobs, and which of them nobody can try again", async () => {
  expect((await lectern("jobs pause pdf")).code).toBe(0);
  await fail("failed-mail", "invitation");
  const failedMail =
    "warning  Jobs: 1 job failed for good: 1 invitation. lectern jobs list --state failed says why";
  const paused = "warning  Jobs: Paused: pdf. lectern jobs resume <kind> lets them begin again.";
  expect(linesOf((await lectern("doctor")).said)).toEqual([
    `${failedMail}; lectern jobs retry queues them again.`,
    paused,
  ]);

  await fail("failed-import", "import");
  expect(linesOf((await lectern("doctor")).said)).toEqual([
    "warning  Jobs: 2 jobs failed for good: 1 import, 1 invitation. lectern jobs list --state failed says why; lectern jobs retry queues them again, except of import: ask for those anew.",
    paused,
  ]);
  for (const which of ["failed-import", "--kind import"]) {
    const { code, said } = await lectern(`jobs retry ${which}`);
    expect([code, said]).toEqual([
      1,
      expect.stringContaining("import worked on is not kept. Ask for it anew."),
    ]);
  }
  expect((await lectern("jobs retry failed-mail")).code).toBe(0);
  expect((await lectern("jobs resume pdf")).code).toBe(0);
  expect(linesOf((await lectern("doctor")).said)).toEqual([
    expect.stringMatching(/^warning {2}Jobs: 1 job failed for good: 1 import\. /),
  ]);
});

test("the list says whom an e-mail was for", async () => {
  await lectern("user create eve@example.com");
  const { id } = await database()
    .db.read.selectFrom("users")
    .select("id")
    .where("email", "=", "eve@example.com")
    .executeTakeFirstOrThrow();
  await fail("failed-link", "sign-in-email");
  await database().db.transact((tx) =>
    tx.updateTable("jobs").set({ user_id: id }).where("id", "=", "failed-link").execute(),
  );
  const { said } = await lectern("jobs list --kind sign-in-email --json");
  expect(JSON.parse(said)).toEqual([
    expect.objectContaining({ id: "failed-link", state: "failed", to: "eve@example.com", error: "Busy" }),
  ]);
});
