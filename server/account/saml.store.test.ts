import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { idpKeys } from "../access/saml/idp.fixture.ts";
import { listSessions } from "../nouns/sessions/queries.ts";
import { keepAuthenticator } from "../nouns/factors/authenticator.ts";
import { useWorld } from "../test/harness.ts";
import { givePassword, usePages, type Visitor } from "./pages.fixture.ts";
import { isIn, leadsTo, PASSWORD, path, useSaml } from "./saml.fixture.ts";

const world = useWorld();
const pages = usePages(world);
const saml = useSaml(world, pages);
const { arrives, askIdp, base, comeIn, memberWith, newProvider, post } = saml;

async function setMember(user: string, set: { sso?: 0 | 1; disabled?: 0 | 1 }): Promise<void> {
  await world().deps.db.transact(async (tx) => {
    await tx.updateTable("members").set(set).where("user_id", "=", user).execute();
  });
}

describe("signing in through an identity provider", () => {
  test("makes the account, the membership and a session, and leads where it was to lead", async () => {
    const team = (await world().put(`${base()}/teams`, { title: "Newcomers" }, saml.ada)).body.id;
    await world().patch(`${base()}/saml/${saml.provider.id}`, { defaultTeam: team }, saml.ada);
    arrives("Grace@Example.com", "Grace", "Hopper");
    const visitor = pages.visitor();
    const answer = await comeIn(visitor, `${saml.start}?next=%2Faccount%3Ftab%3D1`);
    await world().patch(`${base()}/saml/${saml.provider.id}`, { defaultTeam: null }, saml.ada);
    expect(leadsTo(answer)).toEqual([303, "/account?tab=1"]);
    expect((await visitor.get("/account")).text).toContain("grace@example.com");
    const member = await memberWith("grace@example.com");
    expect(member).toMatchObject({
      role: "comment",
      sso: true,
      teams: 1,
      user: { displayName: "Grace Hopper", email: "grace@example.com" },
    });
    expect(member.lastSeenAt).toBeDefined();
    const log = await world().get(`${base()}/audit-events?target=${member.id}`, saml.ada);
    expect(log.body.items[0]).toMatchObject({
      action: "member.join",
      actor: { id: member.id },
      source: "ui",
    });
  });

  test("finds the same account the next time, whatever its address is now", async () => {
    const { email } = saml.idp.person;
    await comeIn(pages.visitor());
    const { id } = await memberWith(email);
    await world().deps.db.transact(async (tx) => {
      const set = { email: "new@example.com", email_folded: "new@example.com" };
      await tx.updateTable("users").set(set).where("id", "=", id).execute();
    });
    const visitor = pages.visitor();
    await comeIn(visitor);
    expect((await visitor.get("/account")).text).toContain("new@example.com");
  });

  test("works with a response that is signed as a whole, and without names", async () => {
    saml.idp.person = { email: "nameless@example.com" };
    saml.idp.options = { signResponse: true };
    expect(await comeIn(pages.visitor()).then(leadsTo)).toEqual([303, "/"]);
    expect((await memberWith("nameless@example.com")).user.displayName).toBe("nameless");
  });

  test("signs out like any other session", async () => {
    const visitor = pages.visitor();
    await comeIn(visitor);
    await visitor.post("/sign-out", { do: "sign-out" });
    expect(await isIn(visitor)).toBe(false);
  });

  test("of two at once makes one account", async () => {
    const [one, two] = [pages.visitor(), pages.visitor()];
    const answers = await Promise.all([comeIn(one), comeIn(two)]);
    expect(answers.map(leadsTo)).toEqual([
      [303, "/"],
      [303, "/"],
    ]);
  });
});

/** @param days until it ends; never when empty */
async function tokenOf(visitor: Visitor, days = "30"): Promise<string | undefined> {
  const page = await visitor.post("/account/tokens", { label: "mine", days });
  return /lct_\w+/.exec(page.text)?.[0];
}

