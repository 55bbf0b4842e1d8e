import { createHash, createHmac, randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import type { IncomingMessage, RequestListener, Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { BlobsAway } from "./blobs.ts";
import { openS3Blobs } from "./blobs-s3.ts";
import { startBucket } from "./s3-bucket.fixture.ts";
import { StartRefused } from "./start-refused.ts";

const KEYS = { AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "key" };

type Heard = { method: string; url: string; body: string; headers: IncomingMessage["headers"] };

describe("the address of a bucket", () => {
  test.each([
    ["https://bucket", KEYS, "has to look like"],
    ["s3://", KEYS, "has to look like"],
    ["s3://bucket/path", KEYS, "has to look like"],
    ["s3://Bad_Bucket", KEYS, "has to look like"],
    ["s3://bucket?endpoint=minio:9000", KEYS, "endpoint"],
    ["s3://bucket?endpont=http://minio:9000", KEYS, "unknown option: endpont"],
    ["s3://bucket?prefix=../up", KEYS, undefined],
    ["s3://bucket?prefix=/up", KEYS, "prefix"],
    ["s3://bucket?prefix=a%20b", KEYS, "prefix"],
    ["s3://bucket", {}, "AWS_ACCESS_KEY_ID"],
    ["s3://bucket", { AWS_ACCESS_KEY_ID: "id" }, "AWS_SECRET_ACCESS_KEY"],
    ["s3://my.bucket-1?region=eu-west-1", KEYS, undefined],
  ])("%s with %j: %s", (url, env, why) => {
    const open = () => openS3Blobs({ url, env });
    if (why === undefined) expect(open).not.toThrow();
    else expect(open).toThrow(why);
    if (why !== undefined) expect(open).toThrow(StartRefused);
  });
});

describe("a bucket", () => {
  let folder: string;
  let bucket: Awaited<ReturnType<typeof startBucket>>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lectern-s3-"));
    bucket = await startBucket(folder);
  });
  afterAll(async () => {
    await bucket.stop();
    await rm(folder, { recursive: true });
  });

  test("with a wrong key fails its check and everything else, saying so", async () => {
    const blobs = openS3Blobs({ url: bucket.url, env: { ...bucket.env, AWS_ACCESS_KEY_ID: "WRONG" } });
    await expect(blobs.check()).rejects.toThrow("403 InvalidAccessKeyId");
    await expect(blobs.of("org").put(Buffer.from("x"), { maxBytes: 9 })).rejects.toThrow(
      "403 InvalidAccessKeyId",
    );
    await expect(blobs.of("org").get("0".repeat(64))).rejects.toThrow("403");
    await blobs.close();
  });

  test("takes what comes in pieces again after its temporary folder has gone, or couldn't be made", async () => {
    const pieces = () => Readable.from([Buffer.from("some "), Buffer.from("words")]);
    const own = await mkdtemp(join(tmpdir(), "lectern-temporary-"));
    const before = process.env["TMPDIR"];
    const blobs = openS3Blobs({ url: bucket.url, env: bucket.env });
    const put = () => blobs.of("org").put(pieces(), { maxBytes: 99 });
    try {
      process.env["TMPDIR"] = join(own, "full");
      await expect(put()).rejects.toThrow("ENOENT");
      process.env["TMPDIR"] = own;
      const { hash } = await put();
      for (const name of await readdir(own)) await rm(join(own, name), { recursive: true });
      const both = await Promise.all([put(), put()]);
      expect(both).toEqual([
        { hash, size: 10 },
        { hash, size: 10 },
      ]);
      expect(await readdir(own)).toHaveLength(1);
      await blobs.of("org").delete(hash);
      await blobs.close();
      expect(await readdir(own)).toEqual([]);
    } finally {
      if (before === undefined) delete process.env["TMPDIR"];
      else process.env["TMPDIR"] = before;
      await rm(own, { recursive: true });
    }
  });

  test("that does not exist fails its check", async () => {
    const blobs = openS3Blobs({ url: bucket.url.replace("lectern", "absent"), env: bucket.env });
    await expect(blobs.check()).rejects.toThrow("404 NoSuchBucket");
    await blobs.close();
  });

  test("may hold other things, and two installations under two prefixes", async () => {
    const open = (prefix: string) => openS3Blobs({ url: `${bucket.url}&prefix=${prefix}`, env: bucket.env });
    const [a, ab, none] = [open("a/"), open("ab/"), open("b")];
    const { hash } = await a.of("org").put(Buffer.from("x"), { maxBytes: 9 });
    const count = async (blobs: typeof a) => {
      const found = [];
      for await (const blob of blobs.list()) found.push(blob.hash);
      return found;
    };
    expect([await count(a), await count(ab), await count(none)]).toEqual([[hash], [], []]);
    expect([await a.of("org").has(hash), await ab.of("org").has(hash)]).toEqual([true, false]);
    await Promise.all([a.close(), ab.close(), none.close()]);
  });

  test("without a prefix lists nothing of those that have one, with a slash at its end or without", async () => {
    const open = (prefix: string) => openS3Blobs({ url: `${bucket.url}&prefix=${prefix}`, env: bucket.env });
    const all = [open(""), open("c/"), open("d"), open("e-"), open("f/g")];
    const stored = await Promise.all(
      all.map((blobs, at) => blobs.of("org").put(Buffer.from(`of ${at}`), { maxBytes: 9 })),
    );
    for (const [at, blobs] of all.entries()) {
      const listed: string[] = [];
      for await (const { owner, hash } of blobs.list()) listed.push(`${owner}/${hash}`);
      expect(listed).toEqual([`org/${stored[at]?.hash}`]);
    }
    await Promise.all(all.map((blobs) => blobs.close()));
  });

  test("takes and gives a large stream", async () => {
    const blobs = openS3Blobs({ url: bucket.url, env: bucket.env });
    const chunk = randomBytes(1024 * 1024);
    async function* chunks() {
      for (let sent = 0; sent < 20; sent++) yield chunk;
    }
    const stored = await blobs.of("org").put(chunks(), { maxBytes: 20 * chunk.length });
    const stream = await blobs.of("org").get(stored.hash);
    expect(stream && (await buffer(stream)).length).toBe(20 * chunk.length);
    await blobs.close();
  });
});

