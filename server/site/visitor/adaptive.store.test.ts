/** Content that adapts to its visitors, and caches that never mix them up. */
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { cookiesFrom, makeSite, tokenOf, type VisitedSite } from "./visitors.fixture.ts";

const world = useWorld();
let writer: Person;
let site: VisitedSite;
let ids: Record<string, string> = {};

const HOME = `# Home

Words for all.

{% if visitor.claims.plan == "pro" %}

Words for payers: zebra.

{% endif %}

{% if visitor.claims.unsigned.beta %}

Words for testers: quokka.

{% endif %}
`;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  site = await makeSite(world(), writer, "Adaptive");
  const page = (slug: string, markdown: string, more: object = {}) => ({
    operation: "insert_page",
    ref: slug,
    slug,
    document: { markdown },
    ...more,
  });
  const { body } = await change([
    page("home", HOME),
    page("plain", "# Plain\n\nNothing is asked here."),
    page("paid", "# Paid page\n\nOnly for payers: wombat.", { condition: 'visitor.claims.plan == "pro"' }),
    page("greeting", '# Greeting\n\nHello <code class="expression">visitor.claims.name</code>.'),
    page(
      "staged",
      "# Staged\n\n{% if page.vars.stage == visitor.claims.stage %}\n\nFor this stage: numbat.\n\n{% endif %}",
      {
        variables: { stage: "late" },
      },
    ),
  ]);
  ids = Object.fromEntries(body.changes.map((done: { ref: string; page: string }) => [done.ref, done.page]));
  const { body: space } = await world().post(
    `/orgs/${world().organization}/spaces`,
    { title: "Extra" },
    writer,
  );
  const extra = [page("only", "# Extra page\n\nFor the team: bilby.")];
  await world().post(`/spaces/${space.id}/content`, { changes: extra }, writer);
  const variant = await world().post(`${site.api}/site-spaces`, { spaceId: space.id }, writer);
  const condition = "visitor.claims.staff";
  await world().patch(`${site.api}/site-spaces/${variant.body.id}`, { condition }, writer);
  await world().patch(site.api, { adaptiveContent: { enabled: true } }, writer);
  await world().runJobs();
});

const change = (changes: unknown[]) => world().post(`/spaces/${site.space}/content`, { changes }, writer);
/** Empties all caches of this process: they hold until anything is written. */
const write = () => world().patch(site.api, { agentsContext: "included" }, writer);
const visit = (path: string, cookie = "", headers: Record<string, string> = {}) =>
  world().visit(site.base + path, { ...(cookie === "" ? {} : { cookie }), ...headers });
const signed = async (claims: Record<string, unknown>) =>
  `gitbook-visitor-token=${await tokenOf(world(), site.key, claims)}`;
const said = (claims: object, name = "gitbook-visitor-public") =>
  `${name}=${encodeURIComponent(JSON.stringify(claims))}`;

