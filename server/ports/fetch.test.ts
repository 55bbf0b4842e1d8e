import type { OutboundRequest } from "./outbound-request.ts";
import { createServer } from "node:http";
import type { IncomingMessage, RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openFetch, OutboundError } from "./fetch.ts";

type Heard = { method: string; url: string; headers: IncomingMessage["headers"]; body: string };

const heard: Heard[] = [];
let here: Server;
let elsewhere: Server;
let origin: string;
let otherOrigin: string;
const door = openFetch({ allowPrivateNetwork: true });

beforeAll(async () => {
  here = await serve(answer);
  elsewhere = await serve(answer);
  origin = `http://127.0.0.1:${portOf(here)}`;
  otherOrigin = `http://127.0.0.1:${portOf(elsewhere)}`;
});
afterAll(async () => {
  await door.close();
  here.close();
  elsewhere.close();
});
beforeEach(() => {
  heard.length = 0;
});

/** Redirects by `/to/<status>/<address>`, answers other paths with their own text. */
const answer: RequestListener = async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const { method = "", url = "", headers } = request;
  heard.push({ method, url, headers, body });
  const [, status, location] = /^\/to\/(\d+)\/(.+)$/.exec(url) ?? [];
  const type = /^\/type\/(.+)$/.exec(url)?.[1];
  if (status !== undefined)
    response.writeHead(Number(status), { location: decodeURIComponent(location ?? "") }).end();
  else if (url === "/loop") response.writeHead(302, { location: "/loop" }).end();
  else if (url.startsWith("/status/")) response.writeHead(Number(url.slice(8))).end("nothing good");
  else
    response
      .writeHead(200, { "content-type": decodeURIComponent(type ?? "text/plain") })
      .end(`you asked ${url}`);
};

describe("what is asked again and again", () => {
  test("goes over one connection, and over another where the host has closed that", async () => {
    const asked = new Map<unknown, number>();
    let most = Infinity;
    const host = await serve((request, response) => {
      const count = (asked.get(request.socket) ?? 0) + 1;
      asked.set(request.socket, count);
      if (count > most) request.socket.destroy();
      else response.end("heard");
    });
    const url = `http://127.0.0.1:${portOf(host)}/`;
    const ask = async () => {
      const { status, body } = await door.fetch(url, { method: "POST", body: "again", isRepeated: true });
      return [status, Buffer.from(body).toString()];
    };
    for (let time = 0; time < 3; time += 1) expect(await ask()).toEqual([200, "heard"]);
    expect([...asked.values()]).toEqual([3]);
    most = 3;
    expect(await ask()).toEqual([200, "heard"]);
    expect([...asked.values()]).toEqual([4, 1]);
    host.closeAllConnections();
    host.close();
  });

  test.each([
    ["few of many hosts", { most: 2, time: 60_000 }, 2],
    ["none that nothing goes over for long", { most: 10, time: 50 }, 0],
  ])("keeps %s, whatever the hosts would", async (_what, idle, kept) => {
    const one = openFetch({ allowPrivateNetwork: true, idle });
    const open = new Set<unknown>();
    const hosts = await Promise.all(
      Array.from({ length: 6 }, () => serve((_, response) => response.end("heard"))),
    );
    for (const host of hosts) {
      host.keepAliveTimeout = 0;
      host.on("connection", (socket) => {
        open.add(socket);
        socket.once("close", () => open.delete(socket));
      });
      await one.fetch(`http://127.0.0.1:${portOf(host)}/`, { isRepeated: true });
    }
    await expect.poll(() => open.size).toBe(kept);
    await one.close();
    for (const host of hosts) host.close();
  });
});

describe("an answer", () => {
  test("has status, headers, the final address and the whole body", async () => {
    const found = await door.fetch(`${origin}/page?x=1#part`);
    expect(found.status).toBe(200);
    expect(found.headers["content-type"]).toBe("text/plain");
    expect(found.url).toBe(`${origin}/page?x=1`);
    expect(Buffer.from(found.body).toString()).toBe("you asked /page?x=1");
  });

  test("of any status is an answer", async () => {
    for (const status of [204, 304, 404, 500]) {
      const found = await door.fetch(`${origin}/status/${status}`, { accept: ["text/plain", "*/*"] });
      expect(found.status).toBe(status);
    }
  });

  test("can be read while it comes", async () => {
    const found = await door.stream(`${origin}/page`);
    let text = "";
    for await (const chunk of found.body) text += chunk;
    expect(text).toBe("you asked /page");
  });

  test("of HEAD has no body", async () => {
    const found = await door.fetch(`${origin}/page`, { method: "HEAD" });
    expect(found.body).toHaveLength(0);
  });

  test.each([
    ["text/html; charset=utf-8", ["text/html"], true],
    ["TEXT/HTML", ["text/html"], true],
    ["image/png", ["text/html", "image/*"], true],
    ["imagepng", ["image/*"], false],
    ["application/json", ["text/html"], false],
    ["text/htmlx", ["text/html"], false],
    ["application/json", ["*/*"], true],
  ])("of type %j where %j is accepted: %s", async (type, accept, wanted) => {
    const asked = door.fetch(`${origin}/type/${encodeURIComponent(type)}`, { accept });
    if (wanted) expect((await asked).status).toBe(200);
    else await expectCode(asked, "INVALID_CONTENT");
  });
});