describe("a file store in trouble", () => {
  let server: Server;
  let answers: RequestListener[];
  let heard: Heard[];
  const blobs = (options: { stall?: number } = {}) => {
    const { port } = server.address() as AddressInfo;
    const url = `s3://files?endpoint=http://127.0.0.1:${port}&region=eu-west-1`;
    return openS3Blobs({ url, env: KEYS, ...options });
  };
  beforeEach(async () => {
    heard = [];
    server = createServer(async (request, response) => {
      const body = await text(request);
      heard.push({ method: request.method ?? "", url: request.url ?? "", body, headers: request.headers });
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      answer?.(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const busy: RequestListener = (_, response) =>
    response.writeHead(503).end("<Error><Code>SlowDown</Code></Error>");
  const reset: RequestListener = (request) => request.socket.resetAndDestroy();
  const fine: RequestListener = (_, response) => response.writeHead(200).end();

  test("is asked again after 503 and a broken connection, with the whole body each time", async () => {
    answers = [busy, reset, fine];
    async function* content() {
      yield Buffer.from("hello");
    }
    await blobs().of("org").put(content(), { maxBytes: 9 });
    expect(heard.map((one) => one.body)).toEqual(["hello", "hello", "hello"]);
    expect(heard[0]?.headers).toMatchObject({
      "content-length": "5",
      "x-amz-content-sha256": "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
    });
  });

  test("a range that does not exist is empty", async () => {
    answers = [(_, response) => response.writeHead(416).end("<Error><Code>InvalidRange</Code></Error>")];
    const stream = await blobs().of("org").get("0".repeat(64), { start: 10, end: 20 });
    expect(stream && (await buffer(stream))).toHaveLength(0);
  });

  test("hears requests that are signed as Signature Version 4 demands", async () => {
    answers = [fine];
    await blobs().of("org").put(Buffer.from("hello"), { maxBytes: 9 });
    await blobs().of("org").has("0".repeat(64));
    await blobs().of("org").list("ab")[Symbol.asyncIterator]().next();
    answers = [(_, response) => response.writeHead(206).end()];
    await blobs().of("org").get("0".repeat(64), { start: 1, end: 2 });
    expect(heard).toHaveLength(4);
    for (const one of heard)
      expect(one.headers.authorization).toContain(`Signature=${signatureOf(one, "key", "eu-west-1")}`);
    expect(heard[3]?.headers["range"]).toBe("bytes=1-2");
  });

  test("is given up after a few times, saying why", async () => {
    answers = [busy];
    await expect(blobs().of("org").has("0".repeat(64))).rejects.toThrow(
      "The file store answered 503  to HEAD.",
    );
    expect(heard).toHaveLength(4);
    answers = [reset];
    await expect(blobs().check()).rejects.toThrow("could not be reached");
  });

  test("that is away, or refuses, is nobody's mistake who asks", async () => {
    answers = [busy];
    const away = blobs().of("org");
    const asked = [
      () => away.put(Buffer.from("x"), { maxBytes: 9 }),
      () => away.get("0".repeat(64)),
      () => away.delete("0".repeat(64)),
      () => away.list()[Symbol.asyncIterator]().next(),
    ];
    await Promise.all(asked.map((ask) => expect(ask()).rejects.toBeInstanceOf(BlobsAway)));
    answers = [reset];
    await expect(away.has("0".repeat(64))).rejects.toBeInstanceOf(BlobsAway);
  });

  test("that breaks off or stops in the middle of an answer breaks its reading", async () => {
    const half = (then: (socket: Socket) => void): RequestListener => {
      return (request, response) => {
        response.writeHead(200, { "content-length": "10" }).write("01234", () => then(request.socket));
      };
    };
    answers = [half((socket) => socket.destroy())];
    const cut = await blobs().of("org").get("0".repeat(64));
    await expect(cut && buffer(cut)).rejects.toThrow("aborted");
    answers = [half(() => undefined)];
    const stalled = await blobs({ stall: 20 }).of("org").get("0".repeat(64));
    await expect(stalled && buffer(stalled)).rejects.toThrow();
    // A listing that comes to half would have files forgotten.
    answers = [half((socket) => socket.destroy())];
    await expect(blobs().list()[Symbol.asyncIterator]().next()).rejects.toThrow("aborted");
  });

  test("is not asked again after a plain refusal", async () => {
    answers = [(_, response) => response.writeHead(403).end("<Error><Code>AccessDenied</Code></Error>")];
    await expect(blobs().check()).rejects.toThrow("The file store answered 403 AccessDenied to GET.");
    expect(heard).toHaveLength(1);
  });

  test("lists in pages, whatever the token looks like", async () => {
    const object = (digit: string) =>
      `<Contents><Key>org/${digit.repeat(64)}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><Size>7</Size></Contents>`;
    const page = (content: string, next: string): RequestListener => {
      const more = `<IsTruncated>${next !== ""}</IsTruncated><NextContinuationToken>${next}</NextContinuationToken>`;
      return (_, response) =>
        response.end(`<?xml version="1.0"?><ListBucketResult>${content}${more}</ListBucketResult>`);
    };
    answers = [
      page(object("a"), "1&amp;+/=&#38;&#x26;"),
      page(
        `${object("b")}<Contents><Key>x</Key></Contents><Contents><Key>${"c".repeat(64)}</Key></Contents>`,
        "",
      ),
    ];
    const found = [];
    for await (const blob of blobs().list()) found.push(blob);
    const storedAt = Date.UTC(2026, 0, 2, 3, 4, 5);
    expect(found).toEqual(
      ["a", "b"].map((digit) => ({ owner: "org", hash: digit.repeat(64), size: 7, storedAt })),
    );
    const asked = new URL(heard[1]?.url ?? "", "http://x").searchParams;
    expect(asked.get("continuation-token")).toBe("1&+/=&&");
  });
});

/** The signature a request ought to have, worked out here from Amazon's description of it. */
function signatureOf({ method, url, body, headers }: Heard, secret: string, region: string): string {
  const signed = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? "")?.[1] ?? "";
  const { pathname, searchParams } = new URL(url, "http://x");
  const hash = createHash("sha256").update(body).digest("hex");
  const canonical = [
    method,
    pathname,
    [...searchParams]
      .map((pair) => pair.map(encodeURIComponent).join("="))
      .toSorted()
      .join("&"),
    ...signed.split(";").map((name) => `${name}:${String(headers[name]).trim()}`),
    "",
    signed,
    hash,
  ].join("\n");
  const date = String(headers["x-amz-date"]);
  const scope = [date.slice(0, 8), region, "s3", "aws4_request"];
  const summary = createHash("sha256").update(canonical).digest("hex");
  const steps = [...scope, ["AWS4-HMAC-SHA256", date, scope.join("/"), summary].join("\n")];
  let key: Buffer = Buffer.from(`AWS4${secret}`);
  for (const step of steps) key = createHmac("sha256", key).update(step).digest();
  return key.toString("hex");
}
