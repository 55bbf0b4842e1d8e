/** Logging in from the command line, and what commands then know of the server. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { givePassword, usePages } from "../account/pages.fixture.ts";
import { runCommand } from "../cli.ts";
import { useWorld } from "../test/harness.ts";
import { connectionOf, remoteOf } from "./connection.ts";

const world = useWorld();
const pages = usePages(world);
const PASSWORD = "four words of my own";
let server = "";
let config = "";
const scripted: Server[] = [];

beforeAll(async () => {
  await givePassword(world(), await world().addPerson("ada", "admin"), PASSWORD);
  await pages.app().listen({ host: "127.0.0.1", port: 0 });
  server = `http://127.0.0.1:${(pages.app().server.address() as AddressInfo).port}`;
  config = mkdtempSync(join(tmpdir(), "lectern-login-"));
});
afterEach(() => rmSync(join(config, "lectern"), { recursive: true, force: true }));
afterAll(() => {
  rmSync(config, { recursive: true });
  for (const one of scripted) one.close();
});

const file = () => join(config, "lectern/logins.json");

interface Running {
  readonly out: string[];
  readonly err: string[];
  readonly code: Promise<number>;
  /** The first line printed that fits. */
  readonly said: (pattern: RegExp) => Promise<RegExpExecArray>;
}

function lectern(args: string, env: NodeJS.ProcessEnv = {}): Running {
  const [out, err]: [string[], string[]] = [[], []];
  let look = (): void => undefined;
  const code = runCommand(args.split(" "), {
    env: { XDG_CONFIG_HOME: config, ...env },
    print: (line) => {
      out.push(line);
      look();
    },
    note: (line) => void err.push(line),
    progress: { write: () => true },
    isTerminal: false,
  });
  const said = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((found) => {
      look = () => {
        const match = out.map((line) => pattern.exec(line)).find((one) => one !== null);
        if (match) found(match);
      };
      look();
    });
  return { out, err, code, said };
}