describe("an address that has an account", () => {
  const words = async (visitor = pages.visitor()) => {
    const page = await comeIn(visitor);
    expect(await isIn(visitor)).toBe(false);
    return [page.status, /<h1[^>]*>([^<]*)/.exec(page.text)?.[1]];
  };

  test("of a member is let in once an administrator has linked it", async () => {
    const name = `member${saml.another()}`;
    const member = await world().addPerson(name, "edit");
    arrives(`${name}@example.com`);
    expect(await words()).toEqual([403, "You have an account already"]);
    await world().post(`${base()}/members/${member.id}/sso`, undefined, saml.ada);
    const visitor = pages.visitor();
    expect(leadsTo(await comeIn(visitor))).toEqual([303, "/"]);
    expect(await memberWith(`${name}@example.com`)).toMatchObject({ id: member.id, role: "edit" });
    expect((await visitor.get("/account")).text).toContain(`value="${name}"`);
  });

  test("of somebody who is no member has to be invited with single sign-on", async () => {
    const name = `stranger${saml.another()}`;
    await world().addPerson(name);
    arrives(`${name}@example.com`);
    expect(await words()).toEqual([403, "You are not a member yet"]);
    await world().post(`${base()}/invites`, { emails: [`${name}@example.com`], sso: true }, saml.ada);
    expect(leadsTo(await comeIn(pages.visitor()))).toEqual([303, "/"]);
  });

  test("made by another organization's provider is let in by an invitation", async () => {
    const { email } = saml.idp.person;
    await comeIn(pages.visitor());
    const { id } = await memberWith(email);
    const other = await world().addOrganization("Second", `second${saml.another()}`);
    const owner = await world().addPerson(`second${saml.another()}`, "admin", other);
    const from = path((await newProvider(other, owner)).service.startURL);
    expect((await comeIn(pages.visitor(), from)).text).toMatch(/You are not a member yet/);
    await world().post(`/orgs/${other}/invites`, { emails: [email], role: "edit", sso: true }, owner);
    const visitor = pages.visitor();
    expect(leadsTo(await comeIn(visitor, from))).toEqual([303, "/"]);
    const token = await tokenOf(visitor);
    const reached = async (at: string) => (await world().call("GET", at, { as: token })).status;
    expect([await reached(`/orgs/${other}`), await reached(base())]).toEqual([200, 404]);
    expect((await world().call("GET", "/user", { as: token })).body.id).toBe(id);
    const refused = await world().call("POST", "/orgs", { as: token, body: { title: "Out of reach" } });
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      "You came by the single sign-on of one organization, which reaches no other one. Sign in by e-mail or a password to found one.",
    ]);
  });

  test("made by an invitation is let in when that was for single sign-on", async () => {
    const { email } = saml.idp.person;
    await world().post(`${base()}/invites`, { emails: [email], role: "review" }, saml.ada);
    expect(await words()).toEqual([403, "You have an account already"]);
    const other = `invited${saml.another()}@example.com`;
    await world().post(`${base()}/invites`, { emails: [other], role: "review", sso: true }, saml.ada);
    arrives(other);
    expect(leadsTo(await comeIn(pages.visitor()))).toEqual([303, "/"]);
    expect((await memberWith(other)).role).toBe("review");
  });

  test("of an administrator here is nothing to a provider of somebody else", async () => {
    const owner = await world().addPerson(
      `mallory${saml.another()}`,
      "admin",
      await world().addOrganization("Mal", "mal"),
    );
    const org = (await world().get("/orgs", owner)).body.items[0].id;
    const theirs = await newProvider(org, owner);
    const from = path(theirs.service.startURL);
    arrives("ada@example.com");
    expect((await comeIn(pages.visitor(), from)).text).toMatch(/You are not a member yet/);
    await world().post(`/orgs/${org}/invites`, { emails: ["ada@example.com"], sso: true }, owner);
    // What their provider opens then reaches nothing of ours.
    const visitor = pages.visitor();
    expect(leadsTo(await comeIn(visitor, from))).toEqual([303, "/"]);
    const made = await visitor.post("/account/tokens", { label: "mine", days: "30" });
    expect(made.text).toContain("Acme is out of reach here: the single sign-on of another organization");
    const token = /lct_\w+/.exec(made.text)?.[0];
    const reached = async (at: string) => (await world().call("GET", at, { as: token })).status;
    expect([await reached(`/orgs/${org}`), await reached(base())]).toEqual([200, 404]);
    const tokens = await world().call("GET", "/user/tokens", { as: token });
    expect(tokens.body.items.map(({ label }: { label: string }) => label)).toEqual(["mine"]);
    await world().delete(`/orgs/${org}/members/${saml.ada.id}`, saml.ada);
  });

  test("is refused while the member or the user is disabled, and once they are removed", async () => {
    const { email } = saml.idp.person;
    await comeIn(pages.visitor());
    const { id } = await memberWith(email);
    await setMember(id, { disabled: 1 });
    expect(await words()).toEqual([403, "Your account is disabled"]);
    await setMember(id, { disabled: 0 });
    await world().deps.db.transact(async (tx) => {
      await tx.updateTable("users").set({ disabled_at: 1 }).where("id", "=", id).execute();
    });
    expect(await words()).toEqual([403, "Your account is disabled"]);
    await world().deps.db.transact(async (tx) => {
      await tx.updateTable("users").set({ disabled_at: null }).where("id", "=", id).execute();
    });
    await world().delete(`${base()}/members/${id}`, saml.ada);
    expect(await words()).toEqual([403, "You are no longer a member"]);
    await world().post(`${base()}/invites`, { emails: [email], sso: true }, saml.ada);
    expect(leadsTo(await comeIn(pages.visitor()))).toEqual([303, "/"]);
  });
});

