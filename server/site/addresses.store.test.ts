/** At which hosts a site is read: its own, that of a proxy, and none that nobody proved. */
import { connect } from "node:net";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDns, type TestDns } from "../ports/dns.fixture.ts";
import { type Person, useWorld, type Visit } from "../test/harness.ts";
import { believeClaims } from "../nouns/sites/hostnames/commands.ts";
import { buildSites } from "./serve.ts";
import { builtAssets } from "../test/assets.ts";

let dns: TestDns;
beforeAll(async () => {
  dns = await openTestDns();
});
afterAll(() => dns.close());
const world = useWorld({ nameServer: () => dns.server, trustedProxies: ["127.0.0.1"] });

let admin: Person;
let editor: Person;
let site: string;
const HOST = "docs.acme.example";

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  editor = await world().addPerson("edda", "create");
  site = await newSite("Handbook", admin);
});

async function newSite(title: string, as: Person, organization = world().organization): Promise<string> {
  const sites = `/orgs/${organization}/sites`;
  const { body } = await world().post(sites, { title, spaces: "sample" }, as);
  await world().post(`${sites}/${body.id}/publish`, undefined, as);
  return `${sites}/${body.id}`;
}

const at = (host: string, path = "/", headers: Record<string, string> = {}): Promise<Visit> =>
  world().visit(path, { host, ...headers });

interface Hostname {
  isActive: boolean;
  status: string;
  verification: { name: string; value: string };
}

/** Proves a hostname as its owner would. */
async function prove(hostname: string, of: string, as: Person): Promise<void> {
  expect((await world().patch(of, { hostname }, as)).status).toBe(200);
  await world().runJobs();
  const { body } = await world().get(`/custom-hostnames/${hostname}`, as);
  const { verification } = body as Hostname;
  dns.texts.set(verification.name, verification.value);
  // One whose proof is there already counts at once.
  if (body.isActive) return;
  expect((await world().call("PATCH", `/custom-hostnames/${hostname}`, { as })).status).toBe(204);
  await world().runJobs();
}

