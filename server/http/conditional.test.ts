import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../test/harness.ts";
import { expectedVersions, matchesTag } from "./etag.ts";

const world = useWorld();
let person: Person;
let site: string;
let pages: string;

beforeAll(async () => {
  person = await world().addPerson("ada", "admin");
  const sites = `/orgs/${world().organization}/sites`;
  const { body } = await world().post(sites, { title: "Site", spaces: "sample" }, person);
  site = `${sites}/${body.id}`;
  const spaces = await world().get(`/orgs/${world().organization}/spaces`, person);
  pages = `/spaces/${spaces.body.items[0].id}/content/pages`;
});

const tagOf = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
  String((await world().get(path, person, headers)).headers["etag"]);

describe("reads", () => {
  test("what can be changed is tagged with version and hash, everything else with its hash", async () => {
    expect(await tagOf(site)).toMatch(/^"\d+\.[\w-]{22}"$/);
    for (const path of ["/user/tokens", "/orgs"]) expect(await tagOf(path)).toMatch(/^"[\w-]{22}"$/);
  });

  test("the tag holds as long as nothing changes, and is another's when what they see is other", async () => {
    const first = await tagOf(site);
    expect(await tagOf(site)).toBe(first);
    await world().patch(site, { title: "Renamed" }, person);
    expect(await tagOf(site)).not.toBe(first);
    const organization = `/orgs/${world().organization}`;
    const reader = await world().addPerson("rita", "read");
    const theirs = String((await world().get(organization, reader)).headers["etag"]);
    const mine = await tagOf(organization);
    expect(theirs).not.toBe(mine);
    expect(theirs.split(".")[0]).toBe(mine.split(".")[0]);
  });

  test.each([
    ["the tag", (tag: string) => tag],
    ["weakly", (tag: string) => `W/${tag}`],
    ["a star", () => "*"],
    ["a list", (tag: string) => `"other", W/"more" ,${tag}`],
  ])("If-None-Match with %s answers 304, empty and with what a cache needs", async (_name, header) => {
    for (const path of [site, "/user", pages]) {
      const full = await world().get(path, person);
      const tag = String(full.headers["etag"]);
      const answer = await world().get(path, person, { "if-none-match": header(tag) });
      expect([answer.status, answer.text]).toEqual([304, ""]);
      for (const name of ["etag", "cache-control", "vary"]) {
        expect([name, answer.headers[name]]).toEqual([name, full.headers[name]]);
      }
      expect(answer.headers["content-type"]).toBeUndefined();
    }
  });

  test.each([
    '"other"',
    "",
    "other",
    '"',
    "W/",
    (tag: string) => tag.slice(1, -1),
    (tag: string) => `x${tag}`,
  ])("If-None-Match %s answers in full", async (header) => {
    const tag = await tagOf(site);
    const value = typeof header === "string" ? header : header(tag);
    expect((await world().get(site, person, { "if-none-match": value })).status).toBe(200);
  });

  test("answers are the caller's own, for every cache in between", async () => {
    for (const path of [site, "/user", pages]) {
      const { headers } = await world().get(path, person);
      expect(headers["cache-control"]).toBe("private, no-cache");
      expect(String(headers["vary"])).toContain("authorization");
    }
  });

  test("HEAD has the headers of GET and no body", async () => {
    for (const path of [site, "/user", pages, `/orgs/${world().organization}/spaces`]) {
      const full = await world().get(path, person);
      const head = await world().call("HEAD", path, { as: person });
      expect([head.status, head.text]).toEqual([200, ""]);
      const { date: _date, ...expected } = full.headers;
      const { date: _other, ...got } = head.headers;
      expect(got).toEqual(expected);
      const again = await world().call("HEAD", path, {
        as: person,
        headers: { "if-none-match": String(full.headers["etag"]) },
      });
      expect(again.status).toBe(304);
    }
    expect((await world().call("HEAD", "/user")).status).toBe(401);
    expect((await world().call("HEAD", "/spaces/absent", { as: person })).status).toBe(404);
  });

  test("HEAD of a file that is sent while it is made has none of it", async () => {
    const head = await world().call("HEAD", pages.replace("content/pages", "export"), { as: person });
    expect([head.status, head.text, head.headers["content-type"]]).toEqual([200, "", "application/zip"]);
  });

  test("an encoding is another representation", async () => {
    const plain = await tagOf(pages);
    const brotli = await tagOf(pages, { "accept-encoding": "gzip, br" });
    expect(brotli).toBe(`${plain.slice(0, -1)}-br"`);
    expect(await tagOf(pages, { "accept-encoding": "br;q=0, *" })).toBe(plain);
    expect(await tagOf(pages, { "accept-encoding": "gzip, deflate" })).toBe(`${plain.slice(0, -1)}-gzip"`);
    const answer = await world().get(pages, person, { "accept-encoding": "br;q=0.1" });
    expect(answer.headers["content-encoding"]).toBe("br");
    expect(
      (await world().get(pages, person, { "accept-encoding": "br", "if-none-match": plain })).status,
    ).toBe(200);
  });
});

