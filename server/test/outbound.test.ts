/**
 * Everything that asks an address which somebody named, and what must never hear from it. How addresses are spelled and
 * how names change under the hand is tested with the one door (ports/fetch-private.test.ts); here every way to it. That none
 * is forgotten is askers.test.ts.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { latestVersions, outlineAt } from "../content/computed/specs.ts";
import { newServer } from "../http/server.ts";
import { askScript } from "../nouns/installations/ask.ts";
import { findIntegration } from "../nouns/integrations/queries.ts";
import { publication } from "../nouns/integrations/publication.fixture.ts";
import { askTranslator } from "../nouns/translations/translator.ts";
import { askHost } from "../nouns/git/hosts/ask.ts";
import { github } from "../nouns/git/hosts/github.ts";
import { openFetch, type OutboundFetch } from "../ports/fetch.ts";
import { mountTryIt } from "../site/edge/tryIt.ts";
import { tryItAddress } from "../site/reading/addresses.ts";
import type { Asker } from "./askers.ts";
import { type Person, useWorld } from "./harness.ts";

const world = useWorld();
let admin: Person;
let space = "";
let site = "";
let integration = "";
/** Whom everybody may ask, and whom nobody may: connections that each has heard. */
let open: Listening;
let closed: Listening;

interface Listening {
  readonly server: Server;
  readonly origin: string;
  heard: number;
}

/** Redirects, shows pictures and descriptions to what an address says behind `/to/`, `/page/` and `/api/`. */
async function listen(host: string): Promise<Listening> {
  const listening = { heard: 0, origin: "" };
  const server = createServer((request, response) => {
    const [, kind, other = ""] = (request.url ?? "/").split("/");
    const address = decodeURIComponent(other);
    if (kind === "to") response.writeHead(302, { location: address }).end();
    else if (kind === "page")
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(`<main><h1>Page</h1><p>Words.</p><img src="${address}"></main>`);
    else if (kind === "api")
      response.end(
        JSON.stringify({ openapi: "3.1.0", info: {}, paths: { "/a": { $ref: `${address}#/a` } } }),
      );
    else response.writeHead(404).end();
  });
  server.on("connection", () => listening.heard++);
  await new Promise<void>((done, failed) => server.once("error", failed).listen(0, host, done));
  listening.origin = `http://${host}:${(server.address() as AddressInfo).port}`;
  return Object.assign(listening, { server });
}

const write = (changes: object[]) => world().post(`/spaces/${space}/content`, { changes }, admin);
/** Something happens that is told to others, now, whatever they were told before. */
async function happen(): Promise<void> {
  await world().deps.db.transact((tx) => tx.deleteFrom("deliveries").execute());
  await write([{ operation: "insert_page", title: "News" }]);
  await world().runJobs();
}

const imported = (source: string) => async (url: string) => {
  const asynchronous = { prefer: "respond-async" };
  await world().post(`/spaces/${space}/content/import`, { url, source }, admin, asynchronous);
  await world().runJobs();
};

async function look(part: object): Promise<void> {
  const before = (await world().get(`${site}/customization`, admin)).body;
  await world().put(`${site}/customization`, { ...before, ...part }, admin);
  await world().runJobs();
}

/** As if the address had been harmless when it was stored. */
async function store(kind: "webhook" | "integration", url: string): Promise<void> {
  await world().deps.db.transact(async (tx) => {
    if (kind === "webhook")
      await tx.updateTable("event_targets").set({ url }).where("kind", "=", kind).execute();
    else await tx.updateTable("integrations").set({ tunnel_url: url }).execute();
  });
}

const face = (url: string) => ({
  id: "own",
  custom: true,
  fontFamily: "Own",
  fontFaces: [{ weight: 400, sources: [{ url }] }],
});
let specs = 0;

interface Sink {
  /** Has the address asked. */
  readonly ask: (url: string) => Promise<unknown>;
  /** Whether it is led on by what it fetched, too: by pictures of pages, or by references between descriptions. */
  readonly shows?: string;
}

