/** Single sign-on as people do it: a real browser between two servers of different sites. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePorts } from "../ports/free-port.ts";
import { launchBrowser } from "../test/browser.ts";
import { useWorld } from "../test/harness.ts";
import { IdentityProvider } from "./idp.fixture.ts";
import { usePages } from "./pages.fixture.ts";

const world = useWorld();
let port = 0;
let origin = "";
beforeAll(async () => {
  [port = 0] = await freePorts("127.0.0.1", [{ port: 0, setting: "PORT" }]);
  // The identity provider is at 127.0.0.1: to a browser that is another site, so cookies are held back as in life.
  origin = `http://localhost:${port}`;
});
const pages = usePages(world, () => ({ addresses: { ...world().deps.addresses, app: origin } }));

describe("in a browser", () => {
  let browser: Browser;
  let idp: IdentityProvider;
  let start = "";

  beforeAll(async () => {
    const ada = await world().addPerson("ada", "admin");
    idp = await IdentityProvider.open();
    await pages.app().listen({ host: "127.0.0.1", port });
    const made = await world().post(
      `/orgs/${world().organization}/saml`,
      {
        label: "Acme sign-in",
        ssoURL: `${idp.origin}/sso`,
        entityID: idp.issuer,
        certificate: idp.keys.certificate,
      },
      ada,
    );
    start = `${origin}/sso/saml/${world().organization}/${made.body.id}`;
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await idp?.close();
  });

  test("the button of the sign-in page leads there and back, to the account", async () => {
    const page = await browser.newPage();
    await page.goto(`${origin}/sign-in?next=/account`);
    await page.getByRole("link", { name: "Continue with Acme sign-in" }).click();
    await page.waitForURL(`${origin}/account`);
    expect(await page.textContent("article")).toContain("ann@example.com");
    expect(await page.inputValue('input[name="displayName"]')).toBe("Ann Lee");
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.waitForURL(/\/sign-in/);
  });

  test("who comes from the provider's own page begins here with one more button", async () => {
    const page = await browser.newPage();
    const answered = await idp.answer(
      String((await fetch(start, { redirect: "manual" })).headers.get("location")),
    );
    await page.goto(`${idp.origin}/blank`);
    await page.setContent(
      `<form method="post" action="${answered.action}"><input name="SAMLResponse" value="${answered.SAMLResponse}"><button>Go</button></form>`,
    );
    await page.getByRole("button", { name: "Go" }).click();
    await page.getByRole("heading", { name: "One more step" }).waitFor();
    await page.getByRole("link", { name: "Continue with Acme sign-in" }).click();
    await page.waitForURL(/\/o\//);
  });

  test("a sign-in of somebody else doesn't end in this browser", async () => {
    const page = await browser.newPage();
    idp.person = { email: "mallory@example.com" };
    const answered = await idp.answer(
      String((await fetch(start, { redirect: "manual" })).headers.get("location")),
    );
    await page.goto(`${idp.origin}/blank`);
    await page.setContent(
      `<form method="post" action="${answered.action}"><input name="SAMLResponse" value="${answered.SAMLResponse}"><input name="RelayState" value="${answered.RelayState}"><button>Go</button></form>`,
    );
    await page.getByRole("button", { name: "Go" }).click();
    await page.getByRole("heading", { name: "This was begun in another browser" }).waitFor();
    await page.goto(`${origin}/account`);
    expect(page.url()).toContain("/sign-in");
  });
});