describe("a hostname of a site's own", () => {
  test("counts once the DNS proves it, and no sooner", async () => {
    const { status, body } = await world().patch(site, { hostname: HOST }, admin);
    expect([status, body.hostname, body.urls.published]).toEqual([
      200,
      HOST,
      "http://sites.test/acme/handbook/",
    ]);
    const hostname = `/custom-hostnames/${HOST}`;
    const before = (await world().get(hostname, admin)).body as Hostname;
    expect([before.isActive, before.status]).toEqual([false, "dns_no_cname"]);
    expect(before.verification.name).toBe(`_lectern.${HOST}`);
    expect((await at(HOST)).status).toBe(404);
    dns.texts.set(before.verification.name, "something else");
    await world().call("PATCH", hostname, { as: admin });
    await world().runJobs();
    expect((await world().get(hostname, admin)).body.status).toBe("dns_wrong_cname");
    await prove(HOST, site, admin);
    expect((await world().get(hostname, admin)).body).toMatchObject({ isActive: true, status: "dns_passed" });
    const again = await world().call("PATCH", hostname, { as: admin });
    expect([again.status, again.body.error.type]).toEqual([409, "hostname-proved"]);
  });

  test("is where the site is: its pages, links, canonical address and map of pages", async () => {
    const { status, text } = await at(HOST);
    expect(status).toBe(200);
    expect(text).toContain(`<link rel="canonical" href="https://${HOST}/"`);
    expect(text).not.toContain("/acme/handbook/");
    expect((await at(HOST, "/sitemap.xml")).text).toContain(`<loc>https://${HOST}/`);
    expect((await at(`${HOST.toUpperCase()}:8443`)).status).toBe(200);
    expect((await at(`${HOST}.`)).status).toBe(200);
    expect((await world().get(site, editor)).body.urls.published).toBe(`https://${HOST}/`);
    const shared = await world().visit("/acme/handbook/");
    expect([shared.status, shared.text.includes(`href="https://${HOST}/"`)]).toEqual([200, true]);
  });

  test("is one site's alone, and never Lectern's own", async () => {
    const rival = await world().addOrganization("Rival", "rival");
    const other = await world().addPerson("rick", "admin", rival);
    const theirs = await newSite("Theirs", other, rival);
    const taken = await world().patch(theirs, { hostname: HOST }, other);
    expect([taken.status, taken.body.error.type]).toEqual([409, "hostname-taken"]);
    expect((await world().get(`/custom-hostnames/${HOST}`, other)).status).toBe(404);
    // That one is tried takes nothing from the check of the one that they have.
    const own = "docs.rival.example";
    await world().patch(theirs, { hostname: own }, other);
    const { verification } = (await world().get(`/custom-hostnames/${own}`, other)).body as Hostname;
    dns.texts.set(verification.name, verification.value);
    expect((await world().patch(theirs, { hostname: HOST }, other)).status).toBe(409);
    await world().runJobs();
    expect((await world().get(`/custom-hostnames/${own}`, other)).body).toMatchObject({ isActive: true });
    // Whoever proves a name first has it; another organization's record proves nothing.
    const contested = "docs.contested.example";
    await world().patch(theirs, { hostname: contested }, other);
    await prove(contested, await newSite("Second", admin), admin);
    expect((await world().call("PATCH", `/custom-hostnames/${contested}`, { as: other })).status).toBe(409);
    await world().runJobs();
    for (const hostname of ["sites.test", "app.test", "localhost", "-a.b.cc", "a.b", "DOCS.acme.example"])
      expect([hostname, (await world().patch(site, { hostname }, admin)).status]).toEqual([hostname, 400]);
    expect((await world().patch(site, { hostname: "docs.b.example" }, editor)).status).toBe(403);
  });

  test("goes to who can prove it once its former owner can't, and not before", async () => {
    const sold = "docs.sold.example";
    const buyers = await world().addOrganization("Buyers", "buyers");
    const buyer = await world().addPerson("bo", "admin", buyers);
    const [former, next] = [await newSite("Former", admin), await newSite("Next", buyer, buyers)];
    await prove(sold, former, admin);
    const claim = async () => {
      const { status, text } = await world().patch(next, { hostname: sold }, buyer);
      await world().runJobs();
      return { status, record: /(lectern-proof=[\w-]+)/.exec(text)?.[1] ?? "" };
    };
    const shows = async (title: string) => (await at(sold)).text.includes(title);
    const { status, record } = await claim();
    expect([status, await shows("Former")]).toEqual([409, true]);
    // Without a record of theirs nothing changes, whatever else is there; nor while no name server answers.
    const theirs = dns.texts.get(`_lectern.${sold}`);
    dns.texts.delete(`_lectern.${sold}`);
    expect([(await claim()).status, (await claim()).status, await shows("Former")]).toEqual([409, 409, true]);
    dns.texts.set(`_lectern.${sold}`, record);
    dns.isSilent = true;
    expect([(await claim()).status, (await claim()).status, await shows("Former")]).toEqual([409, 409, true]);
    dns.isSilent = false;
    expect(theirs).not.toBe(record);
    expect([(await claim()).status, (await claim()).status]).toEqual([409, 200]);
    expect([await shows("Next"), await shows("Former")]).toEqual([true, false]);
    const { body } = await world().get(`/custom-hostnames/${sold}`, admin);
    expect([body.isActive, body.status]).toEqual([false, "dns_wrong_cname"]);
    expect((await world().get(former, admin)).body.urls.published).toBe("http://sites.test/acme/former/");
  });

  test("is claimed by one site of an organization: both would be proved by one record", async () => {
    const hostname = "claimed.acme.example";
    const [first, second] = [await newSite("Claiming", admin), await newSite("Late", admin)];
    expect((await world().patch(first, { hostname }, admin)).status).toBe(200);
    expect((await world().patch(first, { hostname }, admin)).status).toBe(200);
    const { status, body } = await world().patch(second, { hostname }, admin);
    expect([status, body.error.type, body.error.details]).toEqual([
      409,
      "hostname-claimed",
      [{ path: "/hostname", message: 'is claimed by the site "Claiming"; take it from that one first.' }],
    ]);
    const rush = ["Ann", "Ben", "Cem", "Dan"].map(async (title) => {
      const site = await newSite(title, admin);
      return (await world().patch(site, { hostname: "rush.acme.example" }, admin)).status;
    });
    expect((await Promise.all(rush)).toSorted()).toEqual([200, 409, 409, 409]);
    await world().patch(first, { hostname: null }, admin);
    expect((await world().patch(second, { hostname }, admin)).status).toBe(200);
  });

  test("is looked up by a job: nobody waits for a name server that is silent", async () => {
    const hostname = "silent.acme.example";
    const silent = await newSite("Silent", admin);
    dns.isSilent = true;
    dns.asked = 0;
    expect((await world().patch(silent, { hostname }, admin)).status).toBe(200);
    const again = await world().call("PATCH", `/custom-hostnames/${hostname}`, { as: admin });
    expect([again.status, dns.asked]).toEqual([204, 0]);
    await world().runJobs();
    expect(dns.asked).toBeGreaterThan(0);
    const state = async () => (await world().get(`/custom-hostnames/${hostname}`, admin)).body.status;
    expect(await state()).toBe("internal_error");
    dns.isSilent = false;
    await prove(hostname, silent, admin);
    expect(await state()).toBe("dns_passed");
  });

  test("is another site's as soon as it is given to that", async () => {
    const moving = "moving.acme.example";
    const [first, second] = [await newSite("First of two", admin), await newSite("Second of two", admin)];
    for (const [site, title] of [
      [first, "First of two"],
      [second, "Second of two"],
      [first, "First of two"],
    ] as const) {
      for (const other of [first, second]) await world().patch(other, { hostname: null }, admin);
      await prove(moving, site, admin);
      // The later ones are answered by what is noted of the first.
      for (let time = 0; time < 3; time++) {
        const { status, text } = await at(moving);
        expect([status, text.includes(title)]).toEqual([200, true]);
      }
    }
    await world().patch(first, { hostname: null }, admin);
    expect((await at(moving)).status).toBe(404);
  });

  test("is free again when its site takes another, and when its site is deleted", async () => {
    const [wanted, instead] = ["wanted.acme.example", "instead.acme.example"];
    const first = await newSite("Had it", admin);
    await prove(wanted, first, admin);
    await prove(instead, first, admin);
    const second = await newSite("Has it", admin);
    await prove(wanted, second, admin);
    expect((await world().delete(first, admin)).status).toBe(205);
    expect((await at(instead)).status).toBe(404);
    await prove(instead, await newSite("Has the other", admin), admin);
    expect((await at(instead)).status).toBe(200);
  });

  test("asks who is there, and may go again", async () => {
    const hostname = `/custom-hostnames/${HOST}`;
    expect((await world().get(hostname)).status).toBe(401);
    expect((await world().call("PATCH", hostname, { as: editor })).status).toBe(403);
    expect((await world().delete(hostname, editor)).status).toBe(403);
    expect((await world().delete(hostname, admin)).status).toBe(205);
    expect((await world().delete(hostname, admin)).status).toBe(404);
    expect((await at(HOST)).status).toBe(404);
    expect((await world().get(site, admin)).body.hostname).toBeUndefined();
    await prove(HOST, site, admin);
    await world().patch(site, { hostname: null }, admin);
    expect((await at(HOST)).status).toBe(404);
    await prove(HOST, site, admin);
  });

  test("says no more of a site that is closed than of none", async () => {
    await world().post(`${site}/unpublish`, undefined, admin);
    expect((await at(HOST)).status).toBe(404);
    await world().post(`${site}/publish`, undefined, admin);
    expect((await at(HOST)).status).toBe(200);
  });
});

