/** Git LFS with hosts that are strange, slow or hostile. */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openFetch, type OutboundFetch } from "../fetch.ts";
import { bringLarge, type LargeFile, sendLarge } from "./lfs.ts";

const server = createServer((request, response) => answer(request, response));
let answer: RequestListener = () => undefined;
let origin = "";
let fetch: OutboundFetch;
let heard: IncomingMessage[] = [];

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  fetch = openFetch({ allowPrivateNetwork: true });
});
afterAll(async () => {
  await fetch.close();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});
beforeEach(() => void (heard = []));

const fileOf = (bytes: string): LargeFile => ({
  id: createHash("sha256").update(bytes).digest("hex"),
  size: Buffer.byteLength(bytes),
});
const PICTURE = fileOf("a picture");
const request = () => ({
  fetch,
  remote: { url: `${origin}/r`, credentials: { username: "u", secret: "s" } },
});

/** Answers the batch with `said`, and all else with `then`. */
function host(said: unknown, then: RequestListener = (_, response) => void response.end("a picture")): void {
  answer = (asked, response) => {
    heard.push(asked);
    if (!asked.url?.endsWith("/objects/batch")) return then(asked, response);
    response.end(typeof said === "string" ? said : JSON.stringify(said));
  };
}
const offer = (actions: unknown, more: object = {}) => ({
  objects: [{ oid: PICTURE.id, size: PICTURE.size, actions, ...more }],
});
const download = (path = "/picture", header?: unknown) =>
  offer({ download: { href: origin + path, ...(header === undefined ? {} : { header }) } });

async function bring(time?: number, take = taken): Promise<readonly string[]> {
  const asked = { ...request(), ...(time === undefined ? {} : { time }) };
  return [...(await bringLarge(asked, [PICTURE], take)).values()].map(({ why }) => why);
}
async function taken(_file: LargeFile, bytes: AsyncIterable<Uint8Array>): Promise<string> {
  return createHash("sha256")
    .update(await buffer(bytes as never))
    .digest("hex");
}

test("a file of more than 1 MB is sent with its length", async () => {
  const bytes = "x".repeat(2 * 1024 * 1024);
  const file = fileOf(bytes);
  let received = 0;
  host({ objects: [{ oid: file.id, actions: { upload: { href: `${origin}/put` } } }] }, (asked, response) => {
    const isCounted = asked.headers["content-length"] === `${file.size}`;
    void buffer(asked).then((sent) => {
      received = sent.byteLength;
      response.writeHead(isCounted ? 200 : 411).end();
    });
  });
  const open = async function* () {
    for (let at = 0; at < bytes.length; at += 65_536) yield Buffer.from(bytes.slice(at, at + 65_536));
  };
  expect([...(await sendLarge(request(), [{ ...file, open }]))]).toEqual([]);
  expect([received, heard.map(({ method }) => method)]).toEqual([file.size, ["POST", "PUT"]]);
});

test("bytes of ours that can't be read are no fault of the host", async () => {
  const file = fileOf("x".repeat(2 * 1024 * 1024));
  host(
    { objects: [{ oid: file.id, actions: { upload: { href: `${origin}/put` } } }] },
    (asked) => void asked.resume(),
  );
  const open = async function* () {
    yield Buffer.from("x");
    throw new Error("the bytes of the file are missing");
  };
  await expect(sendLarge(request(), [{ ...file, open }])).rejects.toThrow(
    "the bytes of the file are missing",
  );
});

test("a full disk of ours is not called an unreachable host", async () => {
  host(download());
  const full = () => Promise.reject(Object.assign(new Error("no space left"), { code: "ENOSPC" }));
  await expect(bring(undefined, full)).rejects.toMatchObject({ kind: "no-room" });
});