describe("conditions on claims", () => {
  test("decide about pages, parts, variants, their Markdown, lists, navigation and search", async () => {
    const [pro, free, staff] = [
      await signed({ plan: "pro" }),
      await signed({ plan: "free" }),
      await signed({ staff: true }),
    ];
    const seen = async (path: string, word: string, cookie: string) =>
      (await visit(path, cookie)).text.includes(word);
    for (const [path, word, forPro, forStaff] of [
      ["", "zebra", true, false],
      ["", "Paid page", true, false],
      ["", "Extra", false, true],
      ["home.md", "zebra", true, false],
      ["llms.txt", "Paid page", true, false],
      ["llms-full.txt", "wombat", true, false],
      ["llms-full.txt", "zebra", true, false],
      ["sitemap.xml", "/paid", true, false],
      ["sitemap.xml", "/extra/", false, true],
      ["~/search.json?q=zebra", "match", true, false],
      ["~/search.json?q=wombat", "match", true, false],
      ["~/search.json?q=bilby", "match", false, true],
      ["~/search?q=wombat", "Paid page", true, false],
      ["paid", "wombat", true, false],
      ["paid.md", "wombat", true, false],
      ["extra/", "bilby", false, true],
    ] as const) {
      for (const round of ["cold", "warm", "warmer"]) {
        const found = [];
        for (const cookie of [pro, free, "", staff]) found.push(await seen(path, word, cookie));
        expect([path, word, round, ...found]).toEqual([path, word, round, forPro, false, false, forStaff]);
      }
    }
    for (const cookie of [free, ""]) expect((await visit("paid", cookie)).status).toBe(404);
    expect(ids["paid"]).toBeDefined();
  });

  test("make an answer its reader's; the others are everybody's", async () => {
    for (const cookie of ["", await signed({ plan: "pro" })]) {
      for (let round = 0; round < 3; round++) {
        // Every page's navigation asks about the paid page.
        for (const path of ["plain", "greeting.md", "llms.txt", "sitemap.xml"]) {
          const { headers } = await visit(path, cookie);
          expect([path, headers["cache-control"], headers["etag"] === undefined]).toEqual([
            path,
            "private, no-cache",
            false,
          ]);
          expect(String(headers["vary"])).toContain("cookie");
        }
      }
    }
  });

  test("an answer that asks nothing of anybody is everybody's", async () => {
    const { body } = await world().get(`${site.api}/site-spaces`, writer);
    const extra = `${site.api}/site-spaces/${body.items[1].id}`;
    await world().patch(extra, { condition: null }, writer);
    for (const path of ["plain.md", "robots.txt"]) {
      for (const cookie of ["", await signed({ plan: "pro" })]) {
        expect((await visit(path, cookie)).headers["cache-control"]).toMatch(/^public/);
      }
    }
    expect((await visit("plain")).headers["cache-control"]).toBe("private, no-cache");
    await world().patch(extra, { condition: "visitor.claims.staff" }, writer);
  });

  test("a tag says nothing has changed to the visitor whose bytes it names", async () => {
    const [pro, free] = [await signed({ plan: "pro" }), await signed({ plan: "free" })];
    const tag = String((await visit("", pro)).headers["etag"]);
    const headers = { "if-none-match": tag };
    expect((await visit("", await signed({ plan: "pro", name: "Bob" }), headers)).status).toBe(304);
    expect((await visit("", free, headers)).status).toBe(200);
  });

  test("a claim that is printed is its owner's alone", async () => {
    // With spaces: no id has one, and of random letters some are "Bob" one day.
    for (const name of ["Grace Hopper", "Bob Noyce", "Grace Hopper"]) {
      for (const path of ["greeting", "greeting.md", "llms-full.txt"]) {
        const { text, headers } = await visit(path, await signed({ name }));
        const others = ["Grace Hopper", "Bob Noyce"].filter((other) => other !== name);
        expect([path, text.includes(name), others.some((other) => text.includes(other))]).toEqual([
          path,
          true,
          false,
        ]);
        expect(headers["cache-control"]).toBe("private, no-cache");
      }
      expect((await visit("greeting")).text).not.toMatch(/Grace Hopper|Bob Noyce/);
    }
  });

  test("see page variables, in search as well", async () => {
    const [late, early] = [await signed({ stage: "late" }), await signed({ stage: "early" })];
    expect((await visit("staged", late)).text).toContain("numbat");
    expect((await visit("staged", early)).text).not.toContain("numbat");
    expect((await visit("~/search.json?q=numbat", late)).text).toContain("match");
    expect((await visit("~/search.json?q=numbat", early)).text).not.toContain("match");
  });

  test("see nothing of visitors where the site does not adapt", async () => {
    await world().patch(site.api, { adaptiveContent: { enabled: false } }, writer);
    const pro = await signed({ plan: "pro" });
    const { text, headers } = await visit("", pro);
    expect([text.includes("zebra"), headers["cache-control"]]).toEqual([
      false,
      "public, max-age=0, must-revalidate",
    ]);
    expect((await visit("?visitor.beta=true")).status).toBe(200);
    await world().patch(site.api, { adaptiveContent: { enabled: true } }, writer);
    expect((await visit("", pro)).text).toContain("zebra");
  });
});

describe("unsigned claims", () => {
  test("come with the address, are kept in a cookie, and leave the address", async () => {
    const first = await visit("plain?visitor.beta=true&visitor.user.plan=pro&q=1");
    expect([first.status, first.headers["location"]]).toEqual([303, `${site.base}plain?q=1`]);
    const cookie = cookiesFrom(first);
    expect(decodeURIComponent(cookie)).toContain('={"beta":true,"user":{"plan":"pro"}}');
    expect(String(first.headers["set-cookie"])).toMatch(/; Path=\/acme\/adaptive\/; HttpOnly; SameSite=Lax$/);
    expect((await visit("", cookie)).text).toContain("quokka");
    const second = await visit("?visitor.beta=false", cookie);
    expect(decodeURIComponent(cookiesFrom(second))).toContain('={"beta":false,"user":{"plan":"pro"}}');
    expect((await visit("", cookiesFrom(second))).text).not.toContain("quokka");
  });

  test.each<[string, boolean]>([
    [said({ beta: true }), true],
    ['gitbook-visitor-public={"beta":true}', true],
    [said({ beta: true }, "gitbook-visitor-public-flags"), true],
    [said({ beta: true }, "lectern-visitor-public"), true],
    [`${said({ beta: true })}; ${said({ beta: false }, "gitbook-visitor-public-b")}`, false],
    [`${said({ beta: false })}; ${said({ beta: true }, "gitbook-visitor-public-b")}`, true],
    [said({ beta: "true" }), false],
    [said([true]), false],
    [said({ beta: true }, "visitor-public"), false],
    ["gitbook-visitor-public=%E0%A4%A", false],
    ['gitbook-visitor-public={"__proto__":{"beta":true}}', false],
    [`gitbook-visitor-public=${encodeURIComponent(`{"a":"${"x".repeat(9000)}","beta":true}`)}`, false],
  ])("from the cookie %.90s", async (cookie, isBeta) => {
    expect((await visit("", cookie)).text.includes("quokka")).toBe(isBeta);
  });

  test("are never taken for signed ones, nor the reverse", async () => {
    expect((await visit("paid", said({ plan: "pro" }))).status).toBe(404);
    const first = await visit("?visitor.claims.plan=pro&visitor.plan=pro");
    expect((await visit("paid", cookiesFrom(first))).status).toBe(404);
    expect((await visit("", await signed({ unsigned: { beta: true } }))).text).not.toContain("quokka");
  });
});

