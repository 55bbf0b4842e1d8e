/** Files of a space after they were added: found, renamed, replaced, deleted, brought back, and shown small. */
import { Transformer } from "@napi-rs/image";
import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let writer: Person;
let reader: Person;
let space: string;
/** Ids by the names that they were added with. */
const ids = new Map<string, string>();

const base64 = (text: string) => Buffer.from(text).toString("base64");
const write = (...changes: object[]) => world().post(`/spaces/${space}/content`, { changes }, writer);
const file = async (id: string) => (await world().get(`/spaces/${space}/content/files/${id}`, reader)).body;
const names = async (query: string) => {
  const { body } = await world().get(`/spaces/${space}/content/files?sort=name&${query}`, reader);
  return [body.items.map(({ name }: { name: string }) => name), body.count];
};
const bytesOf = async ({ downloadURL }: { downloadURL: string }, query = "", headers = {}) =>
  world().visit(new URL(downloadURL).pathname + query, headers);
const idOf = (name: string): string => ids.get(name) ?? "";

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  reader = await world().addPerson("rita", "read");
  space = (await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, writer)).body.id;
  const files = ["b.txt", "Änderung.txt", "c.csv", "a.txt", "gone.txt"].map((name) => ({
    name,
    contentType: "text/plain",
    base64: base64(name),
  }));
  const { body } = await write({ operation: "insert_files", files });
  for (const { id, name } of body.insertedFiles) ids.set(name, id);
  await write({
    operation: "insert_page",
    title: "Uses b",
    document: { markdown: `[b](/files/${idOf("b.txt")}) [c](/files/${idOf("c.csv")})` },
  });
});

describe("looking for files", () => {
  test("by a part of the name in any case, by how the type begins, by whether they are used, in parts", async () => {
    expect(await names("")).toEqual([["a.txt", "b.txt", "c.csv", "gone.txt", "Änderung.txt"], 5]);
    expect(await names("search=%C3%A4NDER")).toEqual([["Änderung.txt"], 1]);
    expect(await names("search=.TXT&unused=true")).toEqual([["a.txt", "gone.txt", "Änderung.txt"], 3]);
    expect(await names("unused=false")).toEqual([["b.txt", "c.csv"], 2]);
    expect(await names("contentType=image/")).toEqual([[], 0]);
    const first = await world().get(`/spaces/${space}/content/files?sort=name&limit=2`, reader);
    const next = `limit=2&page=${encodeURIComponent(first.body.next.page)}`;
    expect(await names(next)).toEqual([["c.csv", "gone.txt"], 5]);
  });
});