describe("a session of single sign-on", () => {
  test("makes tokens, which reach its organization and no other", async () => {
    const { email } = saml.idp.person;
    const visitor = pages.visitor();
    await comeIn(visitor);
    const token = await tokenOf(visitor, "");
    const child = await world().call("POST", "/user/tokens", { as: token, body: { label: "child" } });
    const other = await world().addOrganization("Later", `later${saml.another()}`);
    const owner = await world().addPerson(`owner${saml.another()}`, "admin", other);
    await world().post(`/orgs/${other}/invites`, { emails: [email] }, owner);
    for (const as of [token, child.body.token, await tokenOf(visitor)]) {
      const status = async (at: string) => (await world().call("GET", at, { as })).status;
      expect([await status(base()), await status(`/orgs/${other}`)]).toEqual([200, 404]);
      const all = await world().call("GET", "/orgs", { as });
      expect(all.body).toMatchObject({ count: 1, items: [{ id: world().organization }] });
    }
    const link = await newLinkSession(email);
    const both = await tokenOf(link);
    expect((await world().call("GET", "/orgs", { as: both })).body.count).toBe(2);
  });

  async function newLinkSession(email: string): Promise<Visitor> {
    const visitor = pages.visitor();
    await visitor.post("/sign-in/link", { email });
    await world().runJobs();
    const [link = ""] = /\/sign-in\/link\/[\w-]{43}/.exec(world().letters.at(-1) ?? "") ?? [];
    await visitor.post(link, { by: "link" });
    return visitor;
  }

  test("sets no first password", async () => {
    const visitor = pages.visitor();
    await comeIn(visitor);
    const page = await visitor.post("/account/password", { password: "some words nobody knows" });
    expect([page.status, /have a link sent/.test(page.text)]).toEqual([403, true]);
  });

  test("speaks for the whole account only while that belongs to its organization alone", async () => {
    const { email } = saml.idp.person;
    const visitor = pages.visitor();
    await comeIn(visitor);
    const rename = (displayName: string) => visitor.post("/account/profile", { displayName });
    expect(leadsTo(await rename("Mine Alone"))).toEqual([303, "/account?done=profile"]);
    const other = await world().addOrganization("Elsewhere", `elsewhere${saml.another()}`);
    const owner = await world().addPerson(`elsewhere${saml.another()}`, "admin", other);
    await world().post(`/orgs/${other}/invites`, { emails: [email] }, owner);
    const own = await newLinkSession(email);
    const [ofLink] = /\/account\/sessions\/[^/"]+\/end/.exec((await own.get("/account")).text) ?? [];
    expect(ofLink).toBeDefined();

    const page = await visitor.get("/account");
    expect(page.text).toContain("You came by the single sign-on of Acme.");
    expect(page.text).not.toMatch(/action="\/account\/(profile|photo|password|sessions)/);
    expect((await rename("Taken Over")).status).toBe(403);
    expect((await visitor.post("/account/photo/remove", { do: "remove" })).status).toBe(403);
    const token = await tokenOf(visitor);
    const { id, displayName } = (await world().call("GET", "/user", { as: token })).body;
    expect(displayName).toBe("Mine Alone");
    const patched = await world().call("PATCH", `/users/${id}`, {
      as: token,
      body: { photoURL: "https://mallory.example/me.png" },
    });
    expect([patched.status, /single sign-on of one organization/.test(patched.body.error.message)]).toEqual([
      403,
      true,
    ]);
    const rows = await listSessions(world().deps.db.read, { user: id }, world().deps.clock.now());
    const linked = rows.find(({ method }) => method === "link")?.id ?? "";
    expect((await visitor.post(`/account/sessions/${linked}/end`, { do: "end" })).status).toBe(404);
    expect((await visitor.post("/account/sessions/end", { do: "end" })).status).toBe(303);
    expect([await isIn(own), await isIn(visitor)]).toEqual([true, true]);
    expect((await own.post("/account/profile", { displayName: "By Link" })).status).toBe(303);
    expect((await own.post(ofLink ?? "", { do: "end" })).status).toBe(303);
    expect(await isIn(visitor)).toBe(false);
  });

  test("changes a password only with the one before", async () => {
    const name = `secret${saml.another()}`;
    const member = await world().addPerson(name, "edit");
    await givePassword(world(), member, "four words of my own");
    await world().post(`${base()}/members/${member.id}/sso`, undefined, saml.ada);
    arrives(`${name}@example.com`);
    const visitor = pages.visitor();
    await comeIn(visitor);
    const change = (current: string) =>
      visitor.post("/account/password", { current, password: "another phrase of mine" });
    expect([(await change("")).status, (await change("a guess of theirs")).status]).toEqual([403, 403]);
  });

  test("is asked for a second factor too, where the organization says so", async () => {
    const { db, secrets, clock } = world().deps;
    const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
    const give = (user: string) =>
      db.transact((tx) => keepAuthenticator(tx, secrets, { user, secret, step: 0, now: clock.now() }));
    const rule = async (from: string, singleSignOn: "asks" | "counts") =>
      expect((await world().patch(base(), { secondFactor: { from, singleSignOn } }, saml.ada)).status).toBe(
        200,
      );
    await give(saml.ada.id);
    const visitor = pages.visitor();
    await comeIn(visitor);
    const reaches = async (who: Visitor) => {
      const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      return (await world().get(base(), { cookie })).status;
    };
    await rule("2020-01-01T00:00:00Z", "counts");
    expect(await reaches(visitor)).toBe(200);
    // Who came in unasked comes again, and not again each time that the rule is changed.
    await rule("2090-01-01T00:00:00Z", "asks");
    expect(await isIn(visitor)).toBe(false);
    await comeIn(visitor);
    await rule("2080-01-01T00:00:00Z", "asks");
    expect(await reaches(visitor)).toBe(200);
    await rule("2020-01-01T00:00:00Z", "asks");
    expect(await reaches(visitor)).toBe(401);
    expect(leadsTo(await visitor.get("/sign-in?next=/x"))).toEqual([303, "/account/second-factor?next=%2Fx"]);
    // With one of their own they give it after the provider has vouched for them.
    const { user } = await memberWith(saml.idp.person.email.toLowerCase());
    await give(user.id);
    const again = pages.visitor();
    expect(leadsTo(await comeIn(again))).toEqual([303, "/sign-in/factor"]);
    expect(await isIn(again)).toBe(false);
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() });
    expect(leadsTo(await again.post("/sign-in/factor", { code }))).toEqual([303, "/"]);
    expect([await isIn(again), await reaches(again)]).toEqual([true, 200]);
    await world().patch(base(), { secondFactor: null }, saml.ada);
    await db.transact((tx) => tx.deleteFrom("authenticators").where("user_id", "=", saml.ada.id).execute());
  });

  test("ends when its provider is deleted", async () => {
    const made = await newProvider(world().organization, saml.ada);
    const visitor = pages.visitor();
    const from = path(made.service.startURL);
    await comeIn(visitor, from);
    expect(await isIn(visitor)).toBe(true);
    await world().delete(`${base()}/saml/${made.id}`, saml.ada);
    expect(await isIn(visitor)).toBe(false);
    expect((await visitor.get(from)).text).toMatch(/There is no such sign-in/);
  });

  test("isn't begun with a provider that is pending, nor ended after its certificate changed", async () => {
    const made = await newProvider(world().organization, saml.ada);
    const from = path(made.service.startURL);
    const answered = await askIdp(pages.visitor(), from);
    await world().patch(`${base()}/saml/${made.id}`, { certificate: idpKeys().certificate }, saml.ada);
    expect((await post(answered)).status).toBe(410);
    expect((await post(await askIdp(pages.visitor(), from))).text).toMatch(/verify/);
    await world().patch(`${base()}/saml/${made.id}`, { certificate: "" }, saml.ada);
    expect((await pages.visitor().get(from)).status).toBe(404);
    expect((await pages.visitor().get(`${from}/metadata`)).text).toContain(made.service.entityID);
    expect((await pages.visitor().get("/sso/saml/absent/absent/metadata")).status).toBe(404);
  });
});

