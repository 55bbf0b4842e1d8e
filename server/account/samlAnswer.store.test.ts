/** Answers of identity providers: which count, once, and for whom. */
import { describe, expect, test, vi } from "vitest";
import { idpKeys } from "../access/saml/idp.fixture.ts";
import { useWorld } from "../test/harness.ts";
import type { ProviderAnswer } from "./idp.fixture.ts";
import { usePages } from "./pages.fixture.ts";
import { isIn, leadsTo, path, useSaml } from "./saml.fixture.ts";

const world = useWorld();
const pages = usePages(world);
const saml = useSaml(world, pages);
const { askIdp, base, newProvider, post } = saml;

describe("an answer", () => {
  const refused = async (answered: ProviderAnswer, words: RegExp, to?: string) => {
    const page = await post(answered, to);
    expect(page.status).toBeGreaterThanOrEqual(400);
    expect(page.text).toMatch(words);
    expect(page.headers["set-cookie"]).toBeUndefined();
    expect(page.headers["cache-control"]).toBe("private, no-store");
    return page;
  };

  test("counts once", async () => {
    const visitor = pages.visitor();
    const answered = await askIdp(visitor);
    const first = await post(answered);
    await refused(answered, /This sign-in is over/);
    const finish = String(first.headers["location"]);
    expect(leadsTo(await visitor.get(finish))).toEqual([303, "/"]);
    expect((await visitor.get(finish)).status).toBe(410);
  });

  test("counts once when it is posted many times at once", async () => {
    const answered = await askIdp(pages.visitor());
    const all = await Promise.all([1, 2, 3, 4].map(() => post(answered)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([303, 410, 410, 410]);
  });

  test("to one request is none to another", async () => {
    const visitor = pages.visitor();
    const [one, two] = [await askIdp(visitor), await askIdp(visitor)];
    await refused({ ...one, RelayState: two.RelayState }, /The answer was refused/);
    expect((await post(one)).status).toBe(303);
    expect((await post(two)).status).toBe(303);
  });

  test("lets in the browser that asked, and no other", async () => {
    const victim = pages.visitor();
    const posted = await post(await askIdp(pages.visitor()));
    const finish = String(posted.headers["location"]);
    expect((await victim.get(finish)).text).toMatch(/begun in another browser/);
    victim.cookies.set("lectern-saml", "A".repeat(43));
    expect((await victim.get(finish)).status).toBe(400);
    expect(await isIn(victim)).toBe(false);
  });

  test("comes in time", async () => {
    const [slow, slower] = [await askIdp(pages.visitor()), pages.visitor()];
    const posted = await post(await askIdp(slower));
    world().ahead = 3 * 60_000;
    expect((await slower.get(String(posted.headers["location"]))).status).toBe(410);
    world().ahead = 16 * 60_000;
    await refused(slow, /This sign-in is over/);
    world().ahead = 0;
  });

  test("that nobody asked for is told to begin here", async () => {
    const answered = await askIdp(pages.visitor());
    for (const RelayState of ["", "https://evil.example/", "//evil.example"]) {
      const page = await refused({ ...answered, RelayState }, /One more step/);
      expect(page.text).toContain(saml.provider.service.startURL);
      expect(page.text).not.toContain("evil.example");
    }
    await refused({ ...answered, RelayState: "A".repeat(43) }, /This sign-in is over/);
    expect((await pages.visitor().get(path(saml.provider.service.acsURL))).status).toBe(400);
  });

  test("says to the administrator what doesn't fit", async () => {
    saml.idp.options = { audience: "https://other.example" };
    await refused(await askIdp(pages.visitor()), /another audience. Set the audience/);
    saml.idp.options = { recipient: "https://other.example" };
    await refused(await askIdp(pages.visitor()), /sent to another address/);
    saml.idp.options = {
      recipient: saml.provider.service.acsURL,
      signatureAlgorithm: "rsa-sha1",
      digestAlgorithm: "sha1",
    };
    await refused(await askIdp(pages.visitor()), /have it signed with RSA and SHA-256/);
    saml.idp.options = { signAssertion: false, signResponse: true };
    await refused(await askIdp(pages.visitor()), /not signed/);
    const other = idpKeys();
    saml.idp.options = { key: other.key, cert: other.certificate };
    await refused(await askIdp(pages.visitor()), /verify/);
    saml.idp.options = { issuer: "<b>other</b>" };
    expect((await post(await askIdp(pages.visitor()))).text).not.toContain("<b>other");
  });

  test("is nothing to another provider, of this organization or another", async () => {
    const second = await newProvider(world().organization, saml.ada, { label: "Second" });
    const owner = await world().addPerson("olga", "admin", await world().addOrganization("Else", "else"));
    const org = (await world().get("/orgs", owner)).body.items[0].id;
    const elsewhere = await newProvider(org, owner);
    for (const { service } of [second, elsewhere]) {
      await refused(await askIdp(pages.visitor()), /This sign-in is over/, path(service.acsURL));
      const visitor = pages.visitor();
      const theirs = await visitor.get(path(service.startURL));
      const relay = new URL(String(theirs.headers["location"])).searchParams.get("RelayState") ?? "";
      await refused(
        { ...(await askIdp(visitor)), RelayState: relay },
        /answer was refused/,
        path(service.acsURL),
      );
    }
  });

  test("must be a form of some size, with each field once", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: saml.idp.origin };
    const url = path(saml.provider.service.acsURL);
    const send = (payload: string, more = {}) =>
      pages.app().inject({ method: "POST", url, payload, headers: { ...headers, ...more } });
    expect((await send("SAMLResponse=a&SAMLResponse=b")).statusCode).toBe(400);
    expect((await send(`SAMLResponse=${"A".repeat(600_000)}`)).statusCode).toBe(413);
    expect((await send("{}", { "content-type": "application/json" })).statusCode).toBe(400);
    expect((await send("")).statusCode).toBe(400);
  });

  test.each([
    ["certificate", () => ({ certificate: idpKeys().certificate })],
    ["entity id", () => ({ entityID: "https://elsewhere.example/metadata" })],
    ["certificate, which is none", () => ({ certificate: "" })],
  ])("that was verified by what the provider was before counts nowhere: another %s", async (_, other) => {
    const made = await newProvider(world().organization, saml.ada);
    const answered = await askIdp(pages.visitor(), path(made.service.startURL));
    const { db } = world().deps;
    const begun = await db.read
      .selectFrom("saml_requests")
      .selectAll()
      .where("provider_id", "=", made.id)
      .executeTakeFirstOrThrow();
    const { transact } = db;
    vi.spyOn(db, "transact").mockImplementationOnce(async (work) => {
      expect((await world().patch(`${base()}/saml/${made.id}`, other(), saml.ada)).status).toBe(200);
      // On PostgreSQL a sign-in may begin while those under way are ended, and isn't among them.
      await transact.call(db, (tx) => tx.insertInto("saml_requests").values(begun).execute());
      return transact.call(db, work) as never;
    });
    expect((await post(answered)).status).toBe(410);
    const kept = await db.read
      .selectFrom("saml_requests")
      .select(["answered_at", "name_id"])
      .where("provider_id", "=", made.id)
      .execute();
    expect(kept).toEqual([{ answered_at: null, name_id: null }]);
  });
});
