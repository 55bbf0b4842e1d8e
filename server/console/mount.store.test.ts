import { beforeAll, describe, expect, test } from "vitest";
import { ROUTES } from "../../console/routes.ts";
import { usePages, type Visitor } from "../account/pages.fixture.ts";
import { publication } from "../nouns/integrations/publication.fixture.ts";
import { type Person, useWorld } from "../test/harness.ts";

const world = useWorld();
const pages = usePages(world);
const PETS = '{"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{}}';
let ada: Person;
let visitor: Visitor;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  visitor = pages.visitor();
  visitor.cookies.set("lectern-session", (await world().signIn(ada)).cookie.split("=")[1] ?? "");
});

describe("the console's page", () => {
  test.each(Object.values(ROUTES))("is at %s, for who is signed in", async (route) => {
    const url = route.replaceAll(/:\w+/g, "abc");
    const { status, headers, text } = await visitor.get(url);
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(text).toContain('<div id="console">');
    const door = await pages.visitor().get(url);
    expect([door.status, door.headers["location"]]).toEqual([
      303,
      url === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(url)}`,
    ]);
  });

  test.each(["/o", "/s", "/s/a/~/nowhere", "/o/a/nowhere", "/x"])("is not at %s", async (url) => {
    expect((await visitor.get(url)).status).toBe(404);
  });

  test("may run nothing but our files, ask nobody but us, and lie in no frame", async () => {
    const { headers, text } = await visitor.get("/");
    expect(headers["content-security-policy"]).toBe(
      [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' http://sites.test data: blob:",
        "media-src http://sites.test",
        "font-src 'self'",
        "connect-src 'self'",
        "frame-src 'self' http://sites.test",
        "base-uri 'none'",
        "object-src 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types ProseMirrorClipboard",
      ].join("; "),
    );
    expect(headers["cache-control"]).toBe("private, no-cache");
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=/);
  });

  test("names files that are there, and keep their names", async () => {
    const { text } = await visitor.get("/");
    const hrefs = [...text.matchAll(/(?:href|src)="(\/~\/assets\/[^"]+)"/g)].map(([, href]) => href ?? "");
    expect(hrefs.length).toBeGreaterThan(4);
    for (const href of hrefs) {
      const { status, headers } = await visitor.get(href);
      expect([href, status, headers["cache-control"]]).toEqual([
        href,
        200,
        "public, max-age=31536000, immutable",
      ]);
    }
  });
});

test("what the API says of the application leads to the console", async () => {
  const of = `/orgs/${world().organization}`;
  const { body: space } = await world().post(`${of}/spaces`, { title: "Guides" }, ada);
  const changes = [{ operation: "insert_page", type: "document", title: "A", document: { markdown: "b" } }];
  const { body: written } = await world().post(`/spaces/${space.id}/content`, { changes }, ada);
  const answers = [
    await world().get(of, ada),
    await world().get(`/spaces/${space.id}`, ada),
    await world().get(`/spaces/${space.id}/content/page/${written.changes[0].page}`, ada),
    await world().post(`${of}/collections`, { title: "C" }, ada),
    await world().post(`/spaces/${space.id}/change-requests`, { subject: "S" }, ada),
    await world().post(`${of}/sites`, { title: "Docs", spaces: [space.id] }, ada),
    await world().post("/integrations/board", publication(world().organization), ada),
    await world().post(`${of}/openapi`, { slug: "pets", source: { text: PETS } }, ada),
  ];
  const addresses = answers.map(({ body }) => String(body.urls.app));
  for (const address of addresses) {
    expect(address.startsWith("http://app.test/")).toBe(true);
    expect([address, (await visitor.get(address.slice("http://app.test".length))).status]).toEqual([
      address,
      200,
    ]);
  }
});

describe("the frame of what integrations have elsewhere", () => {
  const of = (query: Readonly<Record<string, string>>, headers = { "sec-fetch-dest": "iframe" }) =>
    visitor.get(`/~/kit?${new URLSearchParams(query).toString()}`, headers);

  test.each([
    ["page", "frame-src", "<iframe"],
    ["picture", "img-src", "<img"],
  ])("shows a %s by a policy that names its one host", async (kind, directive, element) => {
    const { status, headers, text } = await of({ [kind]: "https://a.example:8443/b?c=%22%3E<script>'&d" });
    expect([status, text.includes(element), /<script>'/.test(text)]).toEqual([200, true, false]);
    expect(headers["content-security-policy"]).toBe(
      "sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox; default-src 'none'; script-src 'self'; " +
        `style-src 'unsafe-inline'; ${directive} https://a.example:8443; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
    );
  });

  test.each([
    ["no address", "", "iframe"],
    ["another scheme", "javascript:alert(1)", "iframe"],
    ["no TLS", "http://a.example/", "iframe"],
    ["data", "data:text/html,x", "iframe"],
    ["a policy in its host", "https://a.example;script-src/", "iframe"],
    ["a star", "https://*.example/", "iframe"],
    ["a bare address of six", "https://[::1]/", "iframe"],
    ["a window", "https://a.example/", "document"],
    ["a script", "https://a.example/", "script"],
  ])("is not there for %s", async (_, page, where) => {
    const { status, text } = await of({ page }, { "sec-fetch-dest": where });
    expect([status, text]).toEqual([404, ""]);
  });
});