test.each<[string, unknown, string]>([
  ["no object", null, "The host's answer is none of Git LFS."],
  ["no list", { objects: null }, "The host's answer is none of Git LFS."],
  ["text", "<html>", "The host keeps no files by Git LFS."],
  ["too much", `{"a":"${"x".repeat(1024 * 1024)}"}`, "The host keeps no files by Git LFS."],
  ["objects that are none", { objects: [null, 1, { oid: null }] }, "The host said nothing about it."],
  ["nothing but nulls", offer(null, { error: null }), "The host has no such file."],
  ["an action that is none", offer({ download: "here" }), "The host's answer about it is not understood."],
  [
    "an address that is none",
    offer({ download: { href: 1 } }),
    "The host's answer about it is not understood.",
  ],
  ["an error in no words", offer(null, { error: { code: 404, message: null } }), "The host says: no"],
  [
    "a header of two lines",
    download("/", { a: "b\r\nc: d" }),
    "The host's answer about it is not understood.",
  ],
  [
    "endless headers",
    download("/", Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`h${at}`, "v"]))),
    "The host's answer about it is not understood.",
  ],
  [
    "an address of the disk",
    offer({ download: { href: "file:///etc/passwd" } }),
    "The host leads to an address that may not be asked.",
  ],
  [
    "an address with a password",
    offer({ download: { href: "http://u:p@127.0.0.1:4000/" } }),
    "The host leads to an address that may not be asked.",
  ],
])("an answer of a host that holds %s", async (_name, said, why) => {
  host(said);
  expect(await bring()).toEqual([why]);
  expect(heard).toHaveLength(1);
});

test("a file comes with the headers that its host names, and without our credentials where it names its own", async () => {
  host(download("/picture", { Authorization: "Own", "X-More": "1" }));
  expect(await bring()).toEqual([]);
  expect(heard.map(({ headers }) => [headers.authorization, headers["x-more"]])).toEqual([
    [`Basic ${Buffer.from("u:s").toString("base64")}`, undefined],
    ["Own", "1"],
  ]);
});

test("a host frames no request of ours and leads none elsewhere", async () => {
  const header = {
    "Content-Length": "3",
    "Transfer-Encoding": "chunked",
    Host: "elsewhere.example",
    Connection: "upgrade",
    Expect: "100-continue",
    "Content-Type": "image/png",
    "X-More": "1",
  };
  const bytes = "the bytes";
  const file = fileOf(bytes);
  let received = "";
  host(
    { objects: [{ oid: file.id, actions: { upload: { href: `${origin}/put`, header } } }] },
    (asked, response) =>
      void buffer(asked).then((sent) => {
        received = sent.toString();
        response.end();
      }),
  );
  const open = async function* () {
    yield Buffer.from(bytes);
  };
  expect([...(await sendLarge(request(), [{ ...file, open }]))]).toEqual([]);
  expect(received).toBe(bytes);
  const { headers } = heard.at(-1) ?? {};
  expect(headers).toMatchObject({
    host: new URL(origin).host,
    "content-length": `${bytes.length}`,
    "content-type": "image/png",
    "x-more": "1",
  });
  expect([headers?.["transfer-encoding"], headers?.expect]).toEqual([undefined, undefined]);
});

test("a file that fails by itself keeps no other out; two in a row are the host", async () => {
  const names = ["one", "two", "three", "four"];
  const files = names.map(fileOf);
  const offers = names.map((name, at) => {
    return { oid: files[at]?.id, actions: { download: { href: `${origin}/${name}` } } };
  });
  let failing: readonly string[] = ["/one", "/three"];
  host({ objects: offers }, ({ url = "" }, response) => {
    if (failing.includes(url)) response.writeHead(503).end();
    else response.end(url.slice(1));
  });
  const late = { why: "The host can't answer at the moment (503).", isLate: true };
  expect(await bringLarge(request(), files, taken)).toEqual(
    new Map([
      [files[0]?.id, late],
      [files[2]?.id, late],
    ]),
  );
  failing = ["/two", "/three"];
  heard.length = 0;
  await expect(bringLarge(request(), files, taken)).rejects.toMatchObject({ kind: "unreachable" });
  expect(heard.map(({ url }) => url).slice(1)).toEqual(["/one", "/two", "/three"]);
});

test("what another origin answers is not told, and hears nothing of our credentials", async () => {
  const other = createServer((asked, response) => {
    response.writeHead(asked.headers.authorization === undefined ? 418 : 200).end();
  });
  await new Promise<void>((listening) => other.listen(0, "127.0.0.1", listening));
  host(offer({ download: { href: `http://127.0.0.1:${(other.address() as AddressInfo).port}/` } }));
  expect(await bring()).toEqual(["The store that the host leads to refuses it."]);
  await new Promise((closed) => other.close(closed));
});

test("more or other bytes than the pointer names are refused", async () => {
  host(download(), (_, response) => void response.end("another picture"));
  expect(await bring()).toEqual(["The host sent other bytes."]);
  host(download(), (_, response) => void response.end("a pictura"));
  expect(await bring()).toEqual(["The host sent other bytes."]);
});

test("all files together have a time", async () => {
  host(download(), () => undefined);
  await expect(bring(200)).rejects.toMatchObject({ kind: "timeout" });
});
