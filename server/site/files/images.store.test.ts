/** Pictures as pages show them: at the width that a screen needs, in a newer format, and only where their key opens them. */
import { Transformer } from "@napi-rs/image";
import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { makeSite, type VisitedSite } from "../visitor/visitors.fixture.ts";

const world = useWorld();
let writer: Person;
let site: VisitedSite;
let copies: [href: string, width: number][] = [];

/** Noise, which is large in bytes. */
function noise(width: number, height: number): Buffer {
  const pixels = new Uint8Array(width * height * 4);
  let seed = 7;
  for (let at = 0; at < pixels.length; at++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    pixels[at] = at % 4 === 3 ? 255 : (seed >> 16) & 255;
  }
  return Transformer.fromRgbaPixels(pixels, width, height).pngSync();
}

/** A picture that says it has more pixels than it has. */
function boasting(png: Buffer, width: number, height: number): Buffer {
  const head = Buffer.from(png);
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

const sources = new Map<string, string>();

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  site = await makeSite(world(), writer, "Gallery");
  const change = (changes: unknown[]) => world().post(`/spaces/${site.space}/content`, { changes }, writer);
  const photo = noise(800, 400);
  const small = noise(20, 10);
  const files = [
    { name: "photo.png", contentType: "image/png", base64: photo.toString("base64") },
    { name: "small.png", contentType: "image/png", base64: small.toString("base64") },
    {
      name: "bomb.png",
      contentType: "image/png",
      base64: boasting(photo, 30_000, 30_000).toString("base64"),
    },
    { name: "broken.png", contentType: "image/png", base64: boasting(photo, 810, 405).toString("base64") },
    {
      name: "drawing.svg",
      contentType: "image/svg+xml",
      base64: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>').toString(
        "base64",
      ),
    },
  ].map((file) => ({ ...file, ref: file.name }));
  const { body } = await change([{ operation: "insert_files", files }]);
  const inserted: { id: string; name: string }[] = body.insertedFiles;
  const shown = inserted.map(({ id, name }) => `![${name}](/files/${id})`).join("\n\n");
  await change([{ operation: "insert_page", slug: "home", document: { markdown: `# Home\n\n${shown}` } }]);
  const { text } = await world().visit(site.base);
  for (const [tag, alt = ""] of text.matchAll(/<img [^>]*alt="([^"]+)"[^>]*>/g)) sources.set(alt, tag);
  const [, srcset = ""] = /srcset="([^"]*)"/.exec(sources.get("photo.png") ?? "") ?? [];
  copies = srcset.split(", ").map((candidate) => {
    const [href = "", width = ""] = candidate.split(" ");
    return [href, Number.parseInt(width, 10)];
  });
});

test("a picture has its size and its copies in the page; what gains nothing by copies has none", () => {
  expect(copies.map(([, width]) => width)).toEqual([320, 640, 800]);
  expect(sources.get("photo.png")).toMatch(
    / width="800" height="400" .*sizes="\(width &lt; 768px\) 100vw, 768px"/,
  );
  for (const name of ["small.png", "bomb.png", "drawing.svg"]) {
    expect([name, sources.has(name), sources.get(name)?.includes("srcset")]).toEqual([name, true, false]);
  }
});

test("a copy is as wide as it says, smaller, and not made twice", async () => {
  for (const [href, width] of copies) {
    const { status, headers } = await world().visit(href);
    expect([status, headers["content-type"]]).toEqual([200, "image/webp"]);
    expect(headers["cache-control"]).toContain("immutable");
    expect(headers["content-security-policy"]).toContain("sandbox");
    const hash = String(headers["etag"]).slice(1, -1);
    const parts: Buffer[] = [];
    for await (const part of (await world().deps.blobs.of(world().organization).get(hash)) ?? [])
      parts.push(part as Buffer);
    const made = new Transformer(Buffer.concat(parts)).metadataSync();
    expect([made.format, made.width, made.height]).toEqual(["webp", width, width / 2]);
    expect((await world().visit(href, { "if-none-match": `"${hash}"` })).status).toBe(304);
  }
  const { read } = world().deps.db;
  const rows = await read.selectFrom("image_copies").select("key").execute();
  expect(rows.length).toBe(copies.length);
});

test("who takes AVIF gets that, in another copy", async () => {
  const [href = "", width = 0] = copies[0] ?? [];
  const accept = "image/avif,image/webp,image/*,*/*;q=0.8";
  const { status, headers } = await world().visit(href, { accept });
  expect([status, headers["content-type"], headers["vary"]]).toEqual([200, "image/avif", "accept"]);
  const parts: Buffer[] = [];
  const hash = String(headers["etag"]).slice(1, -1);
  for await (const part of (await world().deps.blobs.of(world().organization).get(hash)) ?? [])
    parts.push(part as Buffer);
  const made = new Transformer(Buffer.concat(parts)).metadataSync();
  expect([made.format, made.width]).toEqual(["avif", width]);
  expect((await world().visit(href)).headers["content-type"]).toBe("image/webp");
});

test("no other width, key, version or file can be asked for", async () => {
  const [href = ""] = copies[0] ?? [];
  const forged = [
    href.replace(/-320$/, "-321"),
    href.replace(/-320$/, "-1920"),
    href.replace(
      /\/([\w-])([\w-]*)(\/[\w-]+)$/,
      (_all, first, rest, end) => `/${first === "a" ? "b" : "a"}${rest}${end}`,
    ),
    href.replace(/[\w-]{12}-320/, "000000000000-320"),
    `${href}.png`,
  ];
  for (const path of forged) expect([path, (await world().visit(path)).status]).toEqual([path, 404]);
});

test("a picture that can't be made smaller is sent as it is", async () => {
  const [, href = ""] = /srcset="([^ "]*) /.exec(sources.get("broken.png") ?? "") ?? [];
  expect(href).not.toBe("");
  const { status, headers } = await world().visit(href);
  expect([status, headers["cache-control"]]).toEqual([307, "private, no-store"]);
  expect((await world().visit(String(headers["location"]))).status).toBe(200);
});

test("nothing is there once the space is deleted", async () => {
  await world().delete(`/spaces/${site.space}`, writer);
  expect((await world().visit(copies[0]?.[0] ?? "")).status).toBe(404);
});