const SINKS: Readonly<Record<Asker, Readonly<Record<string, Sink>>>> = {
  "server/nouns/content/fileSource.ts": {
    "a file of a space": {
      ask: (url) => write([{ operation: "insert_files", files: [{ name: "a.png", url }] }]),
    },
  },
  "server/nouns/content/importSource.ts": {
    "an archive to import": { ask: imported("zip") },
  },
  "server/importers/website/fetching.ts": {
    "a page to import": { ask: imported("html"), shows: "page" },
    "a document of Google's": { ask: imported("google-docs") },
    "a website to import": {
      ask: imported("website"),
      shows: "page",
    },
  },
  "server/nouns/openapi/fetchSource.ts": {
    "a description of an API": {
      ask: async (url) => {
        const slug = `spec-${++specs}`;
        await world().post(`/orgs/${world().organization}/openapi`, { slug, source: { url } }, admin);
        await world().runJobs();
      },
      shows: "api",
    },
  },
  "server/nouns/sites/customization/copyFiles.ts": {
    "a picture of a look": {
      ask: (url) => look({ favicon: { icon: { light: url, dark: url } } }),
    },
    "a font of a look": {
      ask: async (url) => {
        const { styling } = (await world().get(`${site}/customization`, admin)).body;
        await look({ styling: { ...styling, font: face(url) } });
      },
    },
  },
  "server/jobs/delivery/webhook.ts": {
    "a webhook": {
      ask: async (url) => {
        const hooks = `/orgs/${world().organization}/webhooks`;
        await world().post(hooks, { url }, admin);
        await world().post(hooks, { url: "https://harmless.example.com/" }, admin);
        await store("webhook", url);
        await happen();
        await world().deps.db.transact((tx) =>
          tx.deleteFrom("event_targets").where("kind", "=", "webhook").execute(),
        );
      },
    },
    "who develops an integration": {
      ask: async (url) => {
        await world().put(`/integrations/${integration}/dev`, { tunnelUrl: url }, admin);
        await store("integration", url);
        await happen();
      },
    },
  },
  "server/nouns/installations/ask.ts": {
    "who develops an integration that is asked": {
      ask: async (url) => {
        await store("integration", url);
        const { deps } = world();
        const row = await findIntegration(deps.db.read, integration);
        if (row === undefined) throw new Error("The integration is not there.");
        const place = { installation: undefined, depth: 1 };
        await askScript(deps, row, { event: { type: "fetch" } }, place).catch(() => undefined);
      },
    },
  },
  "server/nouns/translations/translator.ts": {
    "the translator": {
      ask: (url) => {
        const order = { from: null, to: "de", instructions: null, pages: [] };
        const translator = { url, secret: undefined };
        return askTranslator({ ...world().deps, translator }, order).catch(() => undefined);
      },
    },
  },
  "server/nouns/git/hosts/ask.ts": {
    "a host of repositories": {
      ask: (base) => {
        const asked = { host: github, base, authorization: undefined };
        return askHost(world().deps, asked, { method: "GET", path: "" }).catch(() => undefined);
      },
    },
  },
  "server/site/edge/tryIt.ts": {
    "a server of an operation": { ask: tryOut },
  },
};

/** Publishes a description whose operation is at the address, and tries it out. */
async function tryOut(url: string): Promise<void> {
  const slug = `tried-${++specs}`;
  const { deps, organization } = world();
  const paths = { "/a": { get: { responses: {} } } };
  const text = JSON.stringify({ openapi: "3.1.0", info: {}, servers: [{ url }], paths });
  await world().post(`/orgs/${organization}/openapi`, { slug, source: { text } }, admin);
  await world().runJobs();
  const version = (await latestVersions(deps.db.read, organization, [slug])).get(slug);
  const outline = version?.outline ?? "";
  const [operation] = (await outlineAt(deps.content.of(organization), outline)).operations;
  const app = newServer({ log: deps.log, newId: deps.newId, trustedProxies: [] });
  mountTryIt(app, deps, () => true);
  const answer = await app.inject({
    method: "POST",
    url: tryItAddress(deps, organization, outline) + operation?.piece,
    headers: { host: "sites.test", "content-type": "application/x-www-form-urlencoded" },
    payload: "",
  });
  await app.close();
  expect(answer.statusCode).toBeLessThan(503);
}

let usual: OutboundFetch;
let door: OutboundFetch | undefined;