describe("an organization that enforces single sign-on", () => {
  const enforce = (sso: boolean) => world().patch(base(), { sso }, saml.ada);
  const byPassword = async (name: string) => {
    const visitor = pages.visitor();
    await visitor.post("/sign-in", { email: `${name}@example.com`, password: PASSWORD });
    return visitor;
  };
  const makes = async (visitor: Visitor) =>
    (await visitor.post("/account/tokens", { label: "t", days: "30" })).status;

  test("is out of reach for other sessions of its members, but for administrators'", async () => {
    const name = `enforced${saml.another()}`;
    const member = await world().addPerson(name, "edit");
    await givePassword(world(), member, PASSWORD);
    const visitor = await byPassword(name);
    expect(await makes(visitor)).toBe(200);
    await enforce(true);
    const page = await visitor.post("/account/tokens", { label: "t", days: "30" });
    expect([page.status, /Acme is out of reach here: it asks its members/.test(page.text)]).toEqual([
      403,
      true,
    ]);
    expect(await makes(await byPassword("ada"))).toBe(200);
    // What was made before reaches nothing either, but for administrators'.
    expect((await world().get(base(), member)).status).toBe(404);
    expect((await world().get("/orgs", member)).body.count).toBe(0);
    expect((await world().get(`/users/${saml.ada.id}`, member)).status).toBe(404);
    expect((await world().get(base(), saml.ada)).status).toBe(200);
    await world().post(`${base()}/members/${member.id}/sso`, undefined, saml.ada);
    arrives(`${name}@example.com`);
    const through = pages.visitor();
    await comeIn(through);
    expect(await makes(through)).toBe(200);
    // A token reaches what the session reaches that it is made in, by the pages' own calls too.
    const cookie = `lectern-session=${through.cookies.get("lectern-session")}`;
    const made = await world().post("/user/tokens", { label: "t" }, { cookie });
    expect((await world().call("GET", base(), { as: made.body.token })).status).toBe(200);
    await enforce(false);
    expect((await world().get(base(), member)).status).toBe(200);
  });
});