describe("a request", () => {
  test("carries method, headers and body, but nothing that belongs to the connection", async () => {
    const headers = {
      "X-Mine": "yes",
      Host: "evil.example",
      "Proxy-Authorization": "x",
      "Accept-Encoding": "zstd",
    };
    await door.fetch(`${origin}/page`, { method: "POST", headers, body: "hello" });
    expect(heard).toMatchObject([{ method: "POST", url: "/page", body: "hello" }]);
    expect(heard[0]?.headers).toMatchObject({
      "x-mine": "yes",
      host: origin.slice(7),
      "accept-encoding": "gzip, br, deflate",
    });
    expect(heard[0]?.headers["proxy-authorization"]).toBeUndefined();
  });

  test("with a header that breaks the line is refused before it is sent", async () => {
    await expectCode(
      door.fetch(`${origin}/page`, { headers: { "x-mine": "a\r\nx-evil: b" } }),
      "FETCH_FAILED",
    );
    expect(heard).toEqual([]);
  });
});

describe("redirects", () => {
  const secret = { authorization: "Bearer x", cookie: "a=b", "x-api-key": "k", accept: "text/plain" };

  test("are followed, relative ones too, with credentials on the same origin", async () => {
    const found = await door.fetch(`${origin}/to/302/${encodeURIComponent("/end")}`, {
      headers: secret,
    });
    expect(found.url).toBe(`${origin}/end`);
    expect(heard[1]).toMatchObject({ url: "/end", headers: secret });
  });

  test("lose every credential on the way to another origin", async () => {
    await door.fetch(`${origin}/to/302/${encodeURIComponent(`${otherOrigin}/end`)}`, { headers: secret });
    expect(heard.map((one) => one.url)).toEqual([expect.stringContaining("/to/302"), "/end"]);
    expect(heard[0]?.headers).toMatchObject(secret);
    expect(Object.keys(heard[1]?.headers ?? {}).toSorted()).toEqual([
      "accept",
      "accept-encoding",
      "connection",
      "host",
      "user-agent",
    ]);
  });

  test("may be three, not four, nor a loop", async () => {
    const times = (count: number): string => {
      return count === 0 ? `${origin}/end` : `${origin}/to/301/${encodeURIComponent(times(count - 1))}`;
    };
    expect((await door.fetch(times(3))).url).toBe(`${origin}/end`);
    await expectCode(door.fetch(times(4)), "FETCH_FAILED");
    await expectCode(door.fetch(times(1), { maxRedirects: 0 }), "FETCH_FAILED");
    heard.length = 0;
    await expectCode(door.fetch(`${origin}/loop`), "FETCH_FAILED");
    expect(heard).toHaveLength(4);
  });

  test.each<[number, OutboundRequest["method"], string | undefined]>([
    [301, "POST", "GET"],
    [302, "POST", "GET"],
    [303, "POST", "GET"],
    [303, "PUT", "GET"],
    [303, "HEAD", "HEAD"],
    [307, "POST", "POST"],
    [308, "POST", "POST"],
    [302, "PUT", "PUT"],
    [302, "GET", "GET"],
  ])("%d turns %s into %s", async (status, method, then) => {
    const body = method === "POST" || method === "PUT" ? { body: "hello" } : {};
    await door.fetch(`${origin}/to/${status}/%2Fend`, { method: method ?? "GET", ...body });
    expect(heard[1]?.method).toBe(then);
    expect(heard[1]?.body).toBe(then === method && method !== "GET" && method !== "HEAD" ? "hello" : "");
  });

  test("do not carry a body to another origin", async () => {
    const target = encodeURIComponent(`${otherOrigin}/end`);
    await expectCode(
      door.fetch(`${origin}/to/307/${target}`, { method: "POST", body: "secret" }),
      "FETCH_FAILED",
    );
    expect(heard).toHaveLength(1);
  });

  test.each(
    [
      "file:///etc/passwd",
      "gopher://127.0.0.1/x",
      "data:text/plain,x",
      "ftp://127.0.0.1/",
      "javascript:1",
    ].concat([
      "http://user:pw@127.0.0.1/",
      "http://127.0.0.1:22/",
      "http://127.0.0.1:25/",
      "http://",
      "http://[::1",
    ]),
  )("to %s are not followed", async (target) => {
    await expectCode(door.fetch(`${origin}/to/302/${encodeURIComponent(target)}`), "FETCH_FAILED");
    expect(heard).toHaveLength(1);
  });
});

test("every refusal of one kind reads the same: an open and a closed port can't be told apart", async () => {
  const closed = await serve(answer);
  const port = portOf(closed);
  await new Promise((resolve) => closed.close(resolve));
  const strict = openFetch({ allowPrivateNetwork: false });
  const errors = [];
  for (const at of [port, portOf(here), 22]) {
    errors.push(await strict.fetch(`http://127.0.0.1:${at}/`).catch((error: OutboundError) => error));
  }
  errors.push(await door.fetch(`http://127.0.0.1:${port}/`).catch((error: OutboundError) => error));
  expect(new Set(errors.map((error) => `${error}`)).size).toBe(1);
  expect(errors.every((error) => error instanceof OutboundError && error.code === "FETCH_FAILED")).toBe(true);
  await strict.close();
});

async function expectCode(asked: Promise<unknown>, code: string): Promise<void> {
  const error = await asked.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(OutboundError);
  expect((error as OutboundError).code).toBe(code);
}

async function serve(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
