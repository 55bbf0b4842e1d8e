/** Signing in as visitors do it: a real browser, a real backend with a login, a real site. */
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchBrowser } from "../../test/browser.ts";
import { useWorld } from "../../test/harness.ts";
import { buildSites } from "../serve.ts";
import { builtAssets } from "../../test/assets.ts";
import { makeSite, tokenOf, type VisitedSite } from "./visitors.fixture.ts";

const world = useWorld();
const SHOTS = process.env["LECTERN_SHOTS"];
const isHere = inject("databases").dialect !== "postgres";
let site: VisitedSite;
let sites: FastifyInstance;
let browser: Browser;
let backend: Server;
let origin = "";
let login = "";
/** What the backend was asked for, with where from. */
const asked: { url: string; referer: string | undefined }[] = [];
let plan = "pro";
let key = "";

async function answer({
  url = "/",
  headers,
}: IncomingMessage): Promise<{ location?: string; html?: string }> {
  asked.push({ url, referer: headers.referer });
  const { pathname, searchParams } = new URL(url, login);
  const location = searchParams.get("location") ?? "/";
  if (pathname === "/login") {
    return { html: `<a id="go" href="/enter?location=${encodeURIComponent(location)}">Sign in as Ada</a>` };
  }
  if (pathname !== "/enter") return { html: "elsewhere" };
  const token = await tokenOf(world(), key, { plan });
  return { location: `${origin}${site.base.slice(0, -1)}${location}?jwt_token=${token}` };
}

beforeAll(async () => {
  if (!isHere) return;
  backend = createServer((request, response) => {
    void answer(request).then(({ location, html = "" }) => {
      response.writeHead(location === undefined ? 200 : 302, {
        "content-type": "text/html",
        ...(location === undefined ? {} : { location }),
      });
      response.end(html);
    });
  });
  await new Promise<void>((done) => backend.listen(0, "127.0.0.1", done));
  login = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
  const writer = await world().addPerson("wanda", "create");
  site = await makeSite(world(), writer, "Members");
  ({ key } = site);
  const page = (slug: string, markdown: string) => ({
    operation: "insert_page",
    slug,
    document: { markdown },
  });
  const guide = `# The guide\n\n[Elsewhere](${login}/elsewhere)\n\n{% if visitor.claims.plan == "pro" %}\n\nFor payers.\n\n{% endif %}`;
  const changes = [page("home", "# The home"), page("guide", guide)];
  await world().post(`/spaces/${site.space}/content`, { changes }, writer);
  await world().patch(site.api, { visibility: "visitor-auth", adaptiveContent: { enabled: true } }, writer);
  const auth = { backend: "custom", fallbackURL: `${login}/login` };
  await world().patch(`${site.api}/publishing/auth`, auth, writer);
  sites = buildSites(world().deps, { trustedProxies: [] }, builtAssets());
  [browser, origin] = await Promise.all([launchBrowser(), sites.listen({ host: "127.0.0.1", port: 0 })]);
});
afterAll(async () => {
  await browser?.close();
  await sites?.close();
  backend?.close();
});

test.runIf(isHere)(
  "a visitor signs in, reads, follows links, signs out, and is told when it fails",
  async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const tab = await context.newPage();
    await tab.goto(`${origin}${site.base}guide`);
    expect(new URL(tab.url()).pathname).toBe("/login");
    await tab.click("#go");
    await tab.waitForURL(`${origin}${site.base}guide`);
    expect(await tab.textContent("main")).toContain("For payers.");
    const cookies = await context.cookies();
    expect(
      cookies.map(({ name, path, httpOnly, sameSite }) => [name.split("~")[0], path, httpOnly, sameSite]),
    ).toEqual([["lectern-visitor-token", site.base, true, "Lax"]]);
    expect(await tab.evaluate("document.cookie")).toBe("");
    await tab.reload();
    expect(tab.url()).toBe(`${origin}${site.base}guide`);
    await tab.click(`.prose a[href="${login}/elsewhere"]`);
    await tab.waitForURL(`${login}/elsewhere`);
    expect(asked.at(-1)).toEqual({ url: "/elsewhere", referer: expect.not.stringContaining("guide") });
    await tab.goBack();
    expect(await tab.textContent("main")).toContain("For payers.");

    await tab.goto(`${origin}${site.base}~/auth/logout`);
    expect(await context.cookies()).toEqual([]);
    if (SHOTS) await tab.screenshot({ path: join(SHOTS, "visitor-signed-out.png") });
    plan = "free";
    await tab.click(".notice-actions a");
    await tab.click("#go");
    await tab.waitForURL(`${origin}${site.base}`);
    await tab.goto(`${origin}${site.base}guide`);
    expect(await tab.textContent("main")).not.toContain("For payers.");

    await context.clearCookies();
    key = "a key of nobody";
    await tab.goto(`${origin}${site.base}guide`);
    await tab.click("#go");
    await tab.locator("main", { hasText: "The token signature is invalid." }).waitFor();
    if (SHOTS) await tab.screenshot({ path: join(SHOTS, "visitor-refused.png") });
    await tab.click(".notice-actions a");
    await tab.waitForURL(({ pathname }) => pathname === "/login");
    const fromSite = asked.filter(({ referer }) => referer?.startsWith(origin));
    expect(fromSite.filter(({ referer }) => referer !== `${origin}/`)).toEqual([]);
    await context.close();
  },
);
