import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "../test/databases.ts";
import type { TestDatabase } from "../test/databases.ts";
import { brokenRule } from "./database.ts";
import type { Write } from "./database.ts";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
  await opened.db.transact(seed);
});
afterAll(() => opened.drop());

async function seed(tx: Write): Promise<void> {
  await tx.insertInto("users").values(user("u", "ann@example.org")).execute();
  await tx
    .insertInto("organizations")
    .values({ id: "o", title: "O", hostname: "o", type: "business", plan: "free", created_at: 0 })
    .execute();
  await tx
    .insertInto("members")
    .values({ organization_id: "o", user_id: "u", role: "admin", joined_at: 0 })
    .execute();
  await tx
    .insertInto("spaces")
    .values({
      id: "s",
      organization_id: "o",
      position: "a",
      title: "S",
      edit_mode: "live",
      created_by: "u",
      created_at: 0,
      updated_at: 0,
      acl: "p",
      head: "r",
    })
    .execute();
  await tx
    .insertInto("revisions")
    .values({ organization_id: "o", id: "r", space_id: "s", type: "edits", root: "h", created_at: 0 })
    .execute();
  await tx
    .insertInto("sites")
    .values({
      id: "t",
      organization_id: "o",
      type: "basic",
      title: "T",
      title_folded: "t",
      basename: "t",
      visibility: "public",
      default_level: "inherit",
      acl: "p",
      created_at: 0,
    })
    .execute();
  await siteSpace(tx, "t1", null, "guide");
}

function user(id: string, email: string) {
  return { id, email, email_folded: email, display_name: id, created_at: 0 };
}

async function siteSpace(tx: Write, id: string, section_id: string | null, path: string): Promise<void> {
  await tx
    .insertInto("site_spaces")
    .values({
      organization_id: "o",
      id,
      site_id: "t",
      section_id,
      space_id: "s",
      path,
      position: "a",
      created_at: 0,
    })
    .execute();
}

async function job(tx: Write, id: string, state: "queued" | "running" | "done"): Promise<void> {
  await tx
    .insertInto("jobs")
    .values({ id, kind: "k", key: "same", payload: "{}", state, due_at: 0, created_at: 0 })
    .execute();
}

/** The rule that `work` breaks, or "none"; nothing it did stays. */
async function ruleBrokenBy(work: (tx: Write) => Promise<unknown>): Promise<string> {
  const none = new Error("none");
  const error: unknown = await opened.db
    .transact(async (tx) => {
      await work(tx);
      throw none;
    })
    .catch((error: unknown) => error);
  return error === none ? "none" : (brokenRule(error) ?? String(error));
}

