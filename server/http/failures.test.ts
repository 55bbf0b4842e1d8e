import { pino } from "pino";
import { beforeAll, describe, expect, test } from "vitest";
import { CommitLost, ConnectionLost } from "../db/rules.ts";
import { BlobsAway } from "../ports/blobs.ts";
import { type Answer, type Person, useWorld } from "../test/harness.ts";

const world = useWorld();
let person: Person;

beforeAll(async () => {
  person = await world().addPerson("ada", "admin");
});

function expectFailure(answer: Answer, status: number, type: string): void {
  expect([answer.status, answer.body?.error]).toEqual([
    status,
    expect.objectContaining({
      code: status,
      type,
      message: expect.stringMatching(/^\S.*[^ ]$/),
      requestId: expect.stringMatching(/^[0-9A-Za-z]{20}$/),
    }),
  ]);
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(Object.keys(answer.body)).toEqual(["error"]);
  const known = new Set(["code", "message", "type", "details", "requestId"]);
  expect(Object.keys(answer.body.error).filter((field) => !known.has(field))).toEqual([]);
}

const rawPost = (raw: string | Buffer, contentType = "application/json", path = "/user/tokens") =>
  world().call("POST", path, { as: person, raw, headers: { "content-type": contentType } });

describe("every failure has one shape", () => {
  test("400 names the fields", async () => {
    const answer = await world().post("/user/tokens", { label: 7, colour: "red" }, person);
    expectFailure(answer, 400, "invalid-input");
    expect(answer.body.error.details.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      "/colour",
      "/label",
    ]);
    for (const { message } of answer.body.error.details) expect(message).toMatch(/\.$/);
  });

  test("the first 20 problems are named at once, and how many there are is said", async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`field${index}`, 1]));
    const answer = await world().post("/user/tokens", { label: "x", ...many }, person);
    expectFailure(answer, 400, "invalid-input");
    expect(answer.body.error.details).toHaveLength(20);
    expect(answer.body.error.message).toContain("(and 29 more)");
  });

  test.each<[object, string[]]>([
    [
      { defaultRole: "x" },
      ['/defaultRole must be one of "read", "comment", "edit", "review", "create", "admin", null.'],
    ],
    [
      { defaultRole: 5 },
      ['/defaultRole must be one of "read", "comment", "edit", "review", "create", "admin", null.'],
    ],
    [{ logo: 5 }, ["/logo must be a text or null."]],
    [{ logo: `https://a.example/${"x".repeat(2048)}` }, ["/logo must be at most 2048 characters long."]],
    [{ defaultContent: { type: "site" } }, ["/defaultContent/site is required."]],
    [{ defaultContent: 5 }, ["/defaultContent must be an object or null."]],
    [{ title: 5, ai: "yes" }, ["/title must be a text.", "/ai must be true or false."]],
  ])("of alternatives %j says once what it could be", async (patch, problems) => {
    const answer = await world().patch(`/orgs/${world().organization}`, patch, person);
    expectFailure(answer, 400, "invalid-input");
    const told = answer.body.error.details.map(
      ({ path, message }: { path: string; message: string }) => `${path} ${message}`,
    );
    expect(told).toEqual(problems);
  });

  test.each<[string, object, string]>([
    ["/spaces", [1, 2, 1], "must have each item once; those at 0 and 2 are the same."],
    ["/spaces", Array.from({ length: 101 }, (_, index) => index), "must have at most 100 items."],
  ])("of lists it says what is wrong with them: %s", async (path, spaces, message) => {
    const list = (spaces as number[]).map((each) => `id-${each}`);
    const answer = await world().post(`/orgs/${world().organization}/sites`, { spaces: list }, person);
    expectFailure(answer, 400, "invalid-input");
    expect(answer.body.error.details).toContainEqual({ path, message });
  });

  test.each([
    ["0", "must be at least 1."],
    ["1001", "must be at most 1000."],
  ])("of numbers it says which there may be: %s", async (limit, message) => {
    const answer = await world().get(`/orgs?limit=${limit}`, person);
    expect(answer.body.error.details).toEqual([{ path: "/limit", message }]);
  });

  test("401 says how to authenticate", async () => {
    for (const as of [undefined, "nonsense"]) {
      const answer = await world().call("GET", "/user", { as });
      expectFailure(answer, 401, "unauthenticated");
      expect(answer.headers["www-authenticate"]).toBe('Bearer realm="lectern"');
    }
    for (const [authorization, says] of [
      ["Basic abc", "Bearer <token>"],
      [person.token, "Bearer <token>"],
      ["Bearer", "Bearer <token>"],
      ["", "Bearer <token>"],
      ["bearer\t", "Bearer <token>"],
      [`Bearer  ${person.token} x`, "unknown, expired or revoked"],
    ] as const) {
      const answer = await world().call("GET", "/user", { headers: { authorization } });
      expectFailure(answer, 401, "unauthenticated");
      expect([authorization, answer.body.error.message]).toEqual([
        authorization,
        expect.stringContaining(says),
      ]);
    }
    const lower = await world().call("GET", "/user", {
      headers: { authorization: `bearer ${person.token}` },
    });
    expect(lower.status).toBe(200);
  });

  test("404 for addresses that nothing answers, with and without a token, whatever the method", async () => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      expectFailure(await world().call(method, "/nowhere", { as: person }), 404, "not-found");
      expectFailure(
        await world().call(method, "/nowhere", { as: person, body: {} }),
        method === "GET" ? 400 : 404,
        method === "GET" ? "invalid-input" : "not-found",
      );
    }
    expectFailure(await world().call("GET", "//nowhere"), 404, "not-found");
    expectFailure(await world().get("/user/", person), 404, "not-found");
    expectFailure(await world().get("/USER", person), 404, "not-found");
  });

  test("405 lists what the path takes", async () => {
    const answer = await world().call("DELETE", "/user", { as: person });
    expectFailure(answer, 405, "method-not-allowed");
    expect(answer.headers["allow"]).toBe("GET, HEAD");
    const tokens = await world().call("PATCH", "/user/tokens", { as: person, body: { any: 1 } });
    expectFailure(tokens, 405, "method-not-allowed");
    expect(tokens.headers["allow"]).toBe("GET, HEAD, POST");
    const document = await world().call("PUT", "//openapi.json");
    expectFailure(document, 405, "method-not-allowed");
    expect(document.headers["allow"]).toBe("GET, HEAD");
  });

  test.each([
    ["HEAD", "/spaces/any/duplicate", 405],
    ["PUT", "/spaces/a%2Fb?x=/y", 405],
    ["PUT", "/%73paces/any", 405],
    ["PUT", "/spaces/any/nowhere", 404],
    ["PUT", "/spaces/any/", 404],
    ["PUT", "/Spaces/any", 404],
  ])(
    "%s of %s is a method that the path doesn't have, or none of our paths",
    async (method, path, status) => {
      const answer = await world().call(method as "PUT", path, { as: person });
      expect(answer.status).toBe(status);
      expect("allow" in answer.headers).toBe(status === 405);
    },
  );

  test("413 for bodies over the limit, whether they say so or not", async () => {
    const body = JSON.stringify({ label: "x".repeat(1024 * 1024) });
    const answer = await rawPost(body);
    expectFailure(answer, 413, "too-large");
    expect(JSON.stringify(answer.body ?? answer)).toContain("takes, 1,048,576 bytes.");
    const unsaid = await world().app.inject({
      method: "POST",
      url: "/v1/user/tokens",
      headers: {
        authorization: `Bearer ${person.token}`,
        "content-type": "application/json",
        "transfer-encoding": "chunked",
      },
      payload: Buffer.from(body),
    });
    expect(unsaid.statusCode).toBe(413);
    const within = JSON.stringify({ label: "x".repeat(1024 * 1024 - 20) });
    expectFailure(await rawPost(within), 400, "invalid-input");
  });

  test("415 for other kinds of bodies", async () => {
    for (const type of [
      "text/plain",
      "application/xml",
      "application/jsonp",
      "application",
      "x",
      ",",
      "application/x-www-form-urlencoded",
    ]) {
      expectFailure(await rawPost('{"label":"x"}', type), 415, "unsupported-media-type");
    }
    const files =
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--x--\r\n';
    for (const path of ["/user/tokens", `/orgs/${world().organization}/spaces`]) {
      const answer = await rawPost(files, "multipart/form-data; boundary=x", path);
      expectFailure(answer, 415, "unsupported-media-type");
    }
  });

  test("400 for a body that says something where none is read; an object without fields says nothing", async () => {
    const deleting = (body: unknown) => world().call("DELETE", "/user/tokens/absent", { as: person, body });
    for (const body of [{ force: true }, [], [{}], "now", 0]) {
      expectFailure(await deleting(body), 400, "invalid-input");
    }
    expectFailure(await deleting({}), 404, "not-found");
  });

  test.each([
    "application/json",
    "application/json; charset=utf-8",
    "APPLICATION/JSON",
    "application/merge-patch+json",
  ])("%s is JSON", async (type) => {
    expect((await rawPost('{"label":"typed"}', type)).status).toBe(201);
  });

  test("500 says nothing but where to look, and the log has the rest under the same id", async () => {
    const lines: string[] = [];
    const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
    const broken = {
      ...world().deps,
      log,
      members: {
        ...world().deps.members,
        of: () => Promise.reject(new Error("the secret password is swordfish")),
      },
      identities: {
        identify: () => {
          throw new Error("the secret password is swordfish");
        },
      },
    };
    const app = world().openApp(broken as never);
    const response = await app.inject({
      method: "GET",
      url: "/v1/user",
      headers: { authorization: `Bearer ${person.token}` },
    });
    await app.close();
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toContain("swordfish");
    expect(response.body).not.toMatch(/\bat \S+:\d+/);
    const { requestId } = response.json<{ error: { requestId: string } }>().error;
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(logged).toEqual([expect.objectContaining({ requestId, msg: "failed", method: "GET" })]);
    expect(lines.join("")).toContain("swordfish");
    expect(lines.join("")).not.toContain(person.token);
  });

  const failed = (code: string) => Object.assign(new Error("connect"), { code });
  const away = "The database or the store of files does not answer; try again.";
  const full = "The disk is full; nothing was changed.";
  const open =
    "The database was lost while it kept this: it may have been done. Read before you send it again, or send it with " +
    "the same Idempotency-Key.";

  test("503 with Retry-After when what we stand on fails", async () => {
    let failure: Error = new Error("none yet");
    const identities = {
      identify: () => {
        throw failure;
      },
    };
    const app = world().openApp({ identities });
    // As the database's own layer says what the driver tells without a code.
    const lost = new ConnectionLost("Client has encountered a connection error and is not queryable");
    const outages: [Error, string][] = [
      ...["ECONNREFUSED", "40001", "EIO", "SQLITE_READONLY_DBMOVED"].map((code): [Error, string] => [
        failed(code),
        away,
      ]),
      [lost, away],
      [new CommitLost("no answer"), open],
      [new BlobsAway("connect"), away],
      [failed("SQLITE_FULL"), full],
      [failed("ENOSPC"), full],
      [failed("57014"), "The database took too long for this; ask for less at once, or later."],
    ];
    for (const [error, message] of outages) {
      failure = error;
      const answer = await app.inject({ url: "/v1/user", headers: { authorization: "Bearer x" } });
      expect([error, answer.statusCode, answer.json().error.message]).toEqual([error, 503, message]);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    }
    await app.close();
    expect(world().failures.splice(0)).toHaveLength(outages.length);
  });
});

