import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { endOrganizationJob } from "../../jobs/endOrganization.ts";
import type { JobRun } from "../../jobs/job.ts";
import { newId } from "../../ports/ids.ts";
import { type Answer, type Person, useWorld } from "../../test/harness.ts";
import { hostnamesFor } from "./found.ts";

const world = useWorld();
let admin: Person;
let reader: Person;
let stranger: Person;

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  reader = await world().addPerson("rita", "read");
  stranger = await world().addPerson("sam");
});

const found = (body: object, as: Person | undefined = stranger) => world().post("/orgs", body, as);
const details = ({ body }: Answer): string[] => body.error.details.map(({ path }: { path: string }) => path);

describe("hostnamesFor", () => {
  test.each([
    ["Acme, Inc.", "acme-inc"],
    ["Élan & Söhne", "elan-sohne"],
    ["日本語", "org"],
    ["AB", "org-ab"],
    ["-- x --", "org-x"],
    ["a".repeat(255), "a".repeat(32)],
  ])("makes of %s first %s, and all are hostnames", (title, first) => {
    const names = hostnamesFor(title, "Id0Id1Id2Id3Id4Id5Id");
    expect(names[0]).toBe(first);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$/);
  });
});

describe("createOrganization", () => {
  test("is the operator's alone where the setting says so", async () => {
    const settled = Object.assign(world().deps, { founders: "operator" });
    try {
      const refused = await found({ title: "Widgets" });
      expect([refused.status, refused.body.error.message]).toEqual([
        403,
        expect.stringContaining("lectern org create"),
      ]);
    } finally {
      Object.assign(settled, { founders: "everybody" });
    }
  });

  test("makes an organization that its maker administrates", async () => {
    const { status, body, headers } = await found({
      title: "Widgets",
      emailDomains: ["widgets.test"],
      type: "community",
      useCase: "docsSite",
    });
    expect(status).toBe(201);
    expect(headers["location"]).toBe(body.urls.location);
    expect(body).toMatchObject({
      title: "Widgets",
      hostname: "widgets",
      emailDomains: ["widgets.test"],
      type: "community",
      useCase: "docsSite",
      inviteLinks: true,
      permissions: { admin: true },
    });
    expect((await world().get(`/orgs/${body.id}/members`, stranger)).body.items).toMatchObject([
      { id: stranger.id, role: "admin" },
    ]);
    expect((await world().get(`/orgs/${body.id}`, admin)).status).toBe(404);
  });

  test("of one title several times at once gives each a hostname of its own", async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => found({ title: "Same name" })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const names = answers.map(({ body }) => body.hostname).toSorted();
    expect(names).toEqual(["same-name", "same-name-2", "same-name-3", "same-name-4"]);
  });

  test.each<[object, string]>([
    [{}, "/title"],
    [{ title: "x" }, "/title"],
    [{ title: "x".repeat(256) }, "/title"],
    [{ title: "Fine", type: "club" }, "/type"],
    [{ title: "Fine", useCase: "fun" }, "/useCase"],
    [{ title: "Fine", emailDomains: ["no domain"] }, "/emailDomains/0"],
    [{ title: "Fine", hostname: "mine" }, "/hostname"],
    [{ title: "Fine", plan: "free" }, "/plan"],
  ])("refuses %j", async (body, path) => {
    const answer = await found(body);
    expect([answer.status, details(answer)]).toEqual([400, [path]]);
  });

  test("asks for a token", async () => {
    expect((await world().post("/orgs", { title: "Nobody's" })).status).toBe(401);
  });
});