/** Everything asks through this door from now on. */
function goThrough(options: Parameters<typeof openFetch>[0]): void {
  door = openFetch({ connectTimeout: 500, ...options });
  Object.assign(world().deps, { fetch: door });
}

beforeAll(async () => {
  [open, closed] = await Promise.all([listen("127.0.0.1"), listen("127.0.0.2")]);
  usual = world().deps.fetch;
  admin = await world().addPerson("ada", "admin");
  const { organization } = world();
  space = (await world().post(`/orgs/${organization}/spaces`, { title: "Asked" }, admin)).body.id;
  const sites = `/orgs/${organization}/sites`;
  site = `${sites}/${(await world().post(sites, { title: "Asked", spaces: [space] }, admin)).body.id}`;
  integration = "asked";
  await world().post(`/integrations/${integration}`, publication("acme"), admin);
  const installations = `/integrations/${integration}/installations`;
  const { id } = (await world().post(installations, { organization }, admin)).body;
  await world().patch(`${installations}/${id}`, { space_selection: "all" }, admin);
  await world().runJobs();
});
afterEach(async () => {
  Object.assign(world().deps, { fetch: usual });
  await door?.close();
  await store("integration", null as unknown as string);
});
afterAll(() => {
  for (const { server } of [open, closed]) {
    server.closeAllConnections();
    server.close();
  }
});

// Who is asked does not depend on the database.
const sinks =
  inject("databases").dialect === "postgres" ? [] : Object.values(SINKS).flatMap((of) => Object.entries(of));

describe.each(sinks)("%s", (_name, { ask, shows }) => {
  test("is never asked of this machine or its network", async () => {
    // A name that is looked up means this machine.
    goThrough({ allowPrivateNetwork: false, resolve: async () => ["127.0.0.1"] });
    open.heard = 0;
    const { port } = new URL(open.origin);
    for (const url of [
      `http://127.0.0.1:${port}/a`,
      `https://2130706433:${port}/a`,
      `https://[::ffff:127.0.0.1]:${port}/a`,
      `http://localhost:${port}/a`,
      `https://changing.example.com:${port}/a`,
      `http://changing.example.com:${port}/a`,
      `https://ada:secret@127.0.0.1:${port}/a`,
      "http://169.254.169.254/latest/meta-data/",
      `gopher://127.0.0.1:${port}/_a`,
      "file:///etc/passwd",
    ])
      await ask(url);
    expect(open.heard).toBe(0);
  });

  test("leads nowhere by its redirects and its contents", async () => {
    // 127.0.0.1 stands for the web, everything else for what is private.
    goThrough({
      allowPrivateNetwork: true,
      isAllowed: (address) => address === "127.0.0.1",
      resolve: async () => ["127.0.0.2"],
    });
    closed.heard = 0;
    const { port } = new URL(closed.origin);
    for (const to of [`${closed.origin}/a`, `http://private.example.com:${port}/a`, "file:///etc/passwd"]) {
      for (const way of ["to", ...(shows === undefined ? [] : [shows])]) {
        open.heard = 0;
        await ask(`${open.origin}/${way}/${encodeURIComponent(to)}`);
        // It did ask, or this would prove nothing.
        expect([way, to, open.heard > 0]).toEqual([way, to, true]);
      }
    }
    expect(closed.heard).toBe(0);
  });
});

test("pictures of pages are fetched where that is allowed", async () => {
  goThrough({ allowPrivateNetwork: true });
  closed.heard = 0;
  await SINKS["server/importers/website/fetching.ts"]["a page to import"]?.ask(
    `${open.origin}/page/${encodeURIComponent(`${closed.origin}/a`)}`,
  );
  expect(closed.heard).toBeGreaterThan(0);
});

test("those who are refused can't tell what is there", async () => {
  goThrough({ allowPrivateNetwork: false, resolve: async () => ["127.0.0.1"] });
  const { port } = new URL(open.origin);
  const told = new Set<string>();
  for (const url of [`http://127.0.0.1:${port}/`, "http://127.0.0.1:65535/", "http://nowhere.example.com/"]) {
    const { status, body } = await write([{ operation: "insert_files", files: [{ name: "a.png", url }] }]);
    told.add(`${status} ${body.error.message}`);
  }
  expect([...told]).toEqual([expect.stringMatching(/^409 .*could not be fetched/)]);
});
