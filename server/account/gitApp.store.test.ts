/** A GitHub App by manifest: one press here, and GitHub's own answers are what counts. */
import { generateKeyPairSync } from "node:crypto";
import { createHmac } from "node:crypto";
import { importSPKI, jwtVerify } from "jose";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { newSpace, useGitHost } from "../nouns/git/gitSpace.fixture.ts";
import type { ApiAnswer, ApiRequest } from "../test/gitHost.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { givePassword, usePages, type Visitor } from "./pages.fixture.ts";

const world = useWorld();
const host = useGitHost();
const pages = usePages(world);
const PASSWORD = "four words of my own";
const KEYS = generateKeyPairSync("rsa", { modulusLength: 2048 });
const PEM = KEYS.privateKey.export({ type: "pkcs1", format: "pem" }).toString();
const PUBLIC = KEYS.publicKey.export({ type: "spki", format: "pem" }).toString();
const HOOK_SECRET = "what GitHub signs with";

let ada: Person;
let adas: Visitor;
let asked: ApiRequest[] = [];
let accounts: object[];
let isSuspended = false;

/** GitHub's API for Apps, as far as it is asked here. */
function api(request: ApiRequest): ApiAnswer {
  asked.push(request);
  const path = request.path.replace("/api/v3", "");
  if (path === "/app-manifests/good/conversions")
    return {
      status: 201,
      body: {
        id: 4711,
        slug: "lectern-acme",
        name: "Lectern Acme",
        html_url: `${host().url("")}github-apps/lectern-acme`,
        pem: PEM,
        webhook_secret: HOOK_SECRET,
        client_secret: "unused",
      },
    };
  if (path === "/app/installations?per_page=100") return { status: 200, body: accounts };
  if (path === "/app/installations/12/access_tokens")
    return isSuspended
      ? { status: 403, body: { message: "This installation has been suspended" } }
      : { status: 201, body: { token: "ghs_minted", expires_at: "2026-01-01T00:00:00Z" } };
  return path.includes("/statuses/")
    ? { status: 201, body: {} }
    : { status: 404, body: { message: "Not Found" } };
}

async function visitorOf(name: string): Promise<Visitor> {
  const visitor = pages.visitor();
  expect((await visitor.post("/sign-in", { email: `${name}@example.com`, password: PASSWORD })).status).toBe(
    303,
  );
  return visitor;
}

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  await givePassword(world(), ada, PASSWORD);
  adas = await visitorOf("ada");
  host().api = api;
  Object.assign(world().deps.addresses, { gitHubs: [new URL(host().url("")).origin] });
});
beforeEach(() => {
  asked = [];
  accounts = [{ id: 12, account: { login: "acme" } }];
});

const begin = (visitor: Visitor, more = "") => {
  const origin = encodeURIComponent(new URL(host().url("")).origin);
  return visitor.get(
    `/git/apps/new?organization=${world().organization}&origin=${origin}&next=/s/x/~/git${more}`,
  );
};
const unescaped = (text: string): string =>
  text.replaceAll("&quot;", '"').replaceAll("&#34;", '"').replaceAll("&amp;", "&");
const stateIn = (text: string): string => /apps\/new\?state=([\w.%-]+)/.exec(text)?.[1] ?? "";
const connections = async () =>
  (await world().get(`/orgs/${world().organization}/git/connections`, ada)).body.items;

/** Makes an App and installs it; gives its webhook's path. */
async function made(): Promise<string> {
  const page = await begin(adas);
  const manifest = JSON.parse(unescaped(/name="manifest" value="([^"]+)"/.exec(page.text)?.[1] ?? ""));
  const back = await adas.get(`/git/apps/made?code=good&state=${stateIn(page.text)}`);
  expect(back.status).toBe(303);
  const [install = "", query = ""] = String(back.headers["location"]).split("?");
  expect(install).toBe(`${host().url("")}github-apps/lectern-acme/installations/new`);
  const done = await adas.get(`/git/apps/installed?installation_id=99&setup_action=install&${query}`);
  expect([done.status, done.headers["location"]]).toEqual([303, "/s/x/~/git"]);
  return new URL(manifest.hook_attributes.url).pathname.replace("/v1", "");
}

test("one press asks GitHub for a private App, and forms of the page lead there", async () => {
  const page = await begin(adas);
  const { origin } = new URL(host().url(""));
  expect(page.status).toBe(200);
  expect(page.headers["content-security-policy"]).toContain(`form-action 'self' ${origin};`);
  expect(page.text).toContain(`action="${origin}/settings/apps/new?state=`);
  const manifest = JSON.parse(unescaped(/name="manifest" value="([^"]+)"/.exec(page.text)?.[1] ?? ""));
  expect(manifest).toEqual({
    name: "Lectern Acme",
    url: "http://app.test",
    hook_attributes: {
      url: expect.stringMatching(/^http:\/\/app\.test\/v1\/git\/webhooks\/apps\/\w+\/\w+$/),
      active: true,
    },
    redirect_url: "http://app.test/git/apps/made",
    setup_url: "http://app.test/git/apps/installed",
    setup_on_update: false,
    public: false,
    default_permissions: { contents: "write", metadata: "read", pull_requests: "write", statuses: "write" },
    default_events: ["push", "pull_request"],
  });
  expect((await begin(adas, "&account=acme-inc")).text).toContain(
    `${origin}/organizations/acme-inc/settings/apps/new?state=`,
  );
  expect((await begin(adas, "&account=../evil")).status).toBe(400);
});

