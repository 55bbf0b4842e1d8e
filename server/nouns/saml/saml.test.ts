import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, type Person, useWorld } from "../../test/harness.ts";
import { openSession } from "../sessions/commands.ts";
import { openStep } from "../sessions/steps.ts";
import { idpKeys, weakCertificate } from "../../access/saml/idp.fixture.ts";

const world = useWorld();
let admin: Person;
let reader: Person;
let stranger: Person;
let base = "";
let foreignTeam = "";
const { certificate, base64 } = idpKeys();

beforeAll(async () => {
  base = `/orgs/${world().organization}`;
  admin = await world().addPerson("ada", "admin");
  reader = await world().addPerson("rita", "create");
  const other = await world().addOrganization("Other", "other");
  stranger = await world().addPerson("sam", "admin", other);
  foreignTeam = (await world().put(`/orgs/${other}/teams`, { title: "Theirs" }, stranger)).body.id;
});

const make = (body: object, as: Person | undefined = admin) => world().post(`${base}/saml`, body, as);
const details = ({ body }: Answer): string[] => body.error.details.map(({ path }: { path: string }) => path);
const whole = () => ({
  label: "Okta",
  ssoURL: "https://idp.example.com/sso",
  entityID: "https://idp.example.com/metadata",
  certificate,
});

describe("createOrganizationSAMLProvider", () => {
  test("takes the label alone, and says what the identity provider has to be told", async () => {
    await world().patch(base, { defaultRole: "comment" }, admin);
    const { status, body, headers } = await make({ label: "Okta" });
    await world().patch(base, { defaultRole: null }, admin);
    expect([status, headers["location"]]).toEqual([201, body.urls.location]);
    const start = `http://app.test/sso/saml/${world().organization}/${body.id}`;
    expect(body).toEqual({
      object: "saml-provider",
      id: body.id,
      label: "Okta",
      defaultRole: "comment",
      createdAt: body.createdAt,
      status: "pending",
      service: { startURL: start, acsURL: `${start}/acs`, entityID: `${start}/metadata` },
      urls: { location: `http://app.test/v1${base}/saml/${body.id}` },
    });
  });

  test("is active with everything, and gives a role and a team", async () => {
    const team = (await world().put(`${base}/teams`, { title: "New people" }, admin)).body.id;
    const { body } = await make({ ...whole(), defaultRole: "read", defaultTeam: team });
    expect(body).toMatchObject({
      status: "active",
      ssoURL: "https://idp.example.com/sso",
      certificate,
      defaultRole: "read",
      defaultTeam: { object: "team", id: team, members: 0 },
    });
    await world().delete(`${base}/teams/${team}`, admin);
    expect((await world().get(`${base}/saml/${body.id}`, admin)).body.defaultTeam).toBeUndefined();
  });

  test("takes the certificate as bare base64 too, wrapped or not", async () => {
    for (const given of [base64, base64.replace(/(.{64})/g, "$1\r\n"), `\n${certificate}  `]) {
      const { body } = await make({ ...whole(), certificate: given });
      expect([body.status, body.certificate]).toEqual(["active", certificate]);
    }
  });

  test.each<[string, object, string[]]>([
    ["no label", {}, ["/label"]],
    ["an empty label", { label: "" }, ["/label"]],
    ["a long label", { label: "x".repeat(31) }, ["/label"]],
    ["a long entity id", { label: "L", entityID: "x".repeat(1025) }, ["/entityID"]],
    ["a long certificate", { label: "L", certificate: "x".repeat(10_001) }, ["/certificate"]],
    ["a long address", { label: "L", ssoURL: `https://a.example/${"x".repeat(2048)}` }, ["/ssoURL"]],
    ["no address", { label: "L", ssoURL: "idp" }, ["/ssoURL"]],
    ["a script", { label: "L", ssoURL: "javascript:alert(1)" }, ["/ssoURL"]],
    ["a name in the address", { label: "L", ssoURL: "https://me:you@idp.example.com/" }, ["/ssoURL"]],
    ["words as certificate", { label: "L", certificate: "a certificate" }, ["/certificate"]],
    ["base64 of something else", { label: "L", certificate: "aGVsbG8gd29ybGQ=" }, ["/certificate"]],
    ["a cut certificate", { label: "L", certificate: base64.slice(0, 400) }, ["/certificate"]],
    ["two certificates", { label: "L", certificate: certificate + certificate }, ["/certificate"]],
    [
      "a key",
      { label: "L", certificate: certificate.replaceAll("CERTIFICATE", "PRIVATE KEY") },
      ["/certificate"],
    ],
    ["something behind it", { label: "L", certificate: appended() }, ["/certificate"]],
    ["a short key", { label: "L", certificate: weakCertificate() }, ["/certificate"]],
    ["an unknown role", { label: "L", defaultRole: "boss" }, ["/defaultRole"]],
    ["no team", { label: "L", defaultTeam: "absent" }, ["/defaultTeam"]],
    ["a status", { label: "L", status: "active" }, ["/status"]],
    ["an id", { label: "L", id: "mine" }, ["/id"]],
  ])("refuses %s", async (_what, body, paths) => {
    const answer = await make(body);
    expect([answer.status, [...new Set(details(answer))]]).toEqual([400, paths]);
  });

  test("refuses a team of another organization", async () => {
    const answer = await make({ label: "L", defaultTeam: foreignTeam });
    expect([answer.status, details(answer)]).toEqual([400, ["/defaultTeam"]]);
  });

  test("is the administrators' alone", async () => {
    expect((await make({ label: "L" }, reader)).status).toBe(403);
    expect((await make({ label: "L" }, stranger)).status).toBe(404);
    expect((await world().post(`${base}/saml`, { label: "L" })).status).toBe(401);
  });
});

