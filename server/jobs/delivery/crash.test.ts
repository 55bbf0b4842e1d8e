import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { leaveTrace } from "../../access/trail.ts";
import { newWebhookSecret, sealSecret } from "../../nouns/webhooks/secret.ts";
import { newId } from "../../ports/ids.ts";
import { openSecrets } from "../../ports/secrets.ts";
import { useChildProgram } from "../../test/childProgram.ts";
import { openTestDatabase, type TestDatabase } from "../../test/databases.ts";
import { type ReceivedDelivery, Receiver } from "./receiver.fixture.ts";

const KILLS = process.env["LECTERN_TEST_TIER"] === "full" ? 100 : 3;
const SPACES = ["s1", "s2", "s3"];
const EVENTS = 8;
/** Longer than any lease, and than the wait after a first failure. */
const LATER_MS = 60_000;
const MASTER = "a test secret that is long enough: Zq8-vX2-Lm5-Rt1";
const program = useChildProgram(new URL("delivery.child.ts", import.meta.url));

let opened: TestDatabase;
let receiver: Receiver;
beforeAll(async () => {
  opened = await openTestDatabase();
  receiver = await Receiver.open();
});
afterAll(async () => {
  await receiver.close();
  await opened.drop();
});

function start(round: number): ChildProcess {
  const args = [program(), opened.url ?? "", opened.file, String(round * LATER_MS), MASTER];
  return spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
}

async function addHook(): Promise<void> {
  const secrets = openSecrets(MASTER);
  await opened.db.transact(async (tx) => {
    await tx
      .insertInto("users")
      .values({ id: "u", email: "u@example.com", email_folded: "u", display_name: "U", created_at: 0 })
      .execute();
    await tx
      .insertInto("organizations")
      .values({ id: "o", title: "O", hostname: "o", type: "business", plan: "free", created_at: 0 })
      .execute();
    await tx
      .insertInto("members")
      .values({ organization_id: "o", user_id: "u", role: "admin", joined_at: 0 })
      .execute();
    const hook = {
      id: "h",
      kind: "webhook",
      organization_id: "o",
      owner_id: "u",
      created_at: 0,
      updated_at: 0,
    };
    const secret = sealSecret(secrets, "h", newWebhookSecret());
    await tx
      .insertInto("event_targets")
      .values({ ...hook, url: receiver.url, secret })
      .execute();
  });
}

/** One event in each space, a transaction each. */
async function happen(): Promise<void> {
  for (const id of SPACES) {
    await opened.db.transact((tx) =>
      leaveTrace(tx, { identity: undefined, ip: undefined, source: "job" }, Date.now(), newId, {
        action: "space.update",
        organization: "o",
        target: { type: "space", id },
      }),
    );
  }
}

test(
  `every event arrives, in the order of its space, though its sender is killed with -9 ${KILLS} times`,
  { timeout: 180_000 + KILLS * 5000 },
  async () => {
    await addHook();
    let killed = 0;
    let rounds = 0;
    // Where a space's first event waits after failures, a round may hear too little to be killed.
    for (; killed < KILLS && rounds < 2 * KILLS; rounds++) {
      for (let made = 0; made < EVENTS; made++) await happen();
      const child = start(rounds);
      const ended = once(child, "exit");
      // No more than one round has events for.
      const patience = 2 + ((3 * rounds) % 20);
      const isWilling = rounds % 2 === 0;
      let heard = 0;
      receiver.answer = (response) => {
        // Killed with requests under way: some of them answered, none of the last ones noted.
        if (++heard === patience) child.kill("SIGKILL");
        response.writeHead(isWilling || heard < patience ? 204 : 500).end();
      };
      await ended;
      if (child.signalCode === "SIGKILL") killed++;
    }
    expect(killed).toBe(KILLS);
    receiver.answer = (response) => void response.writeHead(204).end();
    // A job whose process ended ten times is given up by the one that finds it; the next look plans another.
    for (const look of [0, 1, 2]) await once(start(rounds + look), "exit");
    const happened = await opened.db.read
      .selectFrom("outbox")
      .select(["id", "space_id"])
      .orderBy("seq")
      .execute();
    expect(happened).toHaveLength(rounds * EVENTS * SPACES.length);
    const first = new Map<string, ReceivedDelivery>();
    for (const one of receiver.received) {
      const id = String(one.headers["webhook-id"]);
      const before = first.get(id);
      // What comes twice is the same.
      if (before === undefined) first.set(id, one);
      else expect(one.body).toBe(before.body);
    }
    for (const space of SPACES) {
      const told = [...first].filter(([, { event }]) => event.data["spaceId"] === space).map(([id]) => id);
      expect(told).toEqual(happened.filter(({ space_id }) => space_id === space).map(({ id }) => id));
    }
    expect(receiver.received.length).toBeGreaterThan(happened.length);
    const open = await opened.db.read
      .selectFrom("deliveries")
      .select("id")
      .where("state", "!=", "delivered")
      .execute();
    expect(open).toEqual([]);
  },
);