describe("where a sign-in leads, and the sign-in page", () => {
  test.each(["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "/\nx"])(
    "never lead to %j",
    async (next) => {
      const answer = await comeIn(pages.visitor(), `${saml.start}?next=${encodeURIComponent(next)}`);
      expect(leadsTo(answer)).toEqual([303, "/"]);
    },
  );

  test("keep the cookie to the browser that began, and tell nobody", async () => {
    const { headers } = await pages.visitor().get(saml.start);
    expect(headers["set-cookie"]).toMatch(
      /^lectern-saml=[\w-]{43}; Path=\/; Max-Age=1800; HttpOnly; SameSite=Lax$/,
    );
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["cache-control"]).toBe("private, no-store");
  });

  test("offer the providers of the organization that is named", async () => {
    const another = await world().addOrganization("Another", "another");
    await newProvider(another, await world().addPerson("nora", "admin", another));
    const named = await pages.visitor().get("/sign-in?org=acme&next=%2Faccount%23tokens");
    expect(named.text).toContain(`href="${saml.start}?next=%2Faccount%23tokens"`);
    expect((await pages.visitor().get(`/sign-in?org=${world().organization}`)).text).toContain(
      "Continue with Test IdP",
    );
    const unknown = await pages.visitor().get("/sign-in?org=nobody");
    expect(unknown.text).toMatch(/No single sign-on is set up under this name/);
    expect(unknown.text).not.toContain("Continue with Test IdP");
    expect((await pages.visitor().get("/sign-in")).text).toContain('name="org"');
  });
});
