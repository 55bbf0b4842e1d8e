/** The second factor: what sets it up, what it asks, what it refuses, and how somebody who lost it gets in again. */
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, type Person, useWorld } from "../test/harness.ts";
import { givePassword, type PageAnswer, usePages, type Visitor } from "./pages.fixture.ts";

const world = useWorld();
const pages = usePages(world);
const PASSWORD = "four words of my own";
const PAGE = "/account/second-factor";

beforeAll(() => world().stopClock());
afterAll(() => world().runClock());

const goesTo = ({ status, headers }: PageAnswer) => [status, headers["location"]];
const isIn = async (visitor: Visitor) => (await visitor.get("/account")).status === 200;

async function somebody(name: string): Promise<Person> {
  const person = await world().addPerson(name, "read");
  await givePassword(world(), person, PASSWORD);
  return person;
}

async function enter(name: string): Promise<[Visitor, PageAnswer]> {
  const visitor = pages.visitor();
  return [visitor, await visitor.post("/sign-in", { email: `${name}@example.com`, password: PASSWORD })];
}

/** What the page offers. */
function offeredBy({ text }: PageAnswer) {
  const [, offer = ""] = /name="offer" value="([^"]+)"/.exec(text) ?? [];
  const [, key = ""] = /<code class="key">([^<]+)</.exec(text) ?? [];
  return { offer, secret: key.replaceAll(" ", "") };
}