/** A server that answers these, one after the other, and keeps what it was sent. */
async function script(...answers: readonly (readonly [number, object])[]) {
  const sent: string[] = [];
  const one = createServer((request, response) => {
    let body = "";
    request.on("data", (bytes) => (body += bytes));
    request.on("end", () => {
      sent.push(`${request.url} ${body}`);
      const [status, answer] = answers[sent.length - 1] ?? [500, {}];
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
  });
  scripted.push(one);
  await new Promise<void>((done) => one.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${(one.address() as AddressInfo).port}`, sent };
}

const CODES = {
  device_code: "d",
  user_code: "BCDF-GHJK",
  verification_uri: "http://x/device",
  expires_in: 600,
};

describe("login and logout", () => {
  test("somebody approves in the browser, the token is kept for them alone, and logout ends it", async () => {
    const running = lectern(`login ${server}/`);
    const [, code = ""] = await running.said(/type the code ([A-Z]{4}-[A-Z]{4})$/);
    const visitor = pages.visitor();
    await visitor.post("/sign-in", { email: "ada@example.com", password: PASSWORD });
    await visitor.post("/device/decision", { user_code: code, do: "approve" });
    expect([await running.code, running.out.at(-1)]).toEqual([
      0,
      expect.stringContaining(`Logged in to ${server}`),
    ]);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    const { url, token } = connectionOf({}, { XDG_CONFIG_HOME: config });
    expect([url, running.out.join("").includes(token)]).toEqual([server, false]);
    expect((await world().call("GET", "/user", { as: token })).body.displayName).toBe("ada");

    const ended = lectern("logout");
    expect([await ended.code, ended.out]).toEqual([0, [expect.stringContaining("revoked and forgotten")]]);
    expect((await world().call("GET", "/user", { as: token })).status).toBe(401);
    expect(readFileSync(file(), "utf8")).not.toContain(token);
    const again = lectern(`logout ${server}`);
    expect([await again.code, again.err]).toEqual([1, [expect.stringContaining("You are not logged in")]]);
    const nowhere = lectern("logout");
    expect([await nowhere.code, nowhere.err]).toEqual([1, ["lectern: You are logged in to no server."]]);
  });

  test.each([
    ["access_denied", "It was denied"],
    ["expired_token", "Nobody approved it"],
    ["invalid_grant", "answers 400"],
  ])("%s ends it, and nothing is kept", async (error, said) => {
    const { url } = await script(
      [200, { ...CODES, interval: 0 }],
      [400, { error: "authorization_pending" }],
      [400, { error, error_description: "Over." }],
    );
    const running = lectern(`login ${url}`);
    expect([await running.code, running.err.at(-1)]).toEqual([1, expect.stringContaining(said)]);
    expect(() => statSync(file())).toThrow("ENOENT");
  });

  test("a proxy that has heard enough is asked more slowly, and somebody approves", async () => {
    const { url, sent } = await script(
      [200, { ...CODES, interval: 0 }],
      [429, { message: "Too many requests" }],
      [200, { access_token: "kept", expires_in: 60 }],
    );
    expect(await lectern(`login ${url}`).code).toBe(0);
    expect(sent).toHaveLength(3);
  });

  test("what is no Lectern, nobody and no address are named", async () => {
    const { url } = await script([404, {}]);
    for (const [args, code, said] of [
      [`login ${url}`, 1, "not as Lectern does"],
      ["login http://127.0.0.1:1", 1, "can't be reached"],
      ["login docs.example.com", 2, "has to be an address"],
      ["login", 2, "Name the server"],
    ] as const) {
      const running = lectern(args);
      expect([args, await running.code, running.err.at(-1)]).toEqual([
        args,
        code,
        expect.stringContaining(said),
      ]);
    }
  });

  test("scopes are asked for, and the machine is named by what it may be called", async () => {
    const { url, sent } = await script([
      400,
      { error: "invalid_scope", error_description: "There is no scope x." },
    ]);
    const running = lectern(`login ${url} --scope space:read x`);
    expect([await running.code, running.err]).toEqual([
      1,
      [`lectern: ${url} answers 400: There is no scope x.`],
    ]);
    expect(sent[0]).toMatch(/^\/oauth\/device client_id=lectern&(device_name=[^&]+&)?scope=space%3Aread\+x$/);
  });
});

describe("which server, and as whom", () => {
  const env = (more: NodeJS.ProcessEnv = {}) => ({ XDG_CONFIG_HOME: config, ...more });
  const [a, b] = ["http://a.test", "http://b.test"];
  const both = { LECTERN_URL: `${a}/`, LECTERN_TOKEN: "of the environment" };

  test("options win over the environment, and that over a login", async () => {
    expect(connectionOf({}, env(both))).toEqual({ url: a, token: "of the environment" });
    expect(connectionOf({ token: "said" }, env(both))).toEqual({ url: a, token: "said" });
    expect(connectionOf({ url: `${b}/v1`, token: "said" }, env(both))).toEqual({ url: b, token: "said" });
  });

  test("a token of the environment goes to no other server than the environment's", () => {
    expect(() => connectionOf({ url: b }, env(both))).toThrow(/No token for http:\/\/b.test/);
    expect(connectionOf({ url: b }, env({ LECTERN_TOKEN: "alone" }))).toEqual({ url: b, token: "alone" });
  });

  test("a login serves where no installation is named", async () => {
    const { url } = await script(
      [200, { ...CODES, interval: 0 }],
      [200, { access_token: "kept", expires_in: 60 }],
    );
    expect(remoteOf({}, env())).toBeUndefined();
    expect(await lectern(`login ${url}`).code).toBe(0);
    expect(remoteOf({}, env())).toEqual({ url, token: "kept" });
    expect(remoteOf({ url: `${url}/` }, env({ LECTERN_DATA_DIR: "/x" }))).toEqual({ url, token: "kept" });
    expect(remoteOf({}, env({ LECTERN_DATA_DIR: "/x" }))).toBeUndefined();
    expect(remoteOf({}, env({ LECTERN_DATA_DIR: "/x", ...both }))?.url).toBe(a);
  });

  test("a token can be in a file, and a file of logins that is broken is named", () => {
    const path = join(config, "token");
    writeFileSync(path, "in a file\n");
    expect(connectionOf({}, env({ LECTERN_URL: a, LECTERN_TOKEN_FILE: path })).token).toBe("in a file");
    expect(() => connectionOf({}, env())).toThrow(/Name the server/);
    expect(() => connectionOf({}, env({ LECTERN_URL: "a.test" }))).toThrow(/LECTERN_URL must be an address/);
  });

  test("commands of an installation take no offence at them", async () => {
    const running = lectern("doctor", { ...both, LECTERN_DATA_DIR: join(config, "nothing") });
    await running.code;
    expect(running.err.join()).not.toContain("is not a setting");
  });
});
