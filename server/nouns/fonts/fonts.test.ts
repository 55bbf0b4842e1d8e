import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { madeFont } from "./font.fixture.ts";

const world = useWorld();
let creator: Person;
let reader: Person;
let stranger: Person;
let of: string;

beforeAll(async () => {
  creator = await world().addPerson("carl", "create");
  reader = await world().addPerson("rita", "read");
  const other = await world().addOrganization("Other", "other");
  stranger = await world().addPerson("sam", "admin", other);
  of = `/orgs/${world().organization}`;
});

const WOFF2 = madeFont("of a regular weight");
const asked = (size = WOFF2.length, more: object = {}) => ({
  kind: "customization_font",
  file: { name: "brand.woff2", type: "font/woff2", size },
  ...more,
});

const ask = async (size?: number) => (await world().post(`${of}/storage/upload`, asked(size), creator)).body;
const pathOf = (url: string) => url.replace("http://app.test", "");
const send = (url: string, raw: Buffer, headers: Record<string, string> = {}) =>
  world().call("PUT", pathOf(url), { raw, headers: { "content-type": "font/woff2", ...headers } });

async function uploaded(bytes: Buffer): Promise<string> {
  const { url, key } = await ask(bytes.length);
  expect((await send(url, bytes)).status).toBe(204);
  return key;
}

describe("generateStorageUploadURL", () => {
  test("gives an address that takes one file without a token, from any origin", async () => {
    const { status, body } = await world().post(`${of}/storage/upload`, asked(), creator);
    expect([status, body.object]).toEqual([201, "storage-signed-url"]);
    const sent = await send(body.url, WOFF2, { origin: "https://elsewhere.example" });
    expect([sent.status, sent.headers["access-control-allow-origin"]]).toEqual([204, "*"]);
    // A client that heard no answer sends it again.
    expect((await send(body.url, WOFF2)).status).toBe(204);
    const others = Buffer.from(WOFF2);
    others.write("X", others.length - 1);
    const again = await send(body.url, others);
    expect([again.status, again.body.error.type]).toEqual([409, "already-uploaded"]);
    expect((await world().call("GET", pathOf(body.url))).status).toBe(405);
  });

  test.each<[string, (url: URL) => URL, number]>([
    ["of nothing", (url) => new URL(url.pathname, url), 403],
    ["of another size", (url) => changed(url, "size", "9"), 403],
    ["of a later time", (url) => changed(url, "until", "99999999999999"), 403],
    ["of no time", (url) => changed(url, "until", "x"), 403],
    ["of another signature", (url) => changed(url, "signature", "a".repeat(43)), 403],
    ["of another key", (url) => new URL(url.href.replace(/(fonts\/\w+\/)\w+/, "$1other")), 403],
    ["of another organization", (url) => new URL(url.href.replace(/fonts\/\w+/, "fonts/other")), 403],
  ])("an address %s opens nothing", async (_name, change, expected) => {
    const { url } = await ask();
    expect((await send(change(new URL(url)).href, WOFF2)).status).toBe(expected);
  });

  function changed(url: URL, name: string, value: string): URL {
    url.searchParams.set(name, value);
    return url;
  }

  test("addresses grow old", async () => {
    const { url } = await ask();
    world().ahead += 601_000;
    try {
      expect((await send(url, WOFF2)).status).toBe(403);
    } finally {
      world().ahead -= 601_000;
    }
  });

  test("takes what was announced, and fonts alone", async () => {
    const { url } = await ask();
    expect((await send(url, Buffer.concat([WOFF2, WOFF2]))).status).toBe(413);
    expect((await send(url, WOFF2.subarray(1))).status).toBe(400);
    expect((await send(url, Buffer.from("<svg onload=alert(1)>"))).status).toBe(400);
    expect((await send(url, Buffer.alloc(0))).status).toBe(400);
    const trueType = Buffer.concat([Buffer.from("\0\u0001\0\0", "latin1"), WOFF2.subarray(4)]);
    const refused = await send(url, trueType);
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      "The file is a TrueType or OpenType font: export it as WOFF2, which browsers load faster.",
    ]);
  });

  test("is refused with a sentence", async () => {
    const post = (body: unknown, as?: Person) => world().post(`${of}/storage/upload`, body, as);
    expect((await post(asked(6 * 1024 * 1024), creator)).status).toBe(413);
    expect((await post(asked(0), creator)).status).toBe(400);
    expect((await post(asked(8, { kind: "anything" }), creator)).status).toBe(400);
    expect((await post(asked(), reader)).status).toBe(403);
    expect((await post(asked(), stranger)).status).toBe(404);
    expect((await post(asked())).status).toBe(401);
  });
});