/** The code that an app shows, so many intervals from now. */
function codeOf(secret: string, intervals = 0): string {
  const timestamp = world().deps.clock.now() + intervals * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

const nextInterval = () => {
  world().ahead += 30_000;
};

interface Set {
  readonly visitor: Visitor;
  readonly secret: string;
  readonly codes: readonly string[];
  readonly id: string;
  readonly token: string;
}

/** Somebody with an app, which has shown a code in this interval. */
async function withApp(name: string): Promise<Set> {
  const { id, token } = await somebody(name);
  const [visitor] = await enter(name);
  const { offer, secret } = offeredBy(await visitor.get(PAGE));
  const added = await visitor.post(`${PAGE}/app`, { offer, code: codeOf(secret) });
  expect(added.status).toBe(200);
  const codes = added.text.match(/(?:[a-z2-9]{4}-){3}[a-z2-9]{4}/g) ?? [];
  nextInterval();
  return { visitor, secret, codes, id, token };
}

describe("an authenticator app", () => {
  test("is asked for after the password, and each of its codes opens once", async () => {
    const { visitor, secret, codes } = await withApp("ada");
    expect([new Set(codes).size, await isIn(visitor)]).toEqual([10, true]);
    const [there, asked] = await enter("ada");
    expect([goesTo(asked), await isIn(there)]).toEqual([[303, "/sign-in/factor"], false]);
    expect((await there.get("/sign-in/factor")).text).toContain("ada@example.com");
    expect((await there.post("/sign-in/factor", { code: "000000" })).status).toBe(403);
    const code = codeOf(secret);
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect(goesTo(await there.post("/sign-in/factor", { code: spaced }))).toEqual([303, "/"]);
    expect([await isIn(there), there.cookies.has("lectern-step")]).toEqual([true, false]);
    // The same code again, and one of before: for nobody.
    const [replay] = await enter("ada");
    expect((await replay.post("/sign-in/factor", { code })).status).toBe(403);
    expect((await replay.post("/sign-in/factor", { code: codeOf(secret, -1) })).status).toBe(403);
    expect(goesTo(await replay.post("/sign-in/factor", { code: codeOf(secret, 1) }))).toEqual([303, "/"]);
  });

  test("opens for one of several who send the same code at once", async () => {
    const { secret } = await withApp("ben");
    const doors = await Promise.all([enter("ben"), enter("ben"), enter("ben")]);
    const code = codeOf(secret);
    const answers = await Promise.all(doors.map(([door]) => door.post("/sign-in/factor", { code })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 403, 403]);
  });

  test("is asked for after a link, too, which leads where it led", async () => {
    const { secret } = await withApp("cleo");
    const visitor = pages.visitor();
    await visitor.post("/sign-in/link", { email: "cleo@example.com", next: "/account?here" });
    await world().runJobs();
    const [link = ""] = /\/sign-in\/link\/[\w-]{43}/.exec(world().letters.at(-1) ?? "") ?? [];
    expect(goesTo(await visitor.post(link, { by: "link" }))).toEqual([303, "/sign-in/factor"]);
    expect(goesTo(await visitor.post("/sign-in/factor", { code: codeOf(secret) }))).toEqual([
      303,
      "/account?here",
    ]);
  });

  test("is added only with its code, and what was scanned stays after a wrong one", async () => {
    await somebody("dan");
    const [visitor] = await enter("dan");
    const { offer, secret } = offeredBy(await visitor.get(PAGE));
    const wrong = await visitor.post(`${PAGE}/app`, { offer, code: "123" });
    expect([wrong.status, offeredBy(wrong)]).toEqual([403, { offer, secret }]);
    const [other] = await enter("dan");
    // Another session's page is not this one's.
    expect((await other.post(`${PAGE}/app`, { offer, code: codeOf(secret) })).status).toBe(409);
    world().ahead += 31 * 60_000;
    const [again] = await enter("dan");
    expect((await again.post(`${PAGE}/app`, { offer, code: codeOf(secret) })).status).toBe(409);
    expect(goesTo((await enter("dan"))[1])).toEqual([303, "/"]);
  });
});

test("the first factor ends all other sessions and voids links", async () => {
  await somebody("eve");
  const [here] = await enter("eve");
  const [there] = await enter("eve");
  await here.post("/sign-in/link", { email: "eve@example.com" });
  await world().runJobs();
  const [link = ""] = /\/sign-in\/link\/[\w-]{43}/.exec(world().letters.at(-1) ?? "") ?? [];
  const { offer, secret } = offeredBy(await here.get(PAGE));
  await here.post(`${PAGE}/app`, { offer, code: codeOf(secret) });
  expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
  expect((await there.post(link, { by: "link" })).status).toBe(410);
  await world().runJobs();
  expect(world().letters.at(-1)).toContain("A second factor was added");
});

test("a recovery code opens once, and new ones replace all", async () => {
  const { codes, secret, visitor } = await withApp("fay");
  const [first = "", second = ""] = codes;
  const by = async (code: string) => {
    const [there] = await enter("fay");
    return (await there.post("/sign-in/factor", { code })).status;
  };
  expect([await by(first.toUpperCase()), await by(first), await by(second.replaceAll("-", " "))]).toEqual([
    303, 403, 303,
  ]);
  await world().runJobs();
  expect(world().letters.at(-1)).toContain("recovery code");
  expect((await visitor.get("/account")).text).toContain("8 recovery codes are left");
  const renewed = await visitor.post(`${PAGE}/codes`, { do: "renew" });
  await world().runJobs();
  expect(world().letters.at(-1)).toContain("new recovery codes");
  const [fresh = ""] = renewed.text.match(/(?:[a-z2-9]{4}-){3}[a-z2-9]{4}/g) ?? [];
  expect([await by(codes[2] ?? ""), await by(fresh)]).toEqual([403, 303]);
  // Kept by hashes, and sealed.
  const { read } = world().deps.db;
  const kept = await Promise.all([
    read.selectFrom("recovery_codes").selectAll().execute(),
    read.selectFrom("authenticators").selectAll().execute(),
    read.selectFrom("audit").selectAll().execute(),
  ]);
  const all = JSON.stringify(kept);
  expect([fresh, second, secret].filter((each) => all.includes(each))).toEqual([]);
});

test("an app whose secret can't be read any more opens nothing, and a recovery code still does", async () => {
  const { secret, codes, id } = await withApp("gus");
  // As with another secret of the installation: sealed for somebody else, it opens as little.
  await world().deps.db.transact((tx) =>
    tx
      .updateTable("authenticators")
      .set({ secret: world().deps.secrets.seal(secret, "authenticators|secret|nobody") })
      .where("user_id", "=", id)
      .execute(),
  );
  const [door] = await enter("gus");
  expect((await door.post("/sign-in/factor", { code: codeOf(secret) })).status).toBe(403);
  expect(world().failures.splice(0)).toEqual([expect.stringContaining("SealBroken")]);
  expect(goesTo(await door.post("/sign-in/factor", { code: codes[0] ?? "" }))).toEqual([303, "/"]);
});

test("codes can't be guessed: who tries waits, also in another network and with the right one", async () => {
  const { secret } = await withApp("gil");
  const [door] = await enter("gil");
  const statuses: number[] = [];
  for (let tried = 0; tried < 7; tried++)
    statuses.push((await door.post("/sign-in/factor", { code: `00000${tried}` })).status);
  expect([statuses.slice(0, 5), statuses.at(-1)]).toEqual([[403, 403, 403, 403, 403], 429]);
  expect((await door.post("/sign-in/factor", { code: codeOf(secret) })).status).toBe(429);
  const wrong: number[] = [];
  for (let network = 0; network < 6; network++) {
    const [there] = await enter("gil");
    for (let tried = 0; tried < 4; tried++)
      wrong.push((await there.post("/sign-in/factor", { code: `11111${tried}` })).status);
  }
  expect(wrong).toContain(429);
  world().ahead += 16 * 60_000;
  const [later] = await enter("gil");
  expect((await later.post("/sign-in/factor", { code: codeOf(secret) })).status).toBe(303);
});

test("a step ends after ten minutes, and when it is used", async () => {
  const { secret } = await withApp("hal");
  const [late] = await enter("hal");
  const cookie = late.cookies.get("lectern-step") ?? "";
  world().ahead += 11 * 60_000;
  expect(goesTo(await late.post("/sign-in/factor", { code: codeOf(secret) }))).toEqual([303, "/sign-in"]);
  const [door] = await enter("hal");
  await door.post("/sign-in/factor", { code: codeOf(secret) });
  nextInterval();
  door.cookies.clear();
  door.cookies.set("lectern-step", cookie);
  expect(goesTo(await door.post("/sign-in/factor", { code: codeOf(secret) }))).toEqual([303, "/sign-in"]);
  expect(goesTo(await pages.visitor().get("/sign-in/factor"))).toEqual([303, "/sign-in"]);
});

test("a step ends when the password is another one, and a provider's session is told of no factor", async () => {
  const { visitor, secret, id } = await withApp("kai");
  const [half] = await enter("kai");
  await visitor.post("/account/password", { current: PASSWORD, password: "quite other words of mine" });
  expect(goesTo(await half.post("/sign-in/factor", { code: codeOf(secret) }))).toEqual([303, "/sign-in"]);
  const { db } = world().deps;
  await db.transact((tx) =>
    tx.updateTable("sessions").set({ method: "saml" }).where("user_id", "=", id).execute(),
  );
  const { text } = await visitor.get(PAGE);
  expect([text.includes("single sign-on"), text.includes("Authenticator app")]).toEqual([true, false]);
});

test("what changes it takes a new sign-in, which asks for it", async () => {
  const { visitor, secret } = await withApp("ina");
  world().ahead += 16 * 60_000;
  const asks = [303, `/sign-in?again&next=${encodeURIComponent(PAGE)}`];
  expect(goesTo(await visitor.get(PAGE))).toEqual(asks);
  for (const path of ["/app", "/passkeys", "/app/remove", "/passkeys/x/remove", "/codes"])
    expect(goesTo(await visitor.post(PAGE + path, { do: "it" }))).toEqual(asks);
  await visitor.post("/sign-in", { email: "ina@example.com", password: PASSWORD, next: PAGE });
  expect(goesTo(await visitor.get(PAGE))).toEqual(asks);
  expect(goesTo(await visitor.post("/sign-in/factor", { code: codeOf(secret) }))).toEqual([303, PAGE]);
  expect((await visitor.get(PAGE)).status).toBe(200);
  expect(goesTo(await visitor.post(`${PAGE}/app/remove`, { do: "remove" }))).toEqual([
    303,
    `${PAGE}?done=removed`,
  ]);
  expect(goesTo((await enter("ina"))[1])).toEqual([303, "/"]);
  expect((await visitor.post(`${PAGE}/app/remove`, { do: "remove" })).status).toBe(404);
  expect((await visitor.post(`${PAGE}/codes`, { do: "renew" })).status).toBe(409);
});

test("it is in the trail: added, used, failed, removed; with no secret", async () => {
  const admin = await world().addPerson("olga", "admin");
  const { id, visitor, secret } = await withApp("jan");
  const [door] = await enter("jan");
  await door.post("/sign-in/factor", { code: "000000" });
  await door.post("/sign-in/factor", { code: codeOf(secret) });
  await visitor.post(`${PAGE}/app/remove`, { do: "remove" });
  const path = `/orgs/${world().organization}/audit-events?target=${id}`;
  const { body } = await world().get(path, admin);
  const failed = body.items.find(({ action }: { action: string }) => action === "user.sign-in-failed");
  expect(failed.after).toEqual({ method: "factor" });
  const rows = await world()
    .deps.db.read.selectFrom("audit")
    .select(["action", "after"])
    .where("target_id", "=", id)
    .orderBy("seq")
    .execute();
  expect(rows.map(({ action }) => action)).toEqual([
    "user.sign-in",
    "user.add-factor",
    "user.sign-in-failed",
    "user.sign-in",
    "user.remove-factor",
  ]);
  expect(JSON.stringify(rows)).toContain("authenticator");
  expect(JSON.stringify(rows)).not.toContain(secret);
});

/** What an answer of the API comes to. */
const says = ({ status, body }: Answer) => [status, body?.error?.type];
const sessionOf = (visitor: Visitor) => ({
  cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
});

async function join(organization: string, { id: user_id }: { readonly id: string }, role: "admin" | "read") {
  const row = { organization_id: organization, user_id, role, joined_at: world().deps.clock.now() };
  await world().deps.db.transact((tx) => tx.insertInto("members").values(row).execute());
}

describe("an organization that asks for one", () => {
  const DAYS = 10 * 86_400_000;

  test("holds up who has none from the day on, leads them to one, and lets them go on", async () => {
    const asking = await world().addOrganization("Careful", "careful");
    const address = `/orgs/${asking}`;
    const kim = await withApp("kim");
    const lea = await somebody("lea");
    await join(asking, kim, "admin");
    await join(asking, lea, "read");
    const from = new Date(world().deps.clock.now() + DAYS).toISOString();
    const secondFactor = { from, singleSignOn: "counts" };
    expect((await world().patch(address, { secondFactor }, kim.token)).body.secondFactor).toEqual(
      secondFactor,
    );

    // Until then who signs in is told, and may do it later.
    const [visitor, entered] = await enter("lea");
    const byPage = `${PAGE}?next=${encodeURIComponent("/s/x")}`;
    expect(goesTo(entered)).toEqual([303, `${PAGE}?next=%2F`]);
    const told = await visitor.get(`${PAGE}?next=%2F`);
    expect(told.text).toMatch(/Careful asks its members for a second factor from \w+ \d+, \d+ on/);
    expect(told.text).toContain("Later</a>");
    expect(says(await world().get(address, sessionOf(visitor)))).toEqual([200, undefined]);
    expect(goesTo(await visitor.get("/sign-in?next=/s/x"))).toEqual([303, "/s/x"]);

    world().ahead += DAYS;
    const held = await world().get(address, sessionOf(visitor));
    expect(says(held)).toEqual([401, "second-factor-required"]);
    expect(held.body.error.message).toContain("Careful asks its members");
    expect(held.headers["www-authenticate"]).toContain("insufficient_user_authentication");
    const titles = async () =>
      (await world().get("/orgs", sessionOf(visitor))).body.items.map(
        ({ title }: { title: string }) => title,
      );
    expect(await titles()).toEqual(["Acme"]);
    expect(says(await world().get(`/orgs/${world().organization}`, sessionOf(visitor)))).toEqual([
      200,
      undefined,
    ]);
    expect((await visitor.get("/account")).text).toContain("Careful is out of reach here");
    // Tokens are held up as well, those made before and those made now; elsewhere they work.
    const byToken = await world().get(address, lea);
    expect(says(byToken)).toEqual([401, "second-factor-required"]);
    expect(byToken.headers["www-authenticate"]).toMatch(/^Bearer .*insufficient_user_authentication/);
    const [again] = await enter("lea");
    const { body: made } = await world().post("/user/tokens", { label: "In" }, sessionOf(again));
    expect(says(await world().get(address, made.token))).toEqual([401, "second-factor-required"]);
    expect((await world().get(`/orgs/${world().organization}`, made.token)).status).toBe(200);

    // The door leads there and back.
    expect(goesTo(await again.get("/sign-in?next=/s/x"))).toEqual([303, byPage]);
    const shown = await again.get(byPage);
    expect(shown.text).not.toContain("Later</a>");
    const { offer, secret } = offeredBy(shown);
    const added = await again.post(`${PAGE}/app?next=%2Fs%2Fx`, { offer, code: codeOf(secret) });
    expect(added.text).toContain('href="/s/x">Go on</a>');
    expect(says(await world().get(address, sessionOf(again)))).toEqual([200, undefined]);
    expect(says(await world().get(address, lea))).toEqual([200, undefined]);
    await again.post(`${PAGE}/app/remove`, { do: "remove" });
    expect(says(await world().get(address, sessionOf(again)))).toEqual([401, "second-factor-required"]);

    // Administrators see who has one.
    const members = async (as: Person | Set) =>
      Object.fromEntries(
        (await world().get(`${address}/members`, as.token)).body.items.map(
          (one: { user: { displayName: string }; secondFactor?: boolean }) => [
            one.user.displayName,
            one.secondFactor,
          ],
        ),
      );
    expect(await members(kim)).toEqual({ kim: true, lea: false });

    expect((await world().patch(address, { secondFactor: null }, kim.token)).body).not.toHaveProperty(
      "secondFactor",
    );
    expect(says(await world().get(address, sessionOf(again)))).toEqual([200, undefined]);
    expect(await members(lea)).toEqual({ kim: undefined, lea: undefined });
  });

  test("doesn't ask who came by a single sign-on that counts as one", async () => {
    const { db, clock } = world().deps;
    const organization_id = await world().addOrganization("Trusting", "trusting");
    const ida = await withApp("ida");
    const ole = await somebody("ole");
    await join(organization_id, ida, "admin");
    await join(organization_id, ole, "read");
    const ask = (singleSignOn: string) => {
      const secondFactor = { from: new Date(clock.now()).toISOString(), singleSignOn };
      return world().patch(`/orgs/${organization_id}`, { secondFactor }, ida.token);
    };
    expect((await ask("counts")).status).toBe(200);
    const [visitor] = await enter("ole");
    await db.transact(async (tx) => {
      const provider = { organization_id, id: "idp", label: "Directory", created_at: clock.now() };
      await tx.insertInto("saml_providers").values(provider).execute();
      const { id } = await tx
        .updateTable("sessions")
        .set({ method: "saml" })
        .where("user_id", "=", ole.id)
        .returning("id")
        .executeTakeFirstOrThrow();
      const opened = { organization_id, provider_id: "idp", session_id: id };
      await tx.insertInto("saml_sessions").values(opened).execute();
    });
    const next = `${PAGE}?next=${encodeURIComponent("/s/x")}`;
    expect((await visitor.get(next)).text).toContain('href="/s/x">Later</a>');
    expect((await ask("asks")).status).toBe(200);
    expect((await visitor.get(next)).text).not.toContain("Later</a>");
  });

  test("is not asked for by who has none", async () => {
    const max = await world().addPerson("max", "admin");
    const secondFactor = { from: new Date().toISOString(), singleSignOn: "counts" };
    const refused = await world().patch(`/orgs/${world().organization}`, { secondFactor }, max);
    expect(says(refused)).toEqual([409, "second-factor-missing"]);
    expect(refused.body.error.details).toMatchObject([{ path: "/secondFactor" }]);
  });
});

test("an administrator takes away what a member lost, and they are told", async () => {
  const base = `/orgs/${world().organization}/members`;
  const reset = (id: string, as: Person | string) => world().delete(`${base}/${id}/second-factor`, as);
  const nora = await world().addPerson("nora", "admin");
  const oli = await withApp("oli");
  expect(says(await reset(oli.id, await world().addPerson("pia", "create")))).toEqual([403, "forbidden"]);
  expect((await reset(oli.id, nora)).status).toBe(204);
  expect(await isIn(oli.visitor)).toBe(false);
  expect(goesTo((await enter("oli"))[1])).toEqual([303, "/"]);
  await world().runJobs();
  expect(world().letters.at(-1)).toContain("Your second factor was reset");
  expect(says(await reset(oli.id, nora))).toEqual([409, "no-second-factor"]);
  expect(says(await reset(nora.id, nora))).toEqual([403, "forbidden"]);
  const trail = (await world().get(`/orgs/${world().organization}/audit-events?target=${oli.id}`, nora)).body;
  expect(trail.items.map(({ action }: { action: string }) => action)).toContain("member.reset-factor");
  // Another organization relies on it as well.
  const quin = await withApp("quin");
  await join(await world().addOrganization("Other", "other"), quin, "read");
  expect(says(await reset(quin.id, nora))).toEqual([409, "member-of-others"]);
});