describe("a path of another server", () => {
  const forwarded = (host: string, path: string, more: Record<string, string> = {}) =>
    world().visit(path, { host: "sites.test", "x-forwarded-host": host, ...more });

  test("shows the site with the addresses that readers have there", async () => {
    const shown = await newSite("Shown", admin);
    const { body } = await world().patch(shown, { proxy: "example.com/docs" }, editor);
    expect(body.proxy).toEqual({ origin: "example.com/docs", target: "http://sites.test/acme/shown/" });
    expect(body.urls.published).toBe("https://example.com/docs/");
    const { status, text } = await forwarded("example.com", "/acme/shown/");
    expect(status).toBe(200);
    expect(text).toContain('<link rel="canonical" href="https://example.com/docs/"');
    expect(text).not.toContain('"/acme/shown/');
    expect(text).toContain('"/docs/');
    const { headers } = await forwarded("example.com", "/acme/shown");
    expect(headers["location"]).toBe("/docs/");
    expect((await forwarded("other.example", "/acme/shown/")).status).toBe(404);
    expect((await forwarded("example.com", "/acme/handbook/")).status).toBe(404);
    expect((await world().visit("/acme/shown/")).text).toContain('"/acme/shown/');
  });

  test("goes on showing it when the proxy asks as before: by a former name, and since the sites' domain was set", async () => {
    const renamed = await newSite("Renamed", admin);
    await world().patch(renamed, { proxy: "example.net/docs" }, editor);
    const path = "/acme/renamed/";
    expect((await forwarded("example.net", path)).text).toContain('"/docs/');
    expect((await world().patch(renamed, { basename: "now" }, editor)).status).toBe(200);
    const { status, text } = await forwarded("example.net", path);
    expect([status, text.includes('"/docs/')]).toEqual([200, true]);
    expect((await forwarded("example.org", path)).status).toBe(404);

    const { deps } = world();
    const addresses = { ...deps.addresses, sites: "http://sites.test", sitesDomain: "docs.test" };
    const server = buildSites({ ...deps, addresses }, { trustedProxies: ["127.0.0.1"] }, builtAssets());
    const statusAt = async (host: string, url: string) => {
      const headers = { host: "sites.test", "x-forwarded-host": host };
      return (await server.inject({ url, headers })).statusCode;
    };
    expect([await statusAt("example.net", path), await statusAt("example.net", "/acme/now/")]).toEqual([
      200, 200,
    ]);
    expect([await statusAt("example.org", path), await statusAt("example.net", "/acme/handbook/")]).toEqual([
      404, 404,
    ]);
    await server.close();
  });

  test("is believed of trusted proxies alone", async () => {
    const untrusting = buildSites(world().deps, { trustedProxies: [] }, builtAssets());
    const ask = (headers: Record<string, string>) => untrusting.inject({ url: "/acme/shown/", headers });
    const plain = await ask({ host: "sites.test" });
    const spoofed = await ask({ host: "sites.test", "x-forwarded-host": "example.com" });
    expect([spoofed.statusCode, spoofed.body]).toEqual([200, plain.body]);
    const stranger = await ask({ host: "evil.example", "x-forwarded-host": "sites.test" });
    expect(stranger.statusCode).toBe(404);
    await untrusting.close();
  });
});