describe("bodies", () => {
  test.each([
    ["nothing", ""],
    ["half", '{"label":'],
    ["words", "label"],
    ["two", "{}{}"],
    ["a trailing comma", '{"label":"x",}'],
    ["single quotes", "{'label':'x'}"],
    ["NaN", '{"label":NaN}'],
    ["a raw line break in a string", '{"label":"a\nb"}'],
    ["bytes that are no UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ["UTF-16", Buffer.from('{"label":"x"}', "utf16le")],
    [
      "overlong UTF-8",
      Buffer.concat([Buffer.from('{"label":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
    ],
    ["NUL", '{"label":"a\\u0000b"}'],
    ["half a surrogate pair", '{"label":"\\ud83d"}'],
    ["half a surrogate pair as a name", '{"label":"x","\\ud83d":1}'],
    ["__proto__", '{"label":"x","__proto__":{"admin":true}}'],
    ["constructor.prototype", '{"label":"x","constructor":{"prototype":{"admin":true}}}'],
    ["a number without end", '{"label":"x","expiresAt":1e400}'],
    ["an array", "[]"],
    ["null", "null"],
    ["a number", "7"],
    ["100,000 levels", "[".repeat(100_000) + "]".repeat(100_000)],
    ["100,000 levels with an escape", `{"label":${"[".repeat(100_000)}"\\u0041"${"]".repeat(100_000)}}`],
    ["many levels of objects", `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`],
  ])("%s is a 400", async (_name, body) => {
    const answer = await rawPost(body);
    expectFailure(answer, 400, "invalid-input");
    expect(answer.body.error.message.length).toBeLessThan(500);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test("nesting is bounded where a field takes anything, too", async () => {
    const site = await world().post(
      `/orgs/${world().organization}/sites`,
      { title: "Deep", spaces: "empty" },
      person,
    );
    expect(site.status).toBe(201);
    const { body } = await world().get(`/orgs/${world().organization}/spaces`, person);
    const deep = `${'{"a":'.repeat(5000)}"\\u0041"${"}".repeat(5000)}`;
    const raw = `{"changes":[{"operation":"insert_page","type":"computed","title":"x","computed":${deep}}]}`;
    const answer = await rawPost(raw, "application/json", `/spaces/${body.items[0].id}/content`);
    expectFailure(answer, 400, "invalid-input");
    expect(answer.body.error.message).toContain("nested");
  });

  test("emoji, escapes and a byte order mark are fine", async () => {
    for (const raw of ['{"label":"\\ud83d\\ude00"}', '{"label":"😀"}', '\ufeff{"label":"😀"}']) {
      expect((await rawPost(raw)).body.label).toBe("😀");
    }
  });

  test("lengths are counted in code points", async () => {
    const label = "😀".repeat(50);
    const spaces = `/orgs/${world().organization}/spaces`;
    expect((await world().post(spaces, { title: label }, person)).status).toBe(201);
    expect((await world().post(spaces, { title: `${label}x` }, person)).status).toBe(400);
  });

  test.each([
    "application/json",
    "text/plain",
    "",
    "garbage",
    "multipart/form-data",
    "application/json; charset=x",
  ])("an empty body of type %j is no body", async (type) => {
    const spaces = `/orgs/${world().organization}/spaces`;
    expect((await rawPost("", type, spaces)).status).toBe(201);
    const needed = await rawPost("", type);
    expectFailure(needed, 400, "invalid-input");
  });

  test.each(["GET", "HEAD"])("%s takes none", async (method) => {
    const headers = { "content-type": "application/json" };
    const answer = await world().call(method, "/user", { as: person, raw: "{}", headers });
    expect(answer.status).toBe(400);
  });
});

describe("paths", () => {
  test.each([
    ["/v1/%", 400],
    ["/v1/%zz/x", 400],
    ["/v1/spaces/%E0%A4%A", 400],
    ["/v1/spaces/%00", 400],
    ["/v1/spaces/%ED%A0%80", 400],
    ["/v1/spaces/%C0%AE%C0%AE", 400],
    [`/v1/spaces/${"x".repeat(129)}`, 400],
    [`/v1/spaces/${"x".repeat(3000)}`, 404],
    ["/v1/spaces/..%2f..%2fetc", 404],
    ["/v1/spaces/..;/x", 404],
    ["/v1/spaces/a%5Cb", 404],
    ["/v1/spaces/__proto__", 404],
    ["/v1/spaces/constructor", 404],
    ["/v1/spaces/%20", 404],
    ["/v1/spaces//", 404],
  ])("%s is a %i", async (path, status) => {
    const response = await world().app.inject({
      url: path,
      headers: { authorization: `Bearer ${person.token}` },
    });
    const body = response.json<{ error: { code: number; requestId: string } }>();
    expect([response.statusCode, body.error.code]).toEqual([status, status]);
    expect(body.error.requestId).toMatch(/^\w{20}$/);
  });

  test.each([
    "limit=1&limit=2",
    "page=%00",
    "limit[]=1",
    "limit[a]=1",
    "__proto__=1",
    "limit=1e3000",
    "limit=%",
    "=",
    "page=%ED%A0%80",
  ])("the query %s is a 400", async (query) => {
    expectFailure(await world().get(`/user/tokens?${query}`, person), 400, "invalid-input");
  });
});