describe("the schema", () => {
  test.each<[string, string, (tx: Write) => Promise<unknown>]>([
    [
      "a second user of one address",
      "unique",
      (tx) => tx.insertInto("users").values(user("v", "ann@example.org")).execute(),
    ],
    [
      "a second user of one id",
      "unique",
      (tx) => tx.insertInto("users").values(user("u", "bob@example.org")).execute(),
    ],
    ["another user", "none", (tx) => tx.insertInto("users").values(user("v", "bob@example.org")).execute()],
    [
      "a member who is no user",
      "reference",
      (tx) => tx.insertInto("members").values({ organization_id: "o", user_id: "?", joined_at: 0 }).execute(),
    ],
    [
      "a user without a name",
      "required",
      (tx) =>
        tx
          .insertInto("users")
          .values({ ...user("v", "v"), display_name: null as unknown as string })
          .execute(),
    ],
    ["two variants of one path, no section", "unique", (tx) => siteSpace(tx, "t2", null, "guide")],
    ["one path in another section", "none", (tx) => siteSpace(tx, "t2", "x", "guide")],
    [
      "two variants of one path in a section",
      "unique",
      async (tx) => {
        await siteSpace(tx, "t2", "x", "guide");
        await siteSpace(tx, "t3", "x", "guide");
      },
    ],
    [
      "two unfinished jobs of one key",
      "unique",
      async (tx) => {
        await job(tx, "j1", "running");
        await job(tx, "j2", "queued");
      },
    ],
    [
      "a new job of a finished job's key",
      "none",
      async (tx) => {
        await job(tx, "j1", "done");
        await job(tx, "j2", "done");
        await job(tx, "j3", "queued");
      },
    ],
  ])("answers %s with: %s", async (_, rule, work) => {
    expect(await ruleBrokenBy(work)).toBe(rule);
  });

  test("forgets a deleted user's membership and keeps what they made", async () => {
    const rule = await ruleBrokenBy(async (tx) => {
      await tx.deleteFrom("users").where("id", "=", "u").execute();
      expect(await tx.selectFrom("members").selectAll().execute()).toEqual([]);
      expect(await tx.selectFrom("spaces").select(["id", "created_by"]).execute()).toEqual([
        { id: "s", created_by: null },
      ]);
    });
    expect(rule).toBe("none");
  });

  test("takes a deleted group from its sections, which stay in their organization", async () => {
    const part = { organization_id: "o", site_id: "t", title: "P", position: "a", created_at: 0 };
    const rule = await ruleBrokenBy(async (tx) => {
      await tx
        .insertInto("site_section_groups")
        .values({ id: "g", ...part })
        .execute();
      await tx
        .insertInto("site_section_groups")
        .values({ id: "h", ...part })
        .execute();
      const section = (id: string, group_id: string) => ({ id, ...part, path: id, group_id });
      await tx
        .insertInto("site_sections")
        .values([section("1", "g"), section("2", "h")])
        .execute();
      await tx.deleteFrom("site_section_groups").where("id", "=", "g").execute();
      const sections = tx.selectFrom("site_sections").select(["id", "organization_id", "group_id"]);
      expect(await sections.orderBy("id").execute()).toEqual([
        { id: "1", organization_id: "o", group_id: null },
        { id: "2", organization_id: "o", group_id: "h" },
      ]);
    });
    expect(rule).toBe("none");
  });

  test("takes an organization's spaces, revisions and sites away with it", async () => {
    const rule = await ruleBrokenBy(async (tx) => {
      await tx.deleteFrom("organizations").where("id", "=", "o").execute();
      for (const name of ["members", "spaces", "revisions", "sites", "site_spaces"] as const)
        expect(await tx.selectFrom(name).selectAll().execute()).toEqual([]);
    });
    expect(rule).toBe("none");
  });

  test("numbers events in the order of insertion and never twice", async () => {
    const event = (id: string) => ({ id, kind: "k", payload: "{}", created_at: 0 });
    const insert = (id: string) =>
      opened.db.transact((tx) =>
        tx.insertInto("outbox").values(event(id)).returning("seq").executeTakeFirstOrThrow(),
      );
    const first = await insert("1");
    const second = await insert("2");
    expect(second.seq).toBeGreaterThan(first.seq);
    await opened.db.transact((tx) => tx.deleteFrom("outbox").execute());
    expect((await insert("3")).seq).toBeGreaterThan(second.seq);
  });
});

test("what was said with a review can be deleted without it, and both stay in their organization", async () => {
  const { db } = opened;
  await db.transact(async (tx) => {
    const request = {
      organization_id: "o",
      id: "c",
      space_id: "s",
      number: 1,
      status: "open",
      subject: "C",
    } as const;
    const heads = { created_at: 0, updated_at: 0, head: "r", revision_initial: "r" };
    await tx
      .insertInto("change_requests")
      .values({ ...request, ...heads })
      .execute();
    const comment = { organization_id: "o", id: "k", space_id: "s", change_request_id: "c" };
    await tx
      .insertInto("comments")
      .values({ ...comment, revision_id: "r", body: "Good", posted_at: 0 })
      .execute();
    const review = { organization_id: "o", id: "v", change_request_id: "c", comment_id: "k" };
    const given = {
      revision: "r",
      reviewer_id: "u",
      status: "approved",
      created_at: 0,
      updated_at: 0,
    } as const;
    await tx
      .insertInto("reviews")
      .values({ ...review, ...given })
      .execute();
  });
  await db.transact(async (tx) => {
    await tx.deleteFrom("comments").where("organization_id", "=", "o").where("id", "=", "k").execute();
  });
  const kept = await db.read.selectFrom("reviews").select(["organization_id", "id", "comment_id"]).execute();
  expect(kept).toEqual([{ organization_id: "o", id: "v", comment_id: null }]);
});