test("since the sites' domain was set, former addresses lead to the new ones", async () => {
  const { deps } = world();
  const addresses = { ...deps.addresses, sites: "http://sites.test", sitesDomain: "docs.test" };
  const server = buildSites({ ...deps, addresses }, { trustedProxies: [] }, builtAssets());
  const ask = async (host: string, url: string) => {
    const { statusCode, headers } = await server.inject({ url, headers: { host } });
    return [statusCode, headers.location];
  };
  const to = "http://acme.docs.test/handbook/";
  expect(await ask("sites.test", "/acme/handbook/")).toEqual([307, to]);
  expect(await ask("sites.test", "/Acme/handbook/setup/?q=a%20b")).toEqual([307, `${to}setup/?q=a%20b`]);
  expect(await ask("docs.test", "/acme/handbook/a%2Fb")).toEqual([307, `${to}a%2Fb`]);
  expect(await ask("acme.docs.test", "/handbook/")).toEqual([200, undefined]);
  // Nothing says whether there is such a site.
  expect(await ask("sites.test", "/acme/nothing")).toEqual([307, "http://acme.docs.test/nothing/"]);
  expect(await ask("sites.test", "/acme")).toEqual([404, undefined]);
  expect(await ask("evil.test", "/acme/handbook/")).toEqual([404, undefined]);
  await server.close();
});

