import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { call, download, type ListCall, list, requestOf } from "./calls.ts";
import { type CallOptions, type Client, type ClientOptions, createClient } from "./client.ts";
import {
  Conflict,
  Forbidden,
  InvalidInput,
  JobFailed,
  LecternError,
  NotFound,
  NotLectern,
  PreconditionFailed,
  RateLimited,
  ServerFault,
  TooLarge,
  Unauthenticated,
  Unreachable,
} from "./faults.ts";
import { createLectern } from "./index.ts";
import { type Progress, type Work, work } from "./work.ts";

type Answering = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** What the server does with each request, the last one for all that follow. */
let answers: Answering[];
let heard: { line: string; key: string | undefined; headers: IncomingMessage["headers"]; body: string }[];
let url: string;

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  const key = request.headers["idempotency-key"] as string | undefined;
  heard.push({ line: `${request.method} ${request.url}`, key, headers: request.headers, body });
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  answer?.(request, response, body);
});

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  heard = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answering =>
  (_, response) =>
    void response
      .writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers })
      .end(JSON.stringify(body));
const refused = (status: number, type: string, headers: Record<string, string> = {}): Answering =>
  json(
    status,
    {
      error: {
        code: status,
        message: `It is ${type}.`,
        type,
        requestId: "r1",
        details: [{ path: "/a", message: "b" }],
      },
    },
    headers,
  );
const dropped: Answering = (request) => void request.socket.destroy();
const silent: Answering = () => undefined;

const client = (options: Partial<ClientOptions> = {}): Client =>
  createClient({ url, token: "t", ...options });
const lectern = (options: Partial<ClientOptions>) => createLectern({ url, token: "t", ...options });
const get: (client: Client, id: string, options?: CallOptions) => Promise<unknown> =
  call("GET /things/:thingId");
const add: (client: Client, body: object, options?: CallOptions) => Promise<unknown> = call(
  "POST /things",
  1,
);

const take: (client: Client, id: string, options?: CallOptions) => Promise<Response> =
  download("GET /things/:thingId/file");

async function failure(promise: PromiseLike<unknown>): Promise<Error> {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(Error);
  return outcome as Error;
}