describe("writes", () => {
  test("go through at the version they name, whoever has seen what", async () => {
    const tag = await tagOf(site);
    const version = tag.slice(1).split(".")[0];
    const { status, headers } = await world().patch(site, { title: "One" }, person, { "if-match": tag });
    expect(status).toBe(200);
    expect(headers["etag"]).toBe(await tagOf(site));
    const stale = await world().patch(site, { title: "Two" }, person, { "if-match": tag });
    expect([stale.status, stale.body.error.type]).toEqual([412, "precondition-failed"]);
    const next = `"${Number(version) + 1}.somebody-else-s-hash00"`;
    expect((await world().patch(site, { title: "Two" }, person, { "if-match": next })).status).toBe(200);
    expect((await world().get(site, person)).body.title).toBe("Two");
  });

  test("go through when one of a list names the version, or a star", async () => {
    const list = `"1.x", ${await tagOf(site)}`;
    expect((await world().patch(site, { title: "Three" }, person, { "if-match": list })).status).toBe(200);
    expect((await world().patch(site, { title: "Four" }, person, { "if-match": "*" })).status).toBe(200);
  });

  test.each(['"other"', "x", 'W/"1.abc"', '"99999999999999999999.a"', '"-1.a"', "1", '""'])(
    "are refused under If-Match %s",
    async (header) => {
      const answer = await world().patch(site, { title: "Never" }, person, { "if-match": header });
      expect([answer.status, answer.body.error.message]).toEqual([
        412,
        expect.stringContaining("no version"),
      ]);
      expect(
        (await world().call("DELETE", site, { as: person, headers: { "if-match": header } })).status,
      ).toBe(412);
    },
  );

  test("are refused where nothing can be compared", async () => {
    const token = await world().post("/user/tokens", { label: "one" }, person);
    const path = `/user/tokens/${token.body.id}`;
    const tag = await tagOf(path);
    expect((await world().delete(path, person, { "if-match": tag })).status).toBe(412);
    expect((await world().delete(path, person, { "if-match": "*" })).status).toBe(204);
  });

  test("of many at once on the same version one goes through", async () => {
    const tag = await tagOf(site);
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        world().patch(site, { title: `Race ${index}` }, person, { "if-match": tag }),
      ),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect([won.length, answers.filter(({ status }) => status === 412).length]).toEqual([1, 15]);
    expect((await world().get(site, person)).body.title).toBe(won[0]?.body.title);
  });

  test.each([
    ["return=minimal", 204],
    ["respond-async, return=minimal", 204],
    ["Return=Minimal", 204],
    ["return=representation", 200],
    ["xreturn=minimal", 200],
    ["return=minimalist", 200],
  ])("under Prefer: %s answer %i", async (prefer, status) => {
    const answer = await world().patch(site, { title: "Said" }, person, { prefer });
    expect(answer.status).toBe(status);
    expect(answer.headers["etag"]).toBe(await tagOf(site));
    if (status === 204) {
      expect([answer.text, answer.headers["preference-applied"]]).toEqual(["", "return=minimal"]);
    }
  });

  test("a created thing says where it is, and is there", async () => {
    for (const [path, body] of [
      ["/user/tokens", { label: "x" }],
      [`/orgs/${world().organization}/spaces`, {}],
      [`/orgs/${world().organization}/sites`, { title: "Other" }],
    ] as const) {
      const { status, headers } = await world().post(path, body, person);
      expect([path, status]).toEqual([path, 201]);
      const location = String(headers["location"]).replace("http://app.test/v1", "");
      expect((await world().get(location, person)).status).toBe(200);
    }
  });
});

test.each([
  [undefined, false],
  ['"a"', true],
  ['W/"a"', true],
  ["*", true],
  ['"b","a"', true],
  ['"b", W/"a"', true],
  ['"ab"', false],
  ["a", false],
  ["", false],
])('If-None-Match %j against "a": %j', (header, matches) => {
  expect(matchesTag(header, '"a"')).toBe(matches);
});

test.each([
  [undefined, undefined],
  ["*", "any"],
  ['"7.x"', [7]],
  ['"7.x-br", "8.y"', [7, 8]],
  ['W/"7.x"', []],
  ['"x"', []],
  ['"00Zz.y", "7.x"', ["00Zz", 7]],
  ["7", []],
])("If-Match %j names %j", (header, versions) => {
  expect(expectedVersions(header)).toEqual(versions);
});
