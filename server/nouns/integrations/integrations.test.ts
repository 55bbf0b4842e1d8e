import { Transformer } from "@napi-rs/image";
import { beforeAll, describe, expect, test } from "vitest";
import { INTEGRATION_SCOPES } from "../../access/scopes.ts";
import { compileInput } from "../../http/input.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { IntegrationParams } from "./schema.ts";
import { PIXEL, publication, wholePublication } from "./publication.fixture.ts";

const world = useWorld();
let admin: Person;
let editor: Person;
let stranger: Person;
let elsewhere: string;

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  editor = await world().addPerson("edda", "create");
  elsewhere = await world().addOrganization("Other", "other");
  stranger = await world().addPerson("sam", "admin", elsewhere);
});

const publish = (name: string, more: object = {}, as: Person | undefined = admin) =>
  world().post(`/integrations/${name}`, publication("acme", more), as);
/** A grey picture, to be encoded. */
const picture = (width: number, height: number): Transformer =>
  Transformer.fromRgbaPixels(new Uint8Array(width * height * 4).fill(200), width, height);
const names = async (query: string, as?: Person) => {
  const { body } = await world().get(`/integrations${query}`, as);
  return body.items.map(({ name }: { name: string }) => name);
};

describe("publishIntegration", () => {
  test("publishes everything that it is told, and keeps the script and the secrets to itself", async () => {
    const answer = await world().post("/integrations/whole", wholePublication(world().organization), admin);
    expect(answer.status).toBe(200);
    const {
      organization: _o,
      script: _s,
      runtime: _r,
      icon: _i,
      secrets: _c,
      ...shown
    } = wholePublication("") as Record<string, unknown>;
    expect(answer.body).toMatchObject({
      ...shown,
      version: 1,
      verified: false,
      previewImages: [expect.stringMatching(/^http:\/\/sites\.test\/~\/integrations\//)],
      contentSecurityPolicy: "img-src https://charts.example.com; script-src 'self'",
      permissions: { admin: true, install: true },
    });
    for (const { text } of [answer, await world().get("/integrations/whole", admin)]) {
      expect(text).not.toMatch(/canary|export default/);
    }
    const { read } = world().deps.db;
    const rows = await read.selectFrom("integrations").selectAll().where("name", "=", "whole").execute();
    expect(JSON.stringify(rows)).not.toContain("canary");
    const versions = await read
      .selectFrom("integration_versions")
      .selectAll()
      .where("integration_id", "=", rows[0]?.id ?? "")
      .execute();
    expect(versions).toMatchObject([
      { version: 1, runtime: "v2", script: "export default () => undefined;" },
    ]);
  });

  test("counts versions up, and keeps each script", async () => {
    const first = await publish("again", { summary: "Old", categories: ["other"], secrets: { A: "1" } });
    const second = await publish("again", { title: "Anew", script: "2" });
    expect([first.body.version, second.body.version]).toEqual([1, 2]);
    expect(second.body).toMatchObject({
      title: "Anew",
      categories: [],
      visibility: "private",
      target: "all",
    });
    expect(second.body.summary).toBeUndefined();
    const scripts = await world()
      .deps.db.read.selectFrom("integration_versions")
      .innerJoin("integrations", "integrations.id", "integration_id")
      .select(["integration_versions.version", "script", "secrets"])
      .where("name", "=", "again")
      .orderBy("integration_versions.version")
      .execute();
    expect(scripts.map(({ version, script }) => [version, script])).toEqual([
      [1, "export default () => undefined;"],
      [2, "2"],
    ]);
    expect(scripts[0]?.secrets).toBeNull();
  });

  test("serves pictures from the sites' origin, where they can do nothing", async () => {
    const { body } = await publish("pictured", { icon: PIXEL });
    const { pathname, origin } = new URL(body.urls.icon);
    expect(origin).toBe("http://sites.test");
    const { status, headers } = await world().visit(pathname);
    expect([status, headers["content-type"]]).toEqual([200, "image/webp"]);
    expect(headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    await publish("pictured");
    expect((await world().visit(pathname)).status).toBe(404);
  });

  test("draws pictures anew: what a file carries beside them isn't kept, and a large one is made smaller", async () => {
    const planted = Buffer.from("<script>planted</script>");
    const jpeg = Buffer.concat([await picture(640, 480).jpeg(80), planted]);
    const webp = Buffer.concat([await picture(8, 8).webp(80), planted]);
    const png = Buffer.concat([await picture(2000, 50).png(), planted]);
    const [icon, ...previewImages] = [jpeg, webp, png].map((bytes) => bytes.toString("base64"));
    const { body } = await publish("drawn", { icon, previewImages });
    expect(body.urls.icon).toMatch(/^http/);
    const kept = await world()
      .deps.db.read.selectFrom("integration_images")
      .innerJoin("integrations", "integrations.id", "integration_id")
      .select(["content_type", "data"])
      .where("name", "=", "drawn")
      .execute();
    const sizes = [];
    for (const { data, content_type } of kept) {
      const { width, height, format } = await new Transformer(Buffer.from(data)).metadata();
      sizes.push(`${content_type} ${format} ${width}x${height}`);
      expect(Buffer.from(data).includes("planted")).toBe(false);
    }
    expect(sizes.toSorted()).toEqual([
      "image/webp webp 1920x48",
      "image/webp webp 512x384",
      "image/webp webp 8x8",
    ]);
  });

  test("refuses pictures that are cut short, say they are huge, or only start like one", async () => {
    const [png, jpeg] = [await picture(64, 64).png(), await picture(64, 64).jpeg(80)];
    const webp = await picture(64, 64).webp(80);
    const boasting = Buffer.from(png);
    boasting.writeUInt32BE(60_000, 16);
    const empty = Buffer.concat([png.subarray(0, 33), Buffer.from("no pixels here")]);
    const gif = Buffer.from("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64");
    const halves = [png, jpeg, webp].map((bytes) => bytes.subarray(0, bytes.length - 20));
    const answers = [];
    for (const bytes of [...halves, boasting, empty, gif]) {
      const { status, body } = await publish("refused", { previewImages: [PIXEL, bytes.toString("base64")] });
      answers.push(`${status} ${body.error?.details[0].path}`);
    }
    expect(answers).toEqual(Array(6).fill("400 /previewImages/1"));
  });

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>').toString("base64");
  const html = Buffer.from("<script>alert(1)</script>").toString("base64");
  const properties = (property: object, more: object = {}) => ({
    configurations: { account: { properties: { key: property }, ...more } },
  });
  test.each([
    ["no script", { script: "" }, "/script"],
    ["a short title", { title: "A" }, "/title"],
    ["a long title", { title: "x".repeat(31) }, "/title"],
    ["a long description", { description: "x".repeat(101) }, "/description"],
    ["a long summary", { summary: "x".repeat(2049) }, "/summary"],
    ["a scope that is none", { scopes: ["space:eat"] }, "/scopes/0"],
    ["a category that is none", { categories: ["food"] }, "/categories/0"],
    ["a visibility that is none", { visibility: "secret" }, "/visibility"],
    ["a target that is none", { target: "page" }, "/target"],
    ["a runtime that is none", { runtime: "v3" }, "/runtime"],
    ["an icon that isn't Base64", { icon: "a picture of a cat!!" }, "/icon"],
    ["an icon that is an SVG", { icon: svg }, "/icon"],
    ["an icon that is HTML", { icon: html }, "/icon"],
    ["an icon cut short", { icon: PIXEL.slice(0, 16) }, "/icon"],
    ["a preview that is no picture", { previewImages: [PIXEL, html] }, "/previewImages/1"],
    ["four previews", { previewImages: [PIXEL, PIXEL, PIXEL, PIXEL] }, "/previewImages"],
    ["two blocks with one id", { blocks: [0, 1].map(() => ({ id: "a", title: "Aa" })) }, "/blocks/1/id"],
    ["a block without a title", { blocks: [{ id: "a" }] }, "/blocks/0/title"],
    [
      "a block with a script as its icon",
      { blocks: [{ id: "a", title: "Aa", icon: "javascript:1" }] },
      "/blocks/0/icon",
    ],
    [
      "six links",
      { externalLinks: Array.from({ length: 6 }, () => ({ url: "https://a.example", label: "A" })) },
      "/externalLinks",
    ],
    ["a default of another type", properties({ type: "string", enum: ["a"], default: "b" }), "/default"],
    [
      "a required property that is none",
      properties({ type: "number" }, { required: ["other"] }),
      "/required/0",
    ],
    ["a property of no type", properties({ type: "secret" }), "/configurations"],
    [
      "many secrets",
      { secrets: Object.fromEntries([...Array(21).keys()].map((n) => [`S${n}`, ""])) },
      "/secrets",
    ],
    [
      "a policy that evaluates",
      { contentSecurityPolicy: "script-src 'unsafe-eval'" },
      "/contentSecurityPolicy",
    ],
    ["a field that is none", { verified: true }, "/verified"],
  ])("refuses %s", async (_, more, path) => {
    const { status, body } = await publish("refused", more);
    expect([status, body.error.details.map((one: { path: string }) => one.path).join(" ")]).toEqual([
      400,
      expect.stringContaining(path),
    ]);
  });

  test("is for administrators, of their own organization", async () => {
    expect((await world().post("/integrations/mine", publication("acme"))).status).toBe(401);
    expect((await publish("mine", {}, editor)).status).toBe(403);
    expect((await publish("mine", {}, stranger)).status).toBe(400);
    expect((await publish("bad name")).status).toBe(400);
    // Whatever reads an address takes these away, so the schema is asked.
    const isName = compileInput("params", IntegrationParams);
    expect([".", "..", "...", ".a"].map((integrationName) => isName({ integrationName }))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  test("says of a taken name no more than that", async () => {
    await publish("taken");
    const { status, body } = await world().post("/integrations/taken", publication("other"), stranger);
    expect([status, body.error.type]).toEqual([409, "name-taken"]);
    expect((await world().get("/integrations/taken", stranger)).status).toBe(404);
  });
});

/** Every construction that the manifests of published integrations have, one a row. */
const MANIFESTS: readonly [what: string, more: object][] = [
  ["a script as large as bundles are", { script: "/* */".repeat(180_000) }],
  [
    "a policy over several lines",
    { contentSecurityPolicy: "script-src a.example\n  b.example;\nimg-src *;\n" },
  ],
  ["a directive that ends in a semicolon", { contentSecurityPolicy: { "font-src": "fonts.example;" } }],
  ["a directive over several lines", { contentSecurityPolicy: { "script-src": "a.example\n  b.example\n" } }],
  [
    "several sources and schemes",
    { contentSecurityPolicy: { "connect-src": "https: *.a.example wss://b.example" } },
  ],
  ["what readers say of pages", { scopes: ["page:feedback:read"] }],
  ["claims of visitors", { scopes: ["site:visitor:auth", "site:visitor:claims"] }],
  ["every scope at once", { scopes: [...INTEGRATION_SCOPES] }],
  ["no scope", { scopes: [] }],
  ...["all", "site", "space", "organization"].map((target): [string, object] => [
    `the target ${target}`,
    { target },
  ]),
  ...["public", "private", "unlisted"].map((visibility): [string, object] => [visibility, { visibility }]),
  ["the newer runtime", { runtime: "v2" }],
  [
    "components in the place of configurations",
    {
      configurations: {
        account: { componentId: "config" },
        space: { componentId: "config" },
        site: { componentId: "config" },
      },
    },
  ],
  [
    "configurations without properties",
    { configurations: { account: { properties: {} }, site: { properties: {}, required: [] } } },
  ],
  [
    "a button beside required texts",
    {
      configurations: {
        account: {
          properties: {
            oauth: { type: "button", title: "Connect", button_text: "Authorize", callback_url: "/oauth" },
            team: { type: "string", title: "Team", completion_url: "/teams" },
          },
          required: ["oauth", "team"],
        },
      },
    },
  ],
  [
    "blocks that unfurl addresses and stand in Markdown",
    {
      blocks: [
        { id: "chart", title: "Chart", urlUnfurl: ["https://a.example/**", "https://*.b.example/embed"] },
        {
          id: "diagram.v2",
          title: "Diagram",
          description: "Drawn",
          markdown: { codeblock: "dot", body: "content" },
        },
      ],
    },
  ],
  [
    "sources of content",
    { contentSources: [{ id: "rows", title: "Rows", configuration: { componentId: "rows" } }] },
  ],
  [
    "links, pictures and a summary",
    {
      externalLinks: [{ url: "https://a.example/docs", label: "Docs" }],
      previewImages: [PIXEL, PIXEL, PIXEL],
      icon: PIXEL,
      summary: "# Overview\n\n* One",
    },
  ],
  ["secrets", { secrets: { CLIENT_ID: "1", CLIENT_SECRET: "2" } }],
];

test.each(MANIFESTS)("a manifest with %s is taken", async (what, more) => {
  const name = `kind-${MANIFESTS.findIndex(([row]) => row === what)}`;
  expect((await publish(name, more)).body).toMatchObject({ name, version: 1 });
});

describe("who sees an integration", () => {
  beforeAll(async () => {
    for (const visibility of ["public", "unlisted", "private"])
      await publish(`seen-${visibility}`, { visibility });
  });

  test("private ones their organization, unlisted ones who knows the name, public ones everybody", async () => {
    const guest = await world().addPerson("gus", null);
    const seen: Record<string, unknown> = {};
    for (const [who, as] of Object.entries({ nobody: undefined, guest, stranger, editor })) {
      const got = [];
      for (const visibility of ["public", "unlisted", "private"]) {
        got.push((await world().get(`/integrations/seen-${visibility}`, as)).status);
      }
      seen[who] = [got, await names("?search=SEEN-", as)];
    }
    const outside = [[200, 200, 404], ["seen-public"]];
    expect(seen).toEqual({
      nobody: outside,
      guest: outside,
      stranger: outside,
      editor: [
        [200, 200, 200],
        ["seen-public", "seen-unlisted", "seen-private"],
      ],
    });
  });

  test("nobody outside learns more of the owner than its name", async () => {
    await world().patch(`/orgs/${world().organization}`, { emailDomains: ["acme.example"] }, admin);
    const outside = await world().get("/integrations/seen-public");
    expect(outside.body.owner).toMatchObject({ title: "Acme", emailDomains: [] });
    expect(Object.values(outside.body.owner.permissions)).not.toContain(true);
    expect(outside.body.permissions).toEqual({ admin: false, install: false });
    expect((await world().get("/integrations/seen-public", admin)).body.owner.emailDomains).toHaveLength(1);
  });
});

describe("listIntegrations", () => {
  const seek = (query: string) => names(`?owner=${world().organization}&search=listed-&${query}`);
  beforeAll(async () => {
    const visibility = "public";
    await publish("listed-plain", { visibility, title: "Straße", target: "organization", scopes: [] });
    await publish("listed-blocks", {
      visibility,
      target: "site",
      categories: ["content"],
      blocks: [{ id: "a", title: "Aa", urlUnfurl: ["https://Figma_x.example/**"] }],
    });
    const configuration = { componentId: "a" };
    await publish("listed-sources", {
      visibility,
      contentSources: [{ id: "a", title: "Aa", configuration }],
    });
  });

  test.each([
    ["", ["plain", "blocks", "sources"]],
    ["category=content", ["blocks"]],
    ["category=other", []],
    ["blockDomain=figma_x.example", ["blocks"]],
    ["blockDomain=figmaax.example", []],
    ["blocks=true", ["blocks"]],
    ["blocks=false", ["plain", "sources"]],
    ["contentSources=true", ["sources"]],
    ["contentSources=false", ["plain", "blocks"]],
    ["scope=space%3Acontent%3Aread", ["blocks", "sources"]],
    ["scope=openapi%3Aread", []],
    ["target=site", ["blocks"]],
    ["target=organization", ["plain"]],
  ])("filters by %s", async (query, found) => {
    expect(await seek(query)).toEqual(found.map((name) => `listed-${name}`));
  });

  test("finds parts of titles, whatever their case, and pages", async () => {
    expect(await names("?search=STRASSE")).toEqual([]);
    expect(await names("?search=STRAßE")).toEqual(["listed-plain"]);
    expect(await names(`?owner=${elsewhere}`)).toEqual([]);
    const first = await world().get("/integrations?search=listed-&limit=2");
    expect([first.body.count, first.body.items.length]).toEqual([3, 2]);
    expect(await names(`?search=listed-&limit=2&page=${first.body.next.page}`)).toEqual(["listed-sources"]);
    for (const query of ["category=food", "scope=x", "target=x", "blocks=2", "blockDomain=%2F"]) {
      expect((await world().get(`/integrations?${query}`)).status).toBe(400);
    }
  });
});

describe("unpublishIntegration", () => {
  test("removes it with everything, once, for its administrators", async () => {
    await publish("ended", { visibility: "public", icon: PIXEL });
    const statuses = [];
    for (const as of [undefined, editor, stranger, admin, admin]) {
      statuses.push((await world().delete("/integrations/ended", as)).status);
    }
    expect(statuses).toEqual([401, 403, 403, 204, 404]);
    expect((await world().get("/integrations/ended")).status).toBe(404);
    expect((await publish("ended")).body.version).toBe(1);
  });
});

describe("setIntegrationDevelopmentMode and disableIntegrationDevelopmentMode", () => {
  test("takes an address that may be posted to, from administrators, and lets go of it", async () => {
    await publish("developed", { visibility: "public" });
    const dev = "/integrations/developed/dev";
    const tunnelUrl = "https://127.0.0.1:65535/key";
    const statuses = [];
    for (const as of [undefined, editor, stranger, admin]) {
      statuses.push((await world().put(dev, { tunnelUrl, all: true }, as)).status);
    }
    expect(statuses).toEqual([401, 403, 403, 204]);
    for (const wrong of ["ftp://127.0.0.1/", "https://me:pass@127.0.0.1/", "here"]) {
      expect((await world().put(dev, { tunnelUrl: wrong }, admin)).status).toBe(400);
    }
    expect((await world().get("/integrations/developed", admin)).text).not.toContain("65535");
    const gone = [];
    for (const as of [undefined, editor, stranger, admin]) gone.push((await world().delete(dev, as)).status);
    expect(gone).toEqual([401, 403, 403, 205]);
  });
});