function appended(): string {
  return Buffer.concat([Buffer.from(base64, "base64"), Buffer.from("more")]).toString("base64");
}

describe("listSAMLProvidersInOrganizationById and getOrganizationSAMLProviderById", () => {
  test("list in pages, for administrators", async () => {
    await make(whole());
    const all = await world().get(`${base}/saml?limit=1000`, admin);
    expect(all.body.count).toBe(all.body.items.length);
    const first = await world().get(`${base}/saml?limit=1`, admin);
    const second = await world().get(`${base}/saml?limit=1&page=${first.body.next.page}`, admin);
    expect([first.body.items[0].id, second.body.items[0].id]).toEqual([
      all.body.items[0].id,
      all.body.items[1].id,
    ]);
    const path = `${base}/saml/${all.body.items[0].id}`;
    expect((await world().get(path, admin)).body.id).toBe(all.body.items[0].id);
    for (const [as, status] of [
      [reader, 403],
      [stranger, 404],
      [undefined, 401],
    ] as const) {
      expect((await world().get(`${base}/saml`, as)).status).toBe(status);
      expect((await world().get(path, as)).status).toBe(as === reader ? 404 : status);
    }
    expect((await world().get(`${base}/saml/absent`, admin)).status).toBe(404);
  });
});

describe("updateOrganizationSAMLProvider", () => {
  test("changes what it names, clears what is empty, and leaves a trace without the certificate's loss", async () => {
    const team = (await world().put(`${base}/teams`, { title: "Team" }, admin)).body.id;
    const { body } = await make({ ...whole(), defaultTeam: team });
    const path = `${base}/saml/${body.id}`;
    const named = await world().patch(path, { label: "Entra", defaultRole: "edit" }, admin);
    expect(named.body).toMatchObject({ label: "Entra", defaultRole: "edit", status: "active" });
    const cleared = await world().patch(
      path,
      { certificate: "", defaultTeam: null, defaultRole: null },
      admin,
    );
    expect([cleared.body.status, cleared.body.defaultTeam, cleared.body.defaultRole]).toEqual([
      "pending",
      undefined,
      null,
    ]);
    expect((await world().patch(path, { defaultTeam: foreignTeam }, admin)).status).toBe(400);
    expect((await world().patch(path, { certificate: "none" }, admin)).status).toBe(400);
    const log = await world().get(`${base}/audit-events?target=${body.id}`, admin);
    expect(log.body.items.map(({ action }: { action: string }) => action)).toEqual([
      "saml-provider.update",
      "saml-provider.update",
      "saml-provider.create",
    ]);
  });

  test("compares If-Match, and hides from others", async () => {
    const { body } = await make({ label: "L" });
    const path = `${base}/saml/${body.id}`;
    const headers = { "if-match": String((await world().get(path, admin)).headers["etag"]) };
    expect((await world().patch(path, { label: "One" }, admin, headers)).status).toBe(200);
    expect((await world().patch(path, { label: "Two" }, admin, headers)).status).toBe(412);
    expect((await world().delete(path, admin, headers)).status).toBe(412);
    expect((await world().patch(path, { label: "T" })).status).toBe(401);
    expect((await world().patch(path, { label: "T" }, reader)).status).toBe(404);
    expect((await world().patch(path, { label: "T" }, stranger)).status).toBe(404);
  });
});