test("no form leads to a host that nobody has vouched for", async () => {
  const asked = `/git/apps/new?organization=${world().organization}&next=/&origin=`;
  const refused = await adas.get(asked + encodeURIComponent("https://evil.example"));
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("LECTERN_GITHUB_URLS");
  expect(refused.text).not.toContain('action="https://evil.example');
  expect((await adas.get(asked)).text).toContain('<p class="door-place">github.com</p>');
});

test("an App works by tokens that it makes for each run, and a push that GitHub tells it of comes at once", async () => {
  const webhook = await made();
  const [connection, ...others] = await connections();
  expect([connection, others]).toMatchObject([{ provider: "github", account: "acme" }, []]);
  expect(JSON.stringify(connection)).not.toContain("ghs_");
  const space = await newSpace(world(), ada, host());
  const { repository } = space;
  host().tokens.set(repository.name, "x-access-token:ghs_minted");
  repository.commit({ "README.md": "# Home\n\nFirst.\n" });
  await space.connect({ provider: "github", direction: "git", confirm: true }, { connection: connection.id });
  await world().runJobs();
  expect(await space.status()).toMatchObject({ state: "synced" });
  expect((await world().get(space.address, ada)).body.webhook).toMatchObject({ state: "registered" });
  const minted = asked.find(({ path }) => path.endsWith("/access_tokens"));
  expect(minted?.body).toEqual({ repositories: [repository.name] });
  const token = minted?.authorization?.replace("Bearer ", "") ?? "";
  const { payload } = await jwtVerify(token, await importSPKI(PUBLIC, "RS256"), { issuer: "4711" });
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBeLessThanOrEqual(600);

  const tip = repository.commit({ "README.md": "# Home\n\nTold.\n" });
  const raw = JSON.stringify({
    ref: "refs/heads/main",
    after: tip,
    repository: { full_name: repository.name.toUpperCase() },
  });
  const tell = (secret: string) =>
    world().call("POST", webhook, {
      raw,
      headers: {
        "x-github-event": "push",
        "x-github-delivery": "a1",
        "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(raw).digest("hex")}`,
      },
    });
  expect((await tell("guessed")).status).toBe(404);
  expect((await tell(HOOK_SECRET)).status).toBe(202);
  await world().runJobs();
  expect((await space.page("Home")).markdown).toContain("Told.");
  expect(
    asked.filter(({ path }) => path.includes("/statuses/")).map(({ authorization }) => authorization),
  ).toEqual(["Bearer ghs_minted", "Bearer ghs_minted"]);

  // What the owner of the repositories takes back on GitHub is taken back.
  isSuspended = true;
  repository.commit({ "README.md": "# Home\n\nNo more.\n" });
  expect(await space.sync()).toMatchObject({ state: "attention", attention: { kind: "unauthenticated" } });
  isSuspended = false;
  expect(await space.sync()).toMatchObject({ state: "synced" });

  // GitHub says so itself: nobody has to look.
  const told = async (action: string, id: number) => {
    const body = JSON.stringify({ action, installation: { id } });
    const signature = createHmac("sha256", HOOK_SECRET).update(body).digest("hex");
    const headers = { "x-github-event": "installation", "x-hub-signature-256": `sha256=${signature}` };
    expect((await world().call("POST", webhook, { raw: body, headers })).status).toBe(202);
    const before = (await connections())[0].status;
    await world().runJobs();
    const { state } = await space.status();
    return [before, (await connections())[0].status, state];
  };
  isSuspended = true;
  expect(await told("suspend", 13)).toEqual(["active", "active", "synced"]);
  expect(await told("suspend", 12)).toEqual(["unauthenticated", "unauthenticated", "attention"]);
  isSuspended = false;
  expect(await told("unsuspend", 12)).toEqual(["unauthenticated", "active", "synced"]);
  const path = `/orgs/${world().organization}/git/connections/${connection.id}`;
  expect((await world().patch(path, { accessToken: "x" }, ada)).body.error.type ?? "app-connection").toBe(
    "app-connection",
  );
  expect((await begin(adas)).text).toContain("Install Lectern Acme, which is there");
  await world().call("DELETE", space.address, { as: ada });
  expect((await world().delete(path, ada)).status).toBe(204);
  expect((await tell(HOOK_SECRET)).status).toBe(404);
  expect((await begin(adas)).text).not.toContain("Install Lectern Acme");
});

test("nobody else brings an App back, and what GitHub doesn't know makes none", async () => {
  const state = stateIn((await begin(adas)).text);
  expect((await adas.get(`/git/apps/made?code=bad&state=${state}`)).status).toBe(409);
  expect((await adas.get("/git/apps/made?code=good&state=forged.x")).status).toBe(400);
  expect((await adas.get(`/git/apps/installed?state=${state}`)).status).toBe(404);
  const bob = await world().addPerson("bob", "edit");
  await givePassword(world(), bob, PASSWORD);
  const bobs = await visitorOf("bob");
  expect((await begin(bobs)).status).toBe(403);
  expect((await bobs.get(`/git/apps/made?code=good&state=${state}`)).status).toBe(400);
  const eve = await world().addPerson("eve");
  await givePassword(world(), eve, PASSWORD);
  expect((await begin(await visitorOf("eve"))).status).toBe(404);
  expect((await begin(pages.visitor())).headers["location"]).toMatch(/^\/sign-in\?next=/);
  world().ahead += 2 * 3_600_000;
  expect((await adas.get(`/git/apps/made?code=good&state=${state}`)).status).toBe(400);
  world().ahead -= 2 * 3_600_000;
  expect(await connections()).toEqual([]);
});