describe("changing files", () => {
  test("a new name keeps the bytes and what links to it", async () => {
    const { status, body } = await write({ operation: "update_file", file: idOf("a.txt"), name: "z.txt" });
    expect([status, body.changes]).toEqual([200, [{ operation: "update_file", file: idOf("a.txt") }]]);
    const now = await file(idOf("a.txt"));
    expect([now.name, (await bytesOf(now)).text]).toEqual(["z.txt", "a.txt"]);
    await write({ operation: "update_file", file: idOf("a.txt"), name: "a.txt" });
  });

  test("other bytes come with the request or as an upload, once", async () => {
    const id = idOf("c.csv");
    const { body: before } = await write({ operation: "update_file", file: id, name: "c.csv" });
    const given = { operation: "replace_file", file: id, name: "new.txt" };
    const inline = await write({ ...given, contentType: "text/plain", base64: base64("other") });
    expect([inline.status, inline.body.insertedFiles]).toEqual([200, undefined]);
    expect(await file(id)).toMatchObject({ id, name: "new.txt", size: 5 });
    const { body: upload } = await world().post("/uploads", { size: 3, space }, writer);
    const part = {
      as: writer,
      raw: Buffer.from("xyz"),
      headers: { "content-type": "application/octet-stream" },
    };
    expect((await world().call("PUT", `/uploads/${upload.id}/parts/1`, part)).status).toBe(200);
    const foreign = { changes: [{ ...given, upload: upload.id }] };
    const other = await world().addPerson("otto", "create");
    expect((await world().post(`/spaces/${space}/content`, foreign, other)).status).toBe(400);
    expect((await write({ ...given, upload: upload.id })).status).toBe(200);
    expect((await bytesOf(await file(id))).text).toBe("xyz");
    expect((await write({ ...given, upload: upload.id })).body.error.message).toContain("/changes/0/upload");
    expect((await write(given)).body.error.message).toContain("needs one of url, base64 and upload");
    // As it was, by the revision from before.
    const back = await write({ operation: "revert_file", file: id, revision: before.revision });
    expect(back.status).toBe(200);
    expect((await bytesOf(await file(id))).text).toBe("c.csv");
  });

  test("what is linked to is deleted by force alone, or with its links; it comes back as it was", async () => {
    const id = idOf("b.txt");
    const refused = await write({ operation: "delete_file", file: id });
    expect([refused.status, refused.body.error.type]).toEqual([409, "file-linked"]);
    expect(refused.body.error.details).toEqual([{ path: "/changes/0", message: "“Uses b” links to it." }]);
    const forced = await write({ operation: "delete_file", file: id, force: true });
    expect(forced.status).toBe(200);
    expect((await world().get(`/spaces/${space}/content/files/${id}`, writer)).status).toBe(404);
    const broken = async () => (await world().get(`/spaces/${space}/links?status=broken`, writer)).body.count;
    expect(await broken()).toBe(1);
    const back = { operation: "revert_file", file: id, revision: forced.body.before };
    expect((await write(back)).status).toBe(200);
    expect([await broken(), (await bytesOf(await file(id))).text]).toEqual([0, "b.txt"]);
    const { pages } = (await world().get(`/spaces/${space}/content/pages`, writer)).body;
    const unlinking = { operation: "update_page", page: pages[0].id, document: { markdown: "Nothing." } };
    expect((await write(unlinking, { operation: "delete_file", file: id })).status).toBe(200);
  });

  test("what nothing links to goes at once, and only once", async () => {
    const deletion = { operation: "delete_file", file: idOf("gone.txt") };
    expect((await write(deletion)).status).toBe(200);
    for (const change of [deletion, { ...deletion, operation: "update_file", name: "x" }]) {
      const { status, body } = await write(change);
      expect([status, body.error.message]).toEqual([400, "/changes/0/file: is not a file of this content."]);
    }
    const revert = { operation: "revert_file", file: idOf("gone.txt"), revision: "nowhere" };
    expect((await write(revert)).body.error.message).toContain("/changes/0/revision");
  });

  test("readers change nothing", async () => {
    const change = { operation: "update_file", file: idOf("a.txt"), name: "x" };
    expect((await world().post(`/spaces/${space}/content`, { changes: [change] }, reader)).status).toBe(403);
  });
});

test("a picture is shown as small as is asked for; other widths and what is no picture are the file itself", async () => {
  // Noise, which is large in bytes.
  const pixels = new Uint8Array(300 * 200 * 4);
  let seed = 7;
  for (let at = 0; at < pixels.length; at++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    pixels[at] = at % 4 === 3 ? 255 : (seed >> 16) & 255;
  }
  const png = Transformer.fromRgbaPixels(pixels, 300, 200).pngSync();
  const files = [{ name: "photo.png", contentType: "image/png", base64: png.toString("base64") }];
  const { body } = await write({ operation: "insert_files", files });
  const [photo] = body.insertedFiles;
  const { headers } = await bytesOf(photo, "?width=64");
  expect([headers["content-type"], headers["content-security-policy"]]).toEqual([
    "image/webp",
    "default-src 'none'; sandbox",
  ]);
  expect(Number(headers["content-length"])).toBeLessThan(png.length / 4);
  expect((await bytesOf(photo, "?width=64", { "if-none-match": headers["etag"] })).status).toBe(304);
  for (const query of ["?width=65", "?width=768", "?width=x", ""])
    expect((await bytesOf(photo, query)).headers["content-length"]).toBe(String(png.length));
  expect((await bytesOf(await file(idOf("a.txt")), "?width=64")).text).toBe("a.txt");
  // The kept copy is of these bytes: others are shown anew.
  const replaced = {
    operation: "replace_file",
    file: photo.id,
    name: "photo.png",
    contentType: "text/plain",
  };
  await write({ ...replaced, base64: base64("no picture") });
  expect((await bytesOf(photo, "?width=64", { "if-none-match": headers["etag"] })).text).toBe("no picture");
});