describe("deleteOrganizationById", () => {
  test("takes everything away, and leaves the log", async () => {
    const { id } = (await found({ title: "Doomed" })).body;
    const space = (await world().post(`/orgs/${id}/spaces`, { title: "S" }, stranger)).body.id;
    await world().put(`/orgs/${id}/teams`, { title: "T", members: [stranger.id] }, stranger);
    expect((await world().delete(`/orgs/${id}`, stranger)).status).toBe(204);
    expect((await world().get(`/orgs/${id}`, stranger)).status).toBe(404);
    expect((await world().get(`/spaces/${space}`, stranger)).status).toBe(404);
    expect((await world().delete(`/orgs/${id}`, stranger)).status).toBe(404);
    expect((await found({ title: "Doomed" })).body.hostname).toBe("doomed");
    await world().runJobs();
    const { read } = world().deps.db;
    expect(await read.selectFrom("organizations").select("id").where("id", "=", id).execute()).toEqual([]);
    for (const table of ["members", "teams", "team_members", "spaces", "policies"] as const) {
      const rows = await read.selectFrom(table).select("organization_id").execute();
      expect(rows.filter(({ organization_id }) => organization_id === id)).toEqual([]);
    }
    const log = await read
      .selectFrom("audit")
      .select("action")
      .where("organization_id", "=", id)
      .orderBy("seq")
      .execute();
    expect(log.at(-1)?.action).toBe("organization.delete");
  });

  test("is nobody's at once, and removed in slices", async () => {
    const { db } = world().deps;
    const { id } = (await found({ title: "Large", emailDomains: ["large.test"] })).body;
    const space = (await world().post(`/orgs/${id}/spaces`, { title: "S" }, stranger)).body.id;
    await world().runJobs();
    const rows = 1200;
    await db.transact((tx) =>
      sql`
        insert into page_revisions (organization_id, space_id, page_id, created_at, revision_id)
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(rows)})
        select ${sql.lit(id)}, ${sql.lit(space)}, 'page', n, 'revision' from numbers`.execute(tx),
    );
    const left = async (): Promise<number> => {
      const found = await db.read
        .selectFrom("page_revisions")
        .select("page_id")
        .where("organization_id", "=", id)
        .execute();
      return found.length;
    };
    const before = await left();
    expect(before).toBeGreaterThanOrEqual(rows);
    expect((await world().delete(`/orgs/${id}`, stranger)).status).toBe(204);
    expect(
      (await world().get("/orgs", stranger)).body.items.map((one: { id: string }) => one.id),
    ).not.toContain(id);
    expect(await left()).toBe(before);
    const steps: number[] = [];
    const job = { payload: JSON.stringify({ organization: id }) };
    const write: JobRun["write"] = async (work) => {
      const [were, done] = [await left(), await db.transact(work)];
      steps.push(were - (await left()));
      return done;
    };
    await endOrganizationJob()({ job, write } as JobRun);
    expect(Math.max(...steps)).toBe(500);
    expect(await left()).toBe(0);
    await world().runJobs();
    expect(await db.read.selectFrom("organizations").select("id").where("id", "=", id).execute()).toEqual([]);
  });

  test("is refused while a site is published", async () => {
    const { id } = (await found({ title: "Public" })).body;
    const site = await world().post(`/orgs/${id}/sites`, { title: "Site", spaces: "sample" }, stranger);
    const path = `/orgs/${id}/sites/${site.body.id}`;
    await world().post(`${path}/publish`, undefined, stranger);
    const refused = await world().delete(`/orgs/${id}`, stranger);
    expect([refused.status, refused.body.error.type]).toEqual([409, "site-published"]);
    await world().post(`${path}/unpublish`, undefined, stranger);
    expect((await world().delete(`/orgs/${id}`, stranger)).status).toBe(204);
  });

  test("is the administrators' alone", async () => {
    const path = `/orgs/${world().organization}`;
    expect((await world().delete(path)).status).toBe(401);
    expect((await world().delete(path, reader)).status).toBe(403);
    expect((await world().delete(path, stranger)).status).toBe(404);
  });
});

describe("getOrganizationsForEmailDomain", () => {
  const domain = `d${newId().toLowerCase()}.test`;
  const ask = async (name: string, as?: Person) => {
    const { status, body } = await world().get(`/email-domains/${name}/orgs`, as);
    return [status, body?.organizations?.map(({ title }: { title: string }) => title)];
  };
  let member: Person;
  let verified: Person;

  beforeAll(async () => {
    const id = await world().addOrganization("Domain", "domain");
    const owner = await world().addPerson("olga", "admin", id);
    await world().patch(`/orgs/${id}`, { emailDomains: ["other.test", domain] }, owner);
    member = await world().addPerson("mia", null, id);
    verified = await world().addPerson("vera");
    await world().deps.db.transact(async (tx) => {
      const email = `Vera@${domain.toUpperCase()}`;
      await tx
        .updateTable("users")
        .set({ email, email_folded: email.toLowerCase(), email_verified: 1 })
        .where("id", "=", verified.id)
        .execute();
    });
  });

  test("answers one's own organizations, and all to those of the domain", async () => {
    expect(await ask(domain, member)).toEqual([200, ["Domain"]]);
    expect(await ask(domain.toUpperCase(), verified)).toEqual([200, ["Domain"]]);
    const { body } = await world().get(`/email-domains/${domain}/orgs`, verified);
    expect(body.organizations[0].permissions).toMatchObject({ view: false, admin: false });
    expect(await ask("other.test", verified)).toEqual([200, []]);
    expect(await ask("other.test", member)).toEqual([200, ["Domain"]]);
  });

  test("tells everybody else nothing", async () => {
    expect(await ask(domain, stranger)).toEqual([200, []]);
    expect(await ask("absent.test", stranger)).toEqual([200, []]);
    await world().deps.db.transact(async (tx) => {
      await tx.updateTable("users").set({ email_verified: 0 }).where("id", "=", verified.id).execute();
      await tx.updateTable("members").set({ disabled: 1 }).where("user_id", "=", member.id).execute();
    });
    expect(await ask(domain, verified)).toEqual([200, []]);
    expect(await ask(domain, member)).toEqual([200, []]);
  });

  test("asks for a token and a domain", async () => {
    expect((await ask(domain))[0]).toBe(401);
    expect((await ask("%25", member))[0]).toBe(400);
    expect((await ask("a%22b", member))[0]).toBe(400);
    expect(await ask(domain.slice(1), member)).toEqual([200, []]);
  });
});