test("an operator who answers for all hostnames has those served that were claimed before", async () => {
  const [first, second] = [await newSite("First claim", admin), await newSite("Second claim", admin)];
  for (const [site, hostname] of [
    [first, "early.acme.example"],
    [second, "late.acme.example"],
  ] as const)
    expect((await world().patch(site, { hostname }, admin)).status).toBe(200);
  await world().runJobs();
  expect((await at("early.acme.example")).status).toBe(404);
  await believeClaims(world().deps.db, Date.now());
  expect([(await at("early.acme.example")).status, (await at("late.acme.example")).status]).toEqual([
    200, 200,
  ]);
});

test("hosts that nobody has, and what is no host, find nothing and are repeated nowhere", async () => {
  const hosts = [
    "evil.example",
    "docs.acme.example.evil.example",
    "evil.example#docs.acme.example",
    "docs.acme.example@evil.example",
    "docs.acme.example\\.evil.example",
    "docs.acme.example/evil",
    "docs.acme.example:80:80",
    "docs.acme.example, evil.example",
    "xn--docs-.example",
    "[::ffff:127.0.0.1]",
    "169.254.169.254",
    "..",
    "%64ocs.acme.example",
    "ｄｏｃｓ.acme.example",
    "a".repeat(300),
  ];
  for (const host of hosts) {
    for (const headers of [{ host }, { host: "evil.example", "x-forwarded-host": host }]) {
      const { status, text, headers: answered } = await world().visit("/acme/handbook/", headers);
      expect([host, status, answered["location"]]).toEqual([host, 404, undefined]);
      expect(text).not.toContain("evil");
    }
  }
  // What is forwarded last counts, and a proxy's word stands before the Host header.
  const last = await world().visit("/", { host: "sites.test", "x-forwarded-host": `evil.example, ${HOST}` });
  expect(last.status).toBe(200);
});

test("an absolute address in the request line, or none, is no way round the Host header", async () => {
  const server = buildSites(world().deps, { trustedProxies: [] }, builtAssets());
  await server.listen({ port: 0, host: "127.0.0.1" });
  const { port } = server.server.address() as { port: number };
  async function raw(head: string): Promise<string> {
    const socket = connect(port, "127.0.0.1");
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.write(`${head}\r\nConnection: close\r\n\r\n`);
    await once(socket, "close");
    return Buffer.concat(chunks).toString();
  }
  const host = "Host: evil.example";
  for (const head of [
    `GET http://${HOST}/ HTTP/1.1\r\n${host}`,
    `GET //${HOST}/ HTTP/1.1\r\n${host}`,
    `GET / HTTP/1.1\r\n${host}\r\nForwarded: host=${HOST}`,
    `GET / HTTP/1.1\r\n${host}\r\nX-Forwarded-Host: ${HOST}`,
    `GET / HTTP/1.1\r\n${host}\r\nX-Original-Host: ${HOST}\r\nX-Host: ${HOST}`,
    `GET / HTTP/1.1\r\nHost: ${HOST}\r\n${host}`,
    `GET / HTTP/1.1`,
    `GET / HTTP/1.0`,
  ]) {
    const answer = await raw(head);
    expect([head, Number(answer.split(" ")[1]) >= 400]).toEqual([head, true]);
    expect(answer).not.toContain("canonical");
  }
  expect(await raw(`GET / HTTP/1.1\r\nHost: ${HOST}`)).toMatch(/^HTTP\/1.1 200 /);
  await server.close();
});