describe("createCustomFont, listCustomFonts, getCustomFont", () => {
  test("a font is made of uploaded files, and everybody may read them", async () => {
    const storageKey = await uploaded(WOFF2);
    const font = { fontFamily: "Brand", fontFaces: [{ weight: 400, storageKey }] };
    const { status, body, headers } = await world().put(`${of}/fonts`, font, creator);
    expect([status, body.custom, body.fontFamily]).toEqual([201, true, "Brand"]);
    expect(String(headers["location"])).toContain(body.id);
    const [face] = body.fontFaces;
    expect(face).toMatchObject({ weight: 400, sources: [{ format: "woff2" }] });
    const at = face.sources[0].url.replace("http://sites.test", "");
    const read = await world().visit(at);
    expect([read.status, read.headers["content-type"], read.text]).toEqual([
      200,
      "font/woff2",
      String(WOFF2),
    ]);
    expect(read.headers["access-control-allow-origin"]).toBe("*");
    expect((await world().visit(at, { "if-none-match": String(read.headers["etag"]) })).status).toBe(304);
    expect((await world().visit(at.replace("woff2", "woff"))).status).toBe(404);

    const seen = await world().get(`${of}/fonts/${body.id}`, reader);
    expect(seen.body).toEqual({ ...body, permissions: { edit: false } });
    const list = await world().get(`${of}/fonts`, reader);
    expect(list.body.items).toEqual([seen.body]);
    expect((await world().get(`${of}/fonts`, stranger)).status).toBe(404);
    expect((await world().get(`${of}/fonts/${body.id}`, stranger)).status).toBe(404);
    expect((await world().get(`${of}/fonts?limit=0`, reader)).status).toBe(400);
  });

  test.each<[string, (key: string) => object, string]>([
    ["without the regular weight", (key) => ({ fontFaces: [{ weight: 700, storageKey: key }] }), "400"],
    [
      "with a weight twice",
      (key) => ({
        fontFaces: [
          { weight: 400, storageKey: key },
          { weight: 400, storageKey: key },
        ],
      }),
      "/fontFaces/1/weight",
    ],
    [
      "of a file that never came",
      (key) => ({ fontFaces: [{ weight: 400, storageKey: `${key}x` }] }),
      "/fontFaces/0/storageKey",
    ],
    [
      "of another organization's file",
      (key) => ({ fontFaces: [{ weight: 400, storageKey: key.replace(/fonts\/\w+/, "fonts/other") }] }),
      "/fontFaces/0/storageKey",
    ],
    [
      "without a family",
      (key) => ({ fontFamily: "", fontFaces: [{ weight: 400, storageKey: key }] }),
      "/fontFamily",
    ],
  ])("none %s", async (_name, made, told) => {
    const key = await uploaded(WOFF2);
    const { status, body } = await world().put(`${of}/fonts`, { fontFamily: "F", ...made(key) }, creator);
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(told)]);
  });

  test("takes the right to make sites", async () => {
    const font = { fontFamily: "F", fontFaces: [{ weight: 400, storageKey: await uploaded(WOFF2) }] };
    expect((await world().put(`${of}/fonts`, font, reader)).status).toBe(403);
    expect((await world().put(`${of}/fonts`, font, stranger)).status).toBe(404);
    expect((await world().put(`${of}/fonts`, font)).status).toBe(401);
  });
});

describe("updateCustomFont and deleteCustomFont", () => {
  test("weights come and go, their files with them; the look of a site takes the font", async () => {
    const regular = await uploaded(WOFF2);
    const faces = [{ weight: 400, storageKey: regular }];
    const { body: font } = await world().put(`${of}/fonts`, { fontFamily: "A", fontFaces: faces }, creator);
    const one = `${of}/fonts/${font.id}`;
    const update = (body: object, as = creator) => world().post(one, body, as);
    const bold = await uploaded(madeFont("bold", "woff"));
    const grown = await update({ fontFamily: "B", fontFaces: [{ weight: 700, storageKey: bold }] });
    expect([grown.status, grown.body.fontFamily]).toEqual([201, "B"]);
    expect(grown.body.fontFaces.map((face: any) => [face.weight, face.sources[0].format])).toEqual([
      [400, "woff2"],
      [700, "woff"],
    ]);
    expect((await update({ fontFaces: [{ weight: 400, storageKey: null }] })).status).toBe(400);
    expect((await update({ fontFamily: "C" }, reader)).status).toBe(403);
    const files = grown.body.fontFaces.map((face: any) =>
      face.sources[0].url.replace("http://sites.test", ""),
    );
    expect((await update({ fontFaces: [{ weight: 700, storageKey: null }] })).body.fontFaces).toHaveLength(1);
    expect((await world().visit(files[1])).status).toBe(404);

    const { body: site } = await world().post(`${of}/sites`, { title: "Looks", spaces: "sample" }, creator);
    const at = `${of}/sites/${site.id}`;
    const { body: look } = await world().get(`${at}/customization`, creator);
    const { permissions: _mine, ...own } = (await world().get(one, creator)).body;
    const put = { ...look, styling: { ...look.styling, font: own } };
    expect((await world().put(`${at}/customization`, put, creator)).status).toBe(200);
    await world().post(`${at}/publish`, undefined, creator);
    const page = await world().visit(`/acme/${site.basename ?? "looks"}/`);
    expect(page.text).toContain(files[0]);

    expect((await world().delete(one, reader)).status).toBe(403);
    expect((await world().delete(one, creator)).status).toBe(205);
    expect((await world().delete(one, creator)).status).toBe(404);
    expect((await world().visit(files[0])).status).toBe(404);
  });

  test("files that no font has taken go after a day", async () => {
    const waiting = () => world().deps.db.read.selectFrom("uploads").select("id").execute();
    const kept = await uploaded(madeFont("kept"));
    await world().put(
      `${of}/fonts`,
      { fontFamily: "K", fontFaces: [{ weight: 400, storageKey: kept }] },
      creator,
    );
    await uploaded(madeFont("left"));
    const { forgetUploads } = await import("./commands.ts");
    const later = Date.now() + 24 * 3600_000;
    expect(await world().deps.db.transact((tx) => forgetUploads(tx, later, 500))).toBeGreaterThan(0);
    const left = (await waiting()).map(({ id }) => id);
    expect(left).toContain(kept.split("/").at(-1));
    expect(await world().deps.db.transact((tx) => forgetUploads(tx, later, 500))).toBe(0);
  });
});
