/** Values of an identity provider that are tested before they are saved. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { idpKeys } from "../access/saml/idp.fixture.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { IdentityProvider, type ProviderAnswer } from "./idp.fixture.ts";
import { type PageAnswer, usePages } from "./pages.fixture.ts";

const world = useWorld();
const pages = usePages(world);
let idp: IdentityProvider;
let ada: Person;

beforeAll(async () => {
  idp = await IdentityProvider.open();
  ada = await world().addPerson("ada", "admin");
});
afterAll(() => idp.close());

const base = () => `/orgs/${world().organization}`;
const arrives = (email: string, first = "Ann", last = "Lee") => void (idp.person = { email, first, last });

async function newProvider(more: object = {}) {
  const body = {
    label: "Test IdP",
    ssoURL: `${idp.origin}/sso`,
    entityID: idp.issuer,
    certificate: idp.keys.certificate,
    ...more,
  };
  return (await world().post(`${base()}/saml`, body, ada)).body;
}

/** The provider's page posts the answer: a request of another site, which carries none of our cookies. */
function post({ SAMLResponse, RelayState, action }: ProviderAnswer): Promise<PageAnswer> {
  const headers = { origin: idp.origin, "sec-fetch-site": "cross-site" };
  const to = action.slice("http://app.test".length);
  return pages.visitor().post(to, { SAMLResponse, RelayState }, headers);
}

async function memberWith(email: string) {
  const found = await world().get(`${base()}/members?search=${encodeURIComponent(email)}`, ada);
  return found.body.items[0];
}

describe("a test of values before they are saved", () => {
  let pending = "";
  const good = () => ({
    ssoURL: `${idp.origin}/sso`,
    entityID: idp.issuer,
    certificate: idp.keys.certificate,
  });
  const begin = (body: object, as = ada) => world().post(`${base()}/saml/${pending}/test`, body, as);
  /** What the page says after somebody has signed in at the provider with these values. */
  async function tell(body: object): Promise<PageAnswer> {
    const begun = await begin(body);
    expect(begun.status).toBe(200);
    return post(await idp.answer(begun.body.url));
  }

  beforeAll(async () => {
    pending = (await world().post(`${base()}/saml`, { label: "Soon" }, ada)).body.id;
  });

  test("says who was named and that they would be let in, and signs nobody in", async () => {
    arrives("Newest@Example.com", "Nora", "New");
    const told = await tell(good());
    expect([told.status, told.headers["set-cookie"]]).toEqual([200, undefined]);
    expect(told.text).toContain("The test worked");
    expect(told.text).toContain("<strong>Nora New</strong>, newest@example.com.");
    expect(told.text).toContain("They are no member yet.");
    expect(await memberWith("newest@example.com")).toBeUndefined();
    const { body } = await world().get(`${base()}/saml/${pending}`, ada);
    expect([body.status, body.ssoURL]).toEqual(["pending", undefined]);
    const log = await world().get(`${base()}/audit-events?target=${pending}`, ada);
    expect(log.body.items[0]).toMatchObject({ action: "saml-provider.test", actor: { id: ada.id } });
  });

  test("takes what isn't given from what is saved", async () => {
    const whole = await newProvider({ certificate: idpKeys().certificate });
    const at = `${base()}/saml/${whole.id}/test`;
    const tried = async (body: object) =>
      (await post(await idp.answer((await world().post(at, body, ada)).body.url))).text;
    expect(await tried({})).toContain("The test failed");
    expect(await tried({ certificate: idp.keys.certificate })).toContain("The test worked");
    await world().delete(`${base()}/saml/${whole.id}`, ada);
  });

  test("says why an answer is refused, and names what is wrong", async () => {
    const { text } = await tell({ ...good(), entityID: "https://other.example.com" });
    expect(text).toContain("The test failed");
    expect(text).toContain(
      `It is issued by ${idp.issuer}, and the provider&#39;s entityID is https://other.`,
    );
  });

  test("says that the person it names would not be let in", async () => {
    arrives("ada@example.com");
    const { text } = await tell(good());
    expect(text).toContain("The test worked, but not for you");
    expect(text).toContain("Their account is not an SSO member&#39;s.");
  });

  test("says the same of everybody who is no member, whether they have an account or not", async () => {
    const away = await world().addOrganization("Away", "away-from-tests");
    await world().addPerson("vic", "read", away);
    const said = async (email: string) => {
      arrives(email);
      return (await tell(good())).text.replaceAll(email, "ADDRESS");
    };
    expect(await said("vic@example.com")).toBe(await said("nil@example.com"));
  });

  test("its answer counts once, and opens no session", async () => {
    const answer = await idp.answer((await begin(good())).body.url);
    expect((await post(answer)).status).toBe(200);
    expect((await post(answer)).status).toBe(404);
    const provider = await newProvider();
    const at = `/sso/saml/${world().organization}/${provider.id}`;
    const begun = await world().post(`${base()}/saml/${provider.id}/test`, {}, ada);
    const other = await idp.answer(begun.body.url);
    expect((await post(other)).text).toContain("The test worked");
    const finished = await pages.visitor().get(`${at}/finish?state=${other.RelayState}`);
    expect([finished.status, finished.headers["set-cookie"]]).toEqual([410, undefined]);
  });

  test.each<[string, object, string]>([
    ["no address", { entityID: "x", certificate: "" }, "/ssoURL"],
    ["no entity id", { ssoURL: "https://idp.example.com/", entityID: " " }, "/entityID"],
    ["no certificate", { ssoURL: "https://idp.example.com/", entityID: "x" }, "/certificate"],
    ["no such certificate", { certificate: "no" }, "/certificate"],
    ["a script", { ssoURL: "javascript:alert(1)" }, "/ssoURL"],
    ["another field", { label: "L" }, "/label"],
  ])("refuses %s", async (_, body, path) => {
    const { status, body: answered } = await begin(body);
    const paths = answered.error.details.map((detail: { path: string }) => detail.path);
    expect([status, paths]).toEqual([400, [path]]);
  });

  test("is for administrators", async () => {
    const rita = await world().addPerson("rita-tests", "create");
    expect((await begin(good(), rita)).status).toBe(404);
  });
});