describe("deleteOrganizationSAMLProvider", () => {
  test("deletes once", async () => {
    const path = `${base}/saml/${(await make({ label: "L" })).body.id}`;
    expect((await world().delete(path)).status).toBe(401);
    expect((await world().delete(path, stranger)).status).toBe(404);
    expect((await world().delete(path, admin)).status).toBe(204);
    expect((await world().delete(path, admin)).status).toBe(404);
    expect((await world().patch(path, { label: "T" }, admin)).status).toBe(404);
  });
});

describe("listSSOProviderLoginsInOrganization", () => {
  test("tells strangers the active ones and nothing else", async () => {
    const id = (await world().post("/orgs", { title: "Fresh" }, stranger)).body.id;
    const active = (await world().post(`/orgs/${id}/saml`, whole(), stranger)).body;
    await world().post(`/orgs/${id}/saml`, { label: "Later" }, stranger);
    const { status, body } = await world().get(`/orgs/${id}/sso`);
    expect([status, body]).toEqual([
      200,
      { items: [{ id: active.id, label: "Okta", startURL: active.service.startURL }] },
    ]);
    expect((await world().get("/orgs/absent/sso")).body).toEqual({ items: [] });
    expect((await world().get(`/orgs/${id}/sso?page=1`)).status).toBe(400);
  });
});

describe("what rests on the word of a provider", () => {
  test.each([
    ["another certificate", () => ({ certificate: idpKeys().certificate })],
    ["another entity id", () => ({ entityID: "https://other.example/entity" })],
    ["no certificate", () => ({ certificate: "" })],
  ])("ends with %s, and not with another label", async (_, patch) => {
    const { db, clock, newId } = world().deps;
    const [{ body: provider }, { body: other }] = [await make(whole()), await make(whole())];
    const [organization_id, now] = [world().organization, clock.now()];
    // One session and one half of a sign-in by each of two providers.
    for (const { id } of [provider, other])
      await db.transact(async (tx) => {
        const by = { user: reader.id, method: "saml" as const, now };
        const session = newId();
        await openSession(tx, { ...by, id: session, address: undefined, userAgent: undefined });
        await tx
          .insertInto("saml_sessions")
          .values({ session_id: session, provider_id: id, organization_id })
          .execute();
        await openStep(tx, { ...by, next: undefined, provider: { id, organization: organization_id } });
      });
    const left = async (id: string) => {
      const sessions = db.read
        .selectFrom("sessions")
        .innerJoin("saml_sessions", "saml_sessions.session_id", "sessions.id")
        .select("sessions.id")
        .where("provider_id", "=", id)
        .where("hash", "is not", null);
      const steps = db.read.selectFrom("sign_in_steps").select("hash").where("provider", "=", id);
      return [(await sessions.execute()).length, (await steps.execute()).length];
    };
    const change = async (body: object) =>
      expect((await world().patch(`${base}/saml/${provider.id}`, body, admin)).status).toBe(200);
    await change({ label: "Another name" });
    expect(await left(provider.id)).toEqual([1, 1]);
    await change(patch());
    expect([await left(provider.id), await left(other.id)]).toEqual([
      [0, 0],
      [1, 1],
    ]);
    for (const { id } of [provider, other]) await world().delete(`${base}/saml/${id}`, admin);
  });
});
