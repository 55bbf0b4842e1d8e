/** Hostile texts in everything that the pages for people show, read strictly. */
import { beforeAll, expect, test } from "vitest";
import { auditPage, HOSTILE_ADDRESSES, HOSTILE_TEXTS } from "../site/hostile.fixture.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { givePassword, type PageAnswer, usePages, type Visitor } from "./pages.fixture.ts";

const FULL = process.env["LECTERN_TEST_TIER"] === "full";
const PASSWORD = "four words of my own";
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; media-src 'self' https:; " +
  "font-src 'self'; connect-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'";
const FORMS = ["readOnly", "autoFocus", "formAction", "formNoValidate", "encType", "accept"];
const world = useWorld();
const pages = usePages(world);
let ada: Person;
let visitor: Visitor;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  await givePassword(world(), ada, PASSWORD);
  visitor = pages.visitor();
  await visitor.post("/sign-in", { email: "ada@example.com", password: PASSWORD });
});

const TEXTS = HOSTILE_TEXTS.filter((said, index) => said.isWellFormed() && (FULL || index % 3 === 0));

function check(where: string, { status, headers, text }: PageAnswer): void {
  if (status === 303)
    return expect([where, headers["location"]]).toEqual([where, expect.stringMatching(/^\/(?![/\\])/)]);
  expect([where, status < 500, auditPage(text, FORMS)]).toEqual([where, true, []]);
  expect([where, headers]).toEqual([
    where,
    expect.objectContaining({
      "content-security-policy": POLICY,
      "content-type": "text/html; charset=utf-8",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    }),
  ]);
}

test("names, labels and devices are text on the account page", async () => {
  for (const said of TEXTS) {
    const device = said.replace(/[^\x20-\x7e]/g, "");
    const fields = { displayName: said.slice(0, 64) };
    check("profile", await visitor.post("/account/profile", fields, { "user-agent": device }));
    await world().patch(`/users/${ada.id}`, { photoURL: `https://a.example/${said}` }, ada);
    check("token", await visitor.post("/account/tokens", { label: said.slice(0, 50), days: "30" }));
    const { status, headers, text } = await visitor.get("/account");
    check(`account ${said}`, { status, headers, text });
  }
});

test("what is typed or asked for at the door is text", async () => {
  for (const said of TEXTS) {
    const stranger = pages.visitor();
    const sent = encodeURIComponent(said);
    check("typed", await stranger.post("/sign-in", { email: said, password: "x", next: said }));
    check(
      "letter",
      await stranger.post("/sign-in/link", { email: `${said.replace(/[\s@]/g, "")}@a.example` }),
    );
    for (const path of [
      `/sign-in?next=${sent}&org=${sent}`,
      `/sign-in/link/${sent}`,
      `/invites/${sent}`,
      `/sso/saml/${sent}/${sent}`,
    ])
      check(path, await stranger.get(path));
  }
});

test("nobody is led elsewhere after signing in", async () => {
  for (const next of [
    ...HOSTILE_ADDRESSES,
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/%0d%0ax:y",
    "/..//evil.example",
  ])
    check(next, await visitor.get(`/sign-in?next=${encodeURIComponent(next)}`));
});

test("organizations and their providers are text where people join and sign in", async () => {
  const org = `/orgs/${world().organization}`;
  await world().patch(org, { inviteLinks: true }, ada);
  const { body: provider } = await world().post(`${org}/saml`, { label: "Okta" }, ada);
  const { body: link } = await world().post(`${org}/link-invites`, { role: "read" }, ada);
  const invite = new URL(link.urls?.invite ?? link.url ?? `http://app.test/invites/${link.id}`).pathname;
  for (const said of TEXTS) {
    await world().patch(org, { title: said.slice(0, 50) }, ada);
    await world().patch(`${org}/saml/${provider.id}`, { label: said.slice(0, 50) }, ada);
    check("invite", await visitor.get(invite));
    check("door", await pages.visitor().get("/sign-in?org=acme"));
    check("provider", await pages.visitor().get(`/sso/saml/${world().organization}/${provider.id}`));
  }
});
