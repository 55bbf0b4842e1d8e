import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../ports/ids.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { endSession, endSessionById, endSessionsOf, openSession } from "./commands.ts";
import { endedCookie, secretOfCookies, sessionCookie, sessionCookieName } from "./cookie.ts";
import { listSessions, sessionOf } from "./queries.ts";

const world = useWorld();
const DAY = 24 * 3600 * 1000;
let ada: Person;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
});

function open(instead?: string, user = ada): Promise<string> {
  const { db, clock } = world().deps;
  return db.transact((tx) =>
    openSession(tx, {
      id: newId(),
      user: user.id,
      method: "password",
      address: "192.0.2.7",
      userAgent: "A browser",
      now: clock.now(),
      instead,
    }),
  );
}

const of = (secret: string | undefined) => sessionOf(world().deps, secret);

async function after<T>(ms: number, look: () => Promise<T>): Promise<T> {
  world().ahead += ms;
  try {
    return await look();
  } finally {
    world().ahead -= ms;
  }
}

describe("sessions", () => {
  test("are found by a secret of 256 bits that is not stored", async () => {
    const secret = await open();
    expect(Buffer.from(secret, "base64url")).toHaveLength(32);
    expect(await of(secret)).toMatchObject({ userId: ada.id, method: "password" });
    expect(await of(`${secret}A`)).toBeUndefined();
    expect(await of(undefined)).toBeUndefined();
    const rows = await world().deps.db.read.selectFrom("sessions").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test("end unused after 14 days, and after 30 in any case", async () => {
    const unused = await open();
    expect(await after(14 * DAY, () => of(unused))).toBeUndefined();
    const used = await open();
    for (const days of [10, 20, 29]) expect(await after(days * DAY, () => of(used))).toBeDefined();
    expect(await after(30 * DAY + 1, () => of(used))).toBeUndefined();
  });

  test("note to the minute that their user was seen", async () => {
    const rita = await world().addPerson("rita", "read");
    const secret = await open(undefined, rita);
    const seen = async () => {
      const path = `/orgs/${world().organization}/members/${rita.id}`;
      return Date.parse((await world().get(path, ada)).body.lastSeenAt);
    };
    const first = await seen();
    await after(30_000, () => of(secret));
    expect(await seen()).toBe(first);
    await after(90_000, () => of(secret));
    expect(await seen()).toBeGreaterThanOrEqual(first + 90_000);
  });

  test("end one by one, by id, or all but one; a new one can take the place of another", async () => {
    const [first, second, third] = [await open(), await open(), await open()];
    expect(await world().deps.db.transact((tx) => endSession(tx, first))).toBe(true);
    expect(await of(first)).toBeUndefined();
    const { id } = (await of(second)) ?? { id: "" };
    const fourth = await open(third);
    expect([await of(third), fourth === third]).toEqual([undefined, false]);
    expect(await world().deps.db.transact((tx) => endSessionById(tx, { user: "another" }, id))).toBe(false);
    await world().deps.db.transact((tx) => endSessionsOf(tx, { user: ada.id }, id));
    const left = await listSessions(world().deps.db.read, { user: ada.id }, world().deps.clock.now());
    expect(left.map((row) => row.id)).toEqual([id]);
    await world().deps.db.transact((tx) => endSessionsOf(tx, { user: ada.id }));
    expect(await of(second)).toBeUndefined();
  });

  test("neither open nor go on for a user who is disabled", async () => {
    const secret = await open();
    const disable = (at: number | null) =>
      world().deps.db.transact(async (tx) => {
        await tx.updateTable("users").set({ disabled_at: at }).where("id", "=", ada.id).execute();
      });
    await disable(1);
    expect(await of(secret)).toBeUndefined();
    await expect(open()).rejects.toThrow("disabled");
    await disable(null);
  });
});

describe("the cookie", () => {
  const https = { app: "https://docs.example.com" };
  const http = { app: "http://localhost:4000" };

  test("is bound to the host and hidden from scripts", () => {
    expect(sessionCookie(https, "s")).toBe(
      "__Host-lectern-session=s; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure",
    );
    expect(sessionCookie(http, "s")).not.toMatch(/Secure|__Host|Domain/);
    expect(endedCookie(https)).toContain("Max-Age=0");
  });

  test.each<[string | undefined, string | undefined]>([
    [undefined, undefined],
    ["", undefined],
    ["other=1; lectern-session=abc", "abc"],
    ["lectern-session=abc; lectern-session=abc", "abc"],
    ["lectern-session=abc; lectern-session=def", undefined],
    ["xlectern-session=abc", undefined],
    ["lectern-session", undefined],
  ])("in %j is %j", (header, secret) => {
    expect(secretOfCookies(http, header)).toBe(secret);
    expect(sessionCookieName(https)).toBe("__Host-lectern-session");
  });
});