describe("the schema of claims", () => {
  const plan = { type: "string", description: "The plan", enum: ["pro", "free"] };
  const put = (properties: object) =>
    world().put(
      `${site.api}/adaptive-schema`,
      { jsonSchema: { type: "object", properties, additionalProperties: false } },
      writer,
    );

  test("admits the claims that it declares, with values that it allows", async () => {
    await put({ plan, other: plan });
    const pro = await signed({ plan: "pro", staff: true });
    expect((await visit("paid", pro)).status).toBe(200);
    expect((await visit("extra/", pro)).status).toBe(404);
    expect((await visit("", `${pro}; ${said({ beta: true })}`)).text).not.toContain("quokka");
    const description = "Unsigned claims of the site visitor.";
    const beta = { type: "boolean", description: "Tries" };
    const unsigned = { type: "object", description, properties: { beta }, additionalProperties: false };
    await put({ plan: { ...plan, enum: ["free"] }, unsigned });
    expect((await visit("paid", pro)).status).toBe(404);
    expect((await visit("", said({ beta: true }))).text).toContain("quokka");
    expect((await visit("", said({ beta: 1 }))).text).not.toContain("quokka");
    await put({
      plan,
      unsigned,
      staff: beta,
      name: { type: "string", description: "n" },
      stage: { type: "string", description: "s" },
    });
  });
});

test("what robots are told is the same for all, and everybody may keep it", async () => {
  for (const cookie of ["", await signed({ plan: "pro" })]) {
    const { status, headers } = await visit("robots.txt", cookie);
    expect([status, headers["cache-control"]]).toEqual([200, "public, max-age=0, must-revalidate"]);
  }
  expect((await visit("sitemap.xml")).headers["cache-control"]).toBe("private, no-cache");
});

test("a preview shows the site as a visitor with some claims would read it", async () => {
  const { body } = await world().get(
    `${site.api}/publishing/preview?claims=(plan:pro,unsigned:(beta:!t))`,
    writer,
  );
  const preview = new URL(body.url).pathname;
  const { text } = await world().visit(preview);
  expect([text.includes("zebra"), text.includes("quokka"), text.includes("Extra")]).toEqual([
    true,
    true,
    false,
  ]);
  expect((await world().visit(`${preview}paid`)).status).toBe(200);
  expect((await visit("")).text).not.toMatch(/zebra|quokka/);
});

test("two visitors never share an answer that tells them apart", async () => {
  const paths = [
    "",
    "plain",
    "paid",
    "greeting",
    "staged",
    "home.md",
    "greeting.md",
    "llms.txt",
    "llms-full.txt",
    "sitemap.xml",
    "extra/",
  ];
  const claims = fc.record(
    {
      plan: fc.constantFrom("pro", "free", "none", 1),
      staff: fc.constantFrom(true, false, "true"),
      name: fc.constantFrom("Grace", "Bob"),
      stage: fc.constantFrom("late", "early"),
      unsigned: fc.record({ beta: fc.constantFrom(true, false, "true", 1) }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  );
  const request = fc.tuple(fc.constantFrom(...paths), claims);
  const heavy = process.env["LECTERN_TEST_TIER"] === "full";
  const ask = async ([path, { unsigned, ...rest }]: [string, Record<string, unknown>]) => {
    const { status, text, headers } = await visit(
      path,
      `${await signed(rest)}; ${said((unsigned as object) ?? {})}`,
    );
    return [path, status, headers["etag"], headers["cache-control"], text];
  };
  const property = fc.asyncProperty(fc.array(request, { minLength: 4, maxLength: 12 }), async (requests) => {
    const warm = [];
    for (const each of [...requests, ...requests]) warm.push(await ask(each));
    for (const [at, each] of requests.entries()) {
      await write();
      const cold = await ask(each);
      expect(warm[at]).toEqual(cold);
      expect(warm[at + requests.length]).toEqual(cold);
    }
  });
  await fc.assert(property, { numRuns: heavy ? 200 : 8 });
});
