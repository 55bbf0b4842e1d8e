import type { OutboundRequest } from "./outbound-request.ts";
import { randomBytes } from "node:crypto";
import type { AddressInfo, Server, Socket } from "node:net";
import { createServer } from "node:net";
import { Readable } from "node:stream";
import { brotliCompressSync, createGzip, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openFetch, OutboundError } from "./fetch.ts";

const MEGABYTE = 1024 * 1024;
const OK = "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n";

// A server that says what the test wants, byte by byte: a well-behaved one could not be this bad.
let behave: (socket: Socket) => void = () => undefined;
let server: Server;
let address: string;
const sockets = new Set<Socket>();
const door = openFetch({ allowPrivateNetwork: true, connectTimeout: 300, headersTimeout: 300 });

beforeAll(async () => {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => undefined);
    socket.once("data", () => behave(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  await door.close();
  server.close();
});
afterEach(async () => {
  // Whatever happened, the connection to a bad server must not stay open.
  await Promise.all([...sockets].map((socket) => new Promise((resolve) => socket.once("close", resolve))));
});

describe("a slow server", () => {
  test("that never sends headers", () => fails(() => undefined, "FETCH_TIMEOUT"));
  test("that stops in the headers", () => fails((socket) => socket.write(OK), "FETCH_TIMEOUT"));
  test("that stops in the body", () =>
    fails((socket) => socket.write(`${OK}content-length: 9\r\n\r\nx`), "FETCH_TIMEOUT", { timeout: 300 }));

  test("that sends a byte now and then for ever", async () => {
    const drip = (socket: Socket) => {
      socket.write(`${OK}\r\n`);
      const timer = setInterval(() => socket.write("x"), 20);
      socket.on("close", () => clearInterval(timer));
    };
    await fails(drip, "FETCH_TIMEOUT", { timeout: 400 });
  });

  test("that sends its headers a byte now and then for ever", async () => {
    const drip = (socket: Socket) => {
      socket.write(`${OK}x: `);
      const timer = setInterval(() => socket.write("x"), 20);
      socket.on("close", () => clearInterval(timer));
    };
    await fails(drip, "FETCH_TIMEOUT", { timeout: 400 });
  });

  test("whose redirects together take too long", async () => {
    const later = (socket: Socket) => {
      setTimeout(() => socket.end("HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\n\r\n"), 100);
    };
    await fails(later, "FETCH_TIMEOUT", { timeout: 350, maxRedirects: 20 });
  });

  test("that takes no connection", async () => {
    const hanging = openFetch({
      allowPrivateNetwork: true,
      connectTimeout: 200,
      resolve: () => new Promise(() => undefined),
    });
    const error = await hanging.fetch("http://hanging.example.com/").catch((error: unknown) => error);
    expect(error).toMatchObject({ code: "FETCH_TIMEOUT" });
    await hanging.close();
  });

  test("that is not read in time", async () => {
    behave = (socket) => socket.write(`${OK}content-length: 9\r\n\r\nx`);
    const found = await door.stream(address, { timeout: 200 });
    await new Promise((resolve) => [...sockets][0]?.once("close", resolve));
    const error = await found.body.toArray().catch((error: unknown) => error);
    expect(error).toMatchObject({ code: "FETCH_TIMEOUT" });
  });
});

describe("too large", () => {
  test("a body that announces itself or not", async () => {
    const body = randomBytes(2000);
    const announced = (socket: Socket) =>
      socket.end(Buffer.concat([Buffer.from(`${OK}content-length: 2000\r\n\r\n`), body]));
    const silent = (socket: Socket) => socket.end(Buffer.concat([Buffer.from(`${OK}\r\n`), body]));
    for (const behaviour of [announced, silent]) {
      await fails(behaviour, "TOO_LARGE", { maxBytes: 1999 });
      behave = behaviour;
      expect((await door.fetch(address, { maxBytes: 2000 })).body).toHaveLength(2000);
    }
  });

  test("a body without end", async () => {
    let sent = 0;
    const endless = (socket: Socket) => {
      socket.write(`${OK}transfer-encoding: chunked\r\n\r\n`);
      const source = Readable.from(
        (function* chunks() {
          for (; sent < 10_000; sent++) yield `10000\r\n${"x".repeat(65_536)}\r\n`;
        })(),
      );
      source.pipe(socket).on("close", () => source.destroy());
    };
    await fails(endless, "TOO_LARGE", { maxBytes: MEGABYTE });
    expect(sent).toBeLessThan(1000);
  });

  test("headers", () =>
    fails((socket) => socket.write(`${OK}${"x: y\r\n".repeat(200_000)}\r\n`), "TOO_LARGE"));

  test.each(["gzip", "br", "deflate", "gzip, gzip"])("a bomb by %s", async (encoding) => {
    const zeros = Buffer.alloc(20 * MEGABYTE);
    const bombs: Record<string, () => Buffer> = {
      gzip: () => gzipSync(zeros),
      br: () => brotliCompressSync(zeros),
      deflate: () => deflateSync(zeros),
      "gzip, gzip": () => gzipSync(gzipSync(zeros)),
    };
    const bomb = bombs[encoding]?.() ?? Buffer.alloc(0);
    expect(bomb.length).toBeLessThan(zeros.length / 100);
    await fails((socket) => socket.end(encoded(encoding, bomb)), "TOO_LARGE", {
      maxDecodedBytes: 100 * MEGABYTE,
    });
  });

  test("a bomb that is made while it is sent stops early", async () => {
    let made = 0;
    const behaviour = (socket: Socket) => {
      socket.write(encoded("gzip", Buffer.alloc(0)));
      const zeros = Buffer.alloc(MEGABYTE);
      const source = Readable.from(
        (function* chunks() {
          for (; made < 10_000; made++) yield zeros;
        })(),
      );
      source
        .pipe(createGzip())
        .pipe(socket)
        .on("close", () => source.destroy());
    };
    await fails(behaviour, "TOO_LARGE");
    expect(made).toBeLessThan(200);
  });

  test("decoded, though small and honest on the way", async () => {
    const text = Buffer.from(randomBytes(MEGABYTE).toString("hex"));
    // Beforehand: the door waits for headers while it is made, on the same thread.
    const packed = encoded("gzip", gzipSync(text));
    const behaviour = (socket: Socket) => socket.end(packed);
    await fails(behaviour, "TOO_LARGE", { maxDecodedBytes: text.length - 1 });
    behave = behaviour;
    expect((await door.fetch(address, { maxDecodedBytes: text.length })).body).toHaveLength(text.length);
  });

  test("a small page that shrinks well is no bomb", async () => {
    behave = (socket) => socket.end(encoded("gzip", gzipSync(Buffer.alloc(900_000))));
    expect((await door.fetch(address)).body).toHaveLength(900_000);
  });
});

describe("encodings", () => {
  const text = Buffer.from("plain text, many times. ".repeat(100));
  test.each<[string, Buffer]>([
    ["gzip", gzipSync(text)],
    ["x-gzip", gzipSync(text)],
    ["GZIP", gzipSync(text)],
    ["br", brotliCompressSync(text)],
    ["deflate", deflateSync(text)],
    ["identity", text],
    ["", text],
    ["br, gzip", gzipSync(brotliCompressSync(text))],
  ])("%j is decoded", async (encoding, body) => {
    behave = (socket) => socket.end(encoded(encoding, body));
    expect(Buffer.from((await door.fetch(address)).body).equals(text)).toBe(true);
  });

  test.each<[string, Buffer]>([
    ["zstd", text],
    ["gzip", text],
    ["br", text],
    ["gzip", gzipSync(text).subarray(0, 40)],
    ["br", brotliCompressSync(text).subarray(0, 20)],
    ["deflate", deflateRawSync(text)],
    ["gzip, gzip, gzip", gzipSync(gzipSync(gzipSync(text)))],
    ["constructor", text],
  ])("%j that is none is INVALID_CONTENT", async (encoding, body) => {
    await fails((socket) => socket.end(encoded(encoding, body)), "INVALID_CONTENT");
  });

  test("HEAD with an encoding but no body is empty", async () => {
    behave = (socket) => socket.end(`${OK}content-encoding: gzip\r\ncontent-length: 77\r\n\r\n`);
    expect((await door.fetch(address, { method: "HEAD" })).body).toHaveLength(0);
  });
});

describe("a server that closes while its answer is still being read", () => {
  const whole = randomBytes(3 * MEGABYTE);
  test.each(["connection: close\r\n", `content-length: ${whole.length}\r\nconnection: close\r\n`])(
    "%j",
    async (header) => {
      behave = (socket) => socket.end(Buffer.concat([Buffer.from(`${OK}${header}\r\n`), whole]));
      const found = await door.stream(address);
      const parts: Uint8Array[] = [];
      for await (const part of found.body) {
        parts.push(part);
        // Slower than the server: the connection's end comes while we are not reading.
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect(Buffer.concat(parts).equals(whole)).toBe(true);
    },
  );

  test("an answer nobody reads is broken with the door, and only then", async () => {
    behave = (socket) => socket.end(Buffer.concat([Buffer.from(`${OK}\r\n`), whole]));
    const other = openFetch({ allowPrivateNetwork: true });
    const found = await other.stream(address);
    await other.close();
    expect(await found.body.toArray().catch((error: unknown) => error)).toMatchObject({
      code: "FETCH_FAILED",
    });
  });

  test("an answer that is destroyed unread closes its connection", async () => {
    behave = (socket) => socket.write(Buffer.concat([Buffer.from(`${OK}\r\n`), whole]));
    const found = await door.stream(address);
    const closed = Promise.all(
      [...sockets].map((socket) => new Promise((resolve) => socket.once("close", resolve))),
    );
    found.body.destroy();
    expect(await closed).toHaveLength(1);
  });
});

describe("what is not HTTP", () => {
  test.each<[string, (socket: Socket) => unknown]>([
    ["another protocol", (socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n")],
    ["nothing", (socket) => socket.end()],
    ["a reset", (socket) => socket.resetAndDestroy()],
    ["less than announced", (socket) => socket.end(`${OK}content-length: 99\r\n\r\nx`)],
    ["a broken chunk", (socket) => socket.end(`${OK}transfer-encoding: chunked\r\n\r\nzz\r\nx`)],
    ["two lengths", (socket) => socket.end(`${OK}content-length: 1\r\ncontent-length: 2\r\n\r\nxx`)],
    [
      "length and chunks",
      (s) => s.end(`${OK}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n`),
    ],
    [
      "a switch of protocols",
      (socket) => socket.end("HTTP/1.1 101 X\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
    ],
  ])("%s is FETCH_FAILED", async (_, behaviour) => fails(behaviour, "FETCH_FAILED"));
});

async function fails(
  behaviour: (socket: Socket) => unknown,
  code: string,
  request: OutboundRequest = {},
): Promise<void> {
  behave = behaviour;
  const error = await door.fetch(address, { timeout: 5000, ...request }).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(OutboundError);
  expect((error as OutboundError).code).toBe(code);
}

function encoded(encoding: string, body: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${OK}content-encoding: ${encoding}\r\n\r\n`), body]);
}
