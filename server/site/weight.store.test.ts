/**
 * How much a reader's browser is sent for the first page of our manual: the page, and the styles and scripts that it names.
 * Fonts are apart. A page is read before they come, in the letters of the machine; they are fetched once for all pages and
 * visits; and one of them alone has 48 kB. So are pictures, which are the writer's: none is fetched before it is near.
 */
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { readFolder } from "../importers/folder.ts";
import { importDeps } from "../content/import/importDeps.ts";
import { importInto } from "../content/import/importInto.ts";
import { shippedFolder } from "../shipped.ts";
import { useWorld } from "../test/harness.ts";

const world = useWorld();
const FIRST = "/acme/manual/";
let host: string;

beforeAll(async () => {
  const { deps, organization } = world();
  const writer = await world().addPerson("wanda", "create");
  const sites = `/orgs/${organization}/sites`;
  const { body: site } = await world().post(sites, { title: "Manual", spaces: "empty" }, writer);
  const { body: published } = await world().get(`${sites}/${site.id}/published`, writer);
  const space = published.structure.structure[0].space.id;
  const source = await readFolder(shippedFolder("docs")!);
  await importInto(importDeps(deps, organization), { space, source, by: writer.id });
  await source.close();
  await world().post(`${sites}/${site.id}/publish`, undefined, writer);
  host = await world().listenToVisitors();
});

/** What browsers take of a site with HTTPS, and of one without. */
const SAFE = "gzip, deflate, br, zstd";
const PLAIN = "gzip, deflate";

const UNPACK: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

/** An answer as it goes to browsers. */
async function sent(
  path: string,
  accepted = SAFE,
): Promise<{ readonly text: string; readonly size: number }> {
  const headers = { host: "sites.test", "accept-encoding": accepted };
  const [answer] = (await once(get(`http://${host}${path}`, { headers }), "response")) as [IncomingMessage];
  const bytes = await buffer(answer);
  expect([path, answer.statusCode]).toEqual([path, 200]);
  const unpack = UNPACK[answer.headers["content-encoding"] ?? ""];
  return { text: (unpack === undefined ? bytes : unpack(bytes)).toString(), size: bytes.byteLength };
}

/** Where tags of a page lead to. */
const named = (page: string, tags: RegExp): string[] =>
  [...page.matchAll(tags)].map(([tag]) => /(?:href|src)="?([^"\s>]+)/.exec(tag)?.[1] ?? "");

test("the first page of the manual, with its styles and scripts, is at most 33 kB", async () => {
  const page = await sent(FIRST);
  const styles = named(page.text, /<link\b[^>]*\bstylesheet\b[^>]*>/g);
  const scripts = named(page.text, /<script\b[^>]*>/g);
  expect([styles.length, scripts.length]).toEqual([2, 2]);
  const sizes = new Map([[FIRST, page.size]]);
  for (const path of [...styles, ...scripts]) sizes.set(path, (await sent(path)).size);
  const sum = [...sizes.values()].reduce((all, size) => all + size);
  expect(sum, [...sizes].join(" ")).toBeLessThanOrEqual(33_000);
  const pictures = page.text.match(/<img\b[^>]*>/g) ?? [];
  expect(pictures.filter((tag) => !/\bloading="?lazy\b/.test(tag))).toEqual([]);
  expect(pictures).toHaveLength(5);
});

test("without HTTPS, where browsers take gzip alone, it is at most a fifth more", async () => {
  const page = await sent(FIRST, PLAIN);
  const paths = [FIRST, ...named(page.text, /<(?:link\b[^>]*\bstylesheet|script)\b[^>]*>/g)];
  expect(paths).toHaveLength(5);
  let [plain, safe] = [0, 0];
  for (const path of paths) {
    const [one, other] = [await sent(path, PLAIN), await sent(path)];
    expect(one.text).toBe(other.text);
    [plain, safe] = [plain + one.size, safe + other.size];
  }
  expect(plain).toBeLessThan(1.2 * safe);
});