describe("a client", () => {
  test.each([
    [{}, "Give either `token`"],
    [{ token: "t", session: true as const }, "Give either `token`"],
    [{ token: "t", url: "docs.example.com" }, "`url` has to be Lectern's address"],
    [{ token: "t", url: "ftp://docs.example.com" }, "`url` has to be Lectern's address"],
    [{ token: "t", url: "http://" }, "`url` has to be Lectern's address"],
    [{ token: "" }, "`token` is no API token: it is empty"],
    [{ token: " \n" }, "`token` is no API token: it is empty"],
    [{ token: "lct_…" }, "`token` is no API token: it has characters that no token has"],
    [{ token: "lct_a b" }, "`token` is no API token: it has characters that no token has"],
  ])("is not made of %j", (options, sentence) => {
    expect(() => createClient({ url: "http://localhost:4000", ...options })).toThrow(sentence);
  });

  test("sends what the line says, with its token", async () => {
    answers = [json(200, { id: "a/b" })];
    expect(await get(client({ url: `${url}//` }), "a/b")).toEqual({ id: "a/b" });
    expect(heard[0]).toMatchObject({ line: "GET /v1/things/a%2Fb", key: undefined });
    expect(heard[0]?.headers["authorization"]).toBe("Bearer t");
    await add(client({ url: `${url}/v1/` }), { title: "Zoë" });
    expect(heard[1]).toMatchObject({ line: "POST /v1/things", body: '{"title":"Zoë"}' });
    expect(heard[1]?.headers["content-type"]).toBe("application/json");
  });

  test("takes a token as a file has it, with the end of its line", async () => {
    answers = [json(200, {})];
    await get(client({ token: "t\n" }), "a");
    expect(heard[0]?.headers["authorization"]).toBe("Bearer t");
  });

  test("takes the token of several words that an operator has chosen", async () => {
    answers = [json(200, {})];
    await get(client({ token: "an administrator's token" }), "a");
    expect(heard[0]?.headers["authorization"]).toBe("Bearer an administrator's token");
  });

  test("says which header can't be sent, before anything is", async () => {
    const options = { idempotencyKey: "nächtlich…" };
    const error = await failure(add(client(), {}, options));
    expect([error.name, error.message]).toEqual([
      "TypeError",
      "`idempotency-key` can't be sent: it has characters that no header may have.",
    ]);
    expect((await failure(get(client(), "a", { ifUnchanged: '"…"' }))).message).toMatch(/^`if-match` can't/);
    expect(heard).toEqual([]);
  });

  test("in a session goes by the browser's cookies, below an address of its own", async () => {
    answers = [json(200, {})];
    await get(createClient({ url, session: true }), "a");
    expect(heard[0]?.line).toBe("GET /-/v1/things/a");
    expect(heard[0]?.headers["lectern-console"]).toBe("1");
    expect(heard[0]?.headers["authorization"]).toBeUndefined();
  });

  test("says which id is missing, before anything is sent", async () => {
    expect((await failure(get(client(), ""))).message).toBe(
      "GET /things/:thingId: `thingId` has to be a text that is not empty.",
    );
    expect(heard).toEqual([]);
  });

  test("lets no id lead elsewhere", () => {
    for (const id of [".", ".."]) {
      expect(() => requestOf("GET /things/:id", 0, [id])).toThrow(`GET /things/:id: "${id}" is no \`id\`.`);
    }
    expect(requestOf("GET /things/:id/a", 0, ["?x#y"]).path).toBe("/things/%3Fx%23y/a");
    expect(requestOf("GET /things/:id", 0, ["a/../b"]).path).toBe("/things/a%2F..%2Fb");
  });
});

describe("errors", () => {
  test.each([
    [400, InvalidInput],
    [401, Unauthenticated],
    [403, Forbidden],
    [404, NotFound],
    [409, Conflict],
    [412, PreconditionFailed],
    [413, TooLarge],
    [500, ServerFault],
  ])("%i is a class of its own", async (status, kind) => {
    answers = [refused(status, "so")];
    const error = await failure(get(client(), "a"));
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({
      name: kind.name,
      message: "It is so.",
      type: "so",
      status,
      requestId: "r1",
      details: [{ path: "/a", message: "b" }],
    });
  });

  test.each([
    [200, "text/html", "<p>Hi"],
    [200, "text/plain", "It works!"],
    [200, "application/json", '"ok"'],
    [200, "application/json", "null"],
    [200, "application/json", "<p>Hi"],
    [200, "application/json", ""],
    [404, "text/html", "<p>Hi"],
    [404, "application/json", '{"message":"No such route."}'],
    [500, "text/html", "<p>Hi"],
  ])("an answer of another program is called that: %i, %s, %j", async (status, type, body) => {
    answers = [(_, response) => void response.writeHead(status, { "content-type": type }).end(body)];
    for (const ask of [() => get(client(), "a"), () => list("GET /things")(client()) as ListCall<unknown>]) {
      heard = [];
      const error = await failure(ask());
      expect(error).toBeInstanceOf(NotLectern);
      expect(error.message).toMatch(
        new RegExp(`answered ${status}, and not as Lectern does: check that the address is Lectern's\\.$`),
      );
      // What isn't Lectern's isn't by the next time.
      expect(heard).toHaveLength(1);
    }
  });

  test("a list without items, and a job without a state, are another program's", async () => {
    answers = [json(200, { ok: true })];
    expect(await failure(list("GET /things")(client()) as ListCall<unknown>)).toBeInstanceOf(NotLectern);
    answers = [json(202, { ok: true })];
    const going = (work("POST /prints")(client()) as Work<unknown>).done();
    expect(await failure(going)).toBeInstanceOf(NotLectern);
    expect(heard).toHaveLength(2);
  });

  test("a page in place of a file is another program's", async () => {
    answers = [(_, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<p>Hi")];
    expect(await failure(take(client(), "a"))).toBeInstanceOf(NotLectern);
  });

  test.each<[number, unknown, string]>([
    [408, LecternError, "the request took too long for what stands before Lectern"],
    [413, TooLarge, "what was sent is larger than what stands before Lectern takes"],
    [429, RateLimited, "there were too many requests for what stands before Lectern"],
    [502, ServerFault, "what stands before Lectern can't reach it"],
    [503, ServerFault, "Lectern is away for now"],
    [504, ServerFault, "Lectern didn't answer what stands before it in time"],
  ])(
    "what stands before Lectern and answers %i in its place is told from Lectern",
    async (status, kind, why) => {
      const headers = { "content-type": "text/html", "retry-after": "7" };
      answers = [(_, response) => void response.writeHead(status, headers).end("<h1>nginx")];
      const error = await failure(get(client({ retries: 0 }), "a"));
      expect(error).toBeInstanceOf(kind);
      expect(error).not.toBeInstanceOf(NotLectern);
      expect(error).toMatchObject({ status, retryAfter: 7, body: "<h1>nginx" });
      expect(error.message).toBe(`${url}/v1/things/a answered ${status}: ${why}.`);
    },
  );

  test.each([301, 302, 303, 307, 308])(
    "%i: what is sent goes nowhere else, and the error says where that is",
    async (status) => {
      const location = "https://elsewhere.example/v1/things";
      answers = [(_, response) => void response.writeHead(status, { location }).end()];
      for (const call of [() => get(client(), "a"), () => add(client(), { secret: 1 })]) {
        const error = await failure(call());
        expect(error).toBeInstanceOf(NotLectern);
        expect([error.status, error.message]).toEqual([
          status,
          expect.stringMatching(
            /^http:.* redirects to https:\/\/elsewhere\.example\/v1\/things: give Lectern's own address\.$/,
          ),
        ]);
      }
      expect(heard).toHaveLength(2);
    },
  );

  test("nobody there", async () => {
    const error = await failure(
      get(createClient({ url: "http://127.0.0.1:9", token: "t", retries: 0 }), "a"),
    );
    expect(error).toBeInstanceOf(Unreachable);
    expect(error.message).toMatch(/^http:\/\/127\.0\.0\.1:9\/v1\/things\/a can't be reached: .+/);
  });
});

describe("sending again", () => {
  test.each<[string, Answering]>([
    ["a connection that breaks", dropped],
    ["silence", silent],
    ["503", refused(503, "unavailable", { "retry-after": "0" })],
    ["429", refused(429, "rate-limited", { "retry-after": "0" })],
    ["408", refused(408, "timeout", { "retry-after": "0" })],
    ["502", refused(502, "bad-gateway", { "retry-after": "0" })],
    ["504", refused(504, "gateway-timeout", { "retry-after": "0" })],
    [
      "half an answer",
      (_, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
        response.write('{"id":');
        response.socket?.end();
      },
    ],
  ])("after %s, as the same request", async (_name, fault) => {
    answers = [fault, fault, json(201, { id: "a" })];
    expect(await add(client({ timeout: 100 }), { a: 1 })).toEqual({ id: "a" });
    expect(heard).toHaveLength(3);
    expect(heard[0]?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(heard.map(({ key, body }) => `${key} ${body}`)).size).toBe(1);
  });

  test("keys differ from call to call, and are the caller's where given", async () => {
    answers = [json(201, {})];
    await add(client(), {});
    await add(client(), {});
    await add(client(), {}, { idempotencyKey: "mine" });
    expect(heard[0]?.key).not.toBe(heard[1]?.key);
    expect(heard[2]?.key).toBe("mine");
  });

  test.each([400, 401, 403, 404, 409, 412, 413, 500])("not after %i", async (status) => {
    answers = [refused(status, "final")];
    await failure(add(client(), {}));
    expect(heard).toHaveLength(1);
  });

  test("ends: after as many times as asked, and where the server wants more patience than a minute", async () => {
    answers = [refused(503, "unavailable", { "retry-after": "0" })];
    await failure(add(client({ retries: 2 }), {}));
    expect(heard).toHaveLength(3);
    answers = [refused(429, "rate-limited", { "retry-after": "3600" })];
    const error = await failure(add(client(), {}));
    expect(error).toBeInstanceOf(RateLimited);
    expect(error).toMatchObject({ retryAfter: 3600 });
    expect(heard).toHaveLength(4);
  });

  test("waits as long as the server says, by a number or a date", async () => {
    answers = [refused(503, "unavailable", { "retry-after": "1" }), json(200, {})];
    const begun = performance.now();
    await get(client(), "a");
    expect(performance.now() - begun).toBeGreaterThan(990);
    const at = new Date(Date.now() + 2000).toUTCString();
    answers = [refused(503, "unavailable", { "retry-after": at }), json(200, {})];
    await get(client(), "a");
    // Timers may end a moment early.
    expect(Date.now()).toBeGreaterThan(Date.parse(at) - 10);
  });

  test.each([
    ["HTML", { "content-type": "text/html" }, "<h1>Busy"],
    ["nothing", {}, ""],
    ["JSON of its own", { "content-type": "application/json" }, '{"error":"busy"}'],
    ["broken JSON", { "content-type": "application/json" }, "<h1>Busy"],
  ])("waits as long as what stands before the server says, with %s", async (_name, headers, body) => {
    const busy: Answering = (_, response) =>
      void response.writeHead(429, { ...headers, "retry-after": "1" }).end(body);
    answers = [busy, json(200, {})];
    const begun = performance.now();
    await get(client(), "a");
    expect(performance.now() - begun).toBeGreaterThan(990);
    answers = [
      (_, response) => void response.writeHead(503, { ...headers, "retry-after": "3600" }).end(body),
    ];
    expect(await failure(get(client(), "a"))).toMatchObject({ retryAfter: 3600 });
    expect(heard).toHaveLength(3);
  });

  test("never after the caller's signal", async () => {
    answers = [silent];
    const abort = new AbortController();
    const asking = failure(get(client(), "a", { signal: abort.signal }));
    while (heard.length === 0) await new Promise((resolve) => void setTimeout(resolve, 5));
    const reason = new Error("enough");
    abort.abort(reason);
    expect(await asking).toBe(reason);
    answers = [refused(503, "unavailable", { "retry-after": "30" })];
    const waiting = new AbortController();
    const second = failure(get(client(), "a", { signal: waiting.signal }));
    while (heard.length === 1) await new Promise((resolve) => void setTimeout(resolve, 5));
    waiting.abort(reason);
    expect(await second).toBe(reason);
    expect(heard).toHaveLength(2);
  });

  test("and ends a file that has begun to come", async () => {
    answers = [
      (_, response) => {
        response.writeHead(200, { "content-type": "application/zip" });
        response.write("the first");
      },
    ];
    const abort = new AbortController();
    const reason = new Error("enough");
    const { body } = await take(client({ timeout: 100 }), "a", { signal: abort.signal });
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("the first");
    const waiting = reader.read().then(
      () => undefined,
      (error: unknown) => error,
    );
    // Longer than an answer may take to begin.
    const late = new Promise((resolve) => void setTimeout(resolve, 300, "still there"));
    expect(await Promise.race([waiting, late])).toBe("still there");
    abort.abort(reason);
    expect(await waiting).toBe(reason);
  });

  test("not where a stream can't be read twice", async () => {
    answers = [refused(503, "unavailable", { "retry-after": "0" })];
    const body = new Blob(["abc"]).stream();
    await failure(client().send({ method: "PUT", path: "/x", body }));
    expect(heard).toHaveLength(1);
    expect(heard[0]?.body).toBe("abc");
  });
});

describe("ETags", () => {
  test("a change is made only if the thing is as it was read", async () => {
    answers = [json(200, { id: "a" }, { etag: '"3.abc"' })];
    const thing = (await get(client(), "a")) as object;
    await add(client(), {}, { ifUnchanged: thing });
    await add(client(), {}, { ifUnchanged: '"4.x"' });
    expect(heard.map(({ headers }) => headers["if-match"])).toEqual([undefined, '"3.abc"', '"4.x"']);
    answers = [json(200, { id: "a" }, { etag: 'W/"3.abc"' })];
    const compressed = (await get(client(), "a")) as object;
    await add(client(), {}, { ifUnchanged: compressed });
    expect(heard.at(-1)?.headers["if-match"]).toBe('"3.abc"');
    expect((await failure(add(client(), {}, { ifUnchanged: {} }))).message).toBe(
      "`ifUnchanged` takes what a call of this client answered, or an ETag.",
    );
  });
});

describe("lists", () => {
  const things: (client: Client, query?: object) => ListCall<number> = list("GET /things");
  const pages: Answering = (request, response, body) => {
    const page = new URL(request.url ?? "", url).searchParams.get("page");
    const at = page === null ? 0 : Number(page);
    const more = at < 4 ? { next: { page: String(at + 2) } } : {};
    json(200, { items: [at, at + 1], count: 6, ...more })(request, response, body);
  };

  test("are gone through to their end", async () => {
    answers = [pages];
    const all: number[] = [];
    for await (const one of things(client(), { limit: 2 })) all.push(one);
    expect(all).toEqual([0, 1, 2, 3, 4, 5]);
    expect(heard.map(({ line }) => line)).toEqual([
      "GET /v1/things?limit=2",
      "GET /v1/things?limit=2&page=2",
      "GET /v1/things?limit=2&page=4",
    ]);
  });

  test("give a page at a time", async () => {
    answers = [pages];
    const first = await things(client());
    expect([first.items, first.count]).toEqual([[0, 1], 6]);
    const second = await first.next();
    const third = await second?.next();
    expect(third?.items).toEqual([4, 5]);
    expect(await third?.next()).toBeUndefined();
  });

  test("stop where the caller stops", async () => {
    answers = [pages];
    for await (const one of things(client())) if (one === 1) break;
    expect(heard).toHaveLength(1);
  });
});

describe("long work", () => {
  const print: (client: Client, options?: CallOptions) => Work<unknown> = work("POST /prints");
  const job = (status: string, more: object = {}) =>
    json(status === "queued" ? 202 : 200, { object: "job", id: "j", status, ...more });

  test("answers at its end, however long it takes", async () => {
    answers = [
      (request, response) => void setTimeout(() => json(201, { pages: 3 })(request, response, ""), 300),
    ];
    expect(await print(client({ timeout: 50 }))).toEqual({ pages: 3 });
    expect(heard[0]?.headers["prefer"]).toBeUndefined();
  });

  test("is waited for where it goes on as no job, and asked for once", async () => {
    answers = [
      (request, response) => void setTimeout(() => json(200, { id: "a" })(request, response, ""), 300),
    ];
    expect(await lectern({ timeout: 50 }).spaces.transfer("a", { organization: "b" })).toEqual({ id: "a" });
    expect(await lectern({ timeout: 50 }).collections.transfer("a", { organization: "b" })).toEqual({
      id: "a",
    });
    expect(heard.map(({ line }) => line)).toEqual([
      "POST /v1/spaces/a/transfer",
      "POST /v1/collections/a/transfer",
    ]);
  });

  test("tells how far it is", async () => {
    answers = [
      job("queued"),
      job("running", { progress: { done: 1, total: 2 } }),
      job("running", { progress: { done: 1, total: 2 } }),
      job("done", { progress: { done: 2, total: 2 }, report: { pages: 3 } }),
    ];
    const told: Progress[] = [];
    const report = await print(client()).done({ onProgress: (progress) => void told.push(progress) });
    expect(report).toEqual({ pages: 3 });
    expect(told).toEqual([
      { done: 1, total: 2 },
      { done: 2, total: 2 },
    ]);
    expect(heard[0]?.headers["prefer"]).toBe("respond-async");
    expect(heard.slice(1).map(({ line }) => line)).toEqual(Array(3).fill("GET /v1/jobs/j"));
  });

  test("says why it failed, and that it was cancelled", async () => {
    answers = [job("queued"), job("failed", { error: "No such archive." })];
    expect((await failure(print(client()).done())).message).toBe("No such archive.");
    answers = [job("queued"), job("cancelled")];
    const cancelled = await failure(print(client()).done());
    expect(cancelled).toBeInstanceOf(JobFailed);
    expect(cancelled.message).toBe("The job j was cancelled.");
  });

  describe("when its signal ends it", () => {
    const reason = new Error("enough");
    /** Begins it, ends it once the server was asked `asked` times, and gives what came of it. */
    async function ended(asked: number, ...answering: Answering[]): Promise<unknown> {
      answers = answering;
      const abort = new AbortController();
      const going = print(client())
        .done({ signal: abort.signal })
        .catch((error: unknown) => error);
      while (heard.length < asked) await new Promise((resolve) => void setTimeout(resolve, 5));
      abort.abort(reason);
      return going;
    }
    const asked = () => heard.slice(1).map(({ line }) => line);
    const look = "GET /v1/jobs/j";
    const cancel = "POST /v1/jobs/j/cancel";

    test("the job is cancelled at the server", async () => {
      expect(await ended(2, job("queued"), job("running"), job("cancelled"))).toBe(reason);
      expect(asked()).toEqual([look, cancel, look]);
    });

    test("so is one that was asked for and not yet answered", async () => {
      const late: Answering = (...given) => void setTimeout(() => job("queued")(...given), 100);
      expect(await ended(1, late, job("cancelled"))).toBe(reason);
      expect(asked()).toEqual([cancel, look]);
    });

    test("one that is done by then says what it did", async () => {
      const done = job("done", { report: { pages: 3 } });
      const outcome = await ended(2, job("queued"), job("running"), refused(409, "job-finished"), done);
      expect(outcome).toEqual({ pages: 3 });
    });

    test("one that can't be cancelled is no silence", async () => {
      const outcome = await ended(2, job("queued"), job("running"), refused(403, "forbidden"));
      expect(outcome).toMatchObject({ status: 403 });
    });

    test("nothing is begun after it", async () => {
      answers = [job("queued")];
      expect(await failure(print(client()).done({ signal: AbortSignal.abort(reason) }))).toBe(reason);
      expect(heard).toEqual([]);
    });
  });

  test("the signal of its call ends the looking alone", async () => {
    answers = [job("queued"), job("running")];
    const abort = new AbortController();
    const reason = new Error("enough");
    const going = failure(print(client(), { signal: abort.signal }).done());
    while (heard.length < 2) await new Promise((resolve) => void setTimeout(resolve, 5));
    abort.abort(reason);
    expect(await going).toBe(reason);
    expect(heard.slice(1).every(({ line }) => line === "GET /v1/jobs/j")).toBe(true);
  });
});
