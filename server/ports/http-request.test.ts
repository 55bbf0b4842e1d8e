import { createServer as createSecure, Agent as HttpsAgent } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { createServer } from "node:net";
import { Agent as HttpAgent } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { selfSigned } from "./certificate.fixture.ts";
import { openFetch } from "./fetch.ts";
import { checkedLookup } from "./fetch-connect.ts";
import { sendHttp } from "./http-request.ts";

const PATIENCE = { connectTimeout: 2000, headersTimeout: 2000 };
const identity = selfSigned("docs.example.com");
let server: Server;
let port: number;
let names: string[];

beforeAll(async () => {
  server = createSecure(
    identity,
    (request, response) => void text(request).then((body) => response.end(`heard ${body}`)),
  );
  server.on("secureConnection", (socket: { servername: string }) => names.push(socket.servername));
  names = [];
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

describe("an encrypted request", () => {
  const trusting = () => ({ http: new HttpAgent(), https: new HttpsAgent({ ca: identity.cert }) });
  const lookup = checkedLookup(
    async () => ["127.0.0.1"],
    () => true,
  );
  const ask = (host: string, agents = trusting()) => {
    const url = new URL(`https://${host}:${port}/`);
    return sendHttp(url, { ...PATIENCE, method: "POST", headers: {}, body: "hello", lookup, agents });
  };

  test("goes to the checked address under the name that was asked for", async () => {
    expect(await text(await ask("docs.example.com"))).toBe("heard hello");
    expect(names).toEqual(["docs.example.com"]);
  });

  test("is refused when the certificate is for another name", async () => {
    await expect(ask("other.example.com")).rejects.toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });
  });

  test("is refused when nobody vouches for the certificate", async () => {
    const agents = { http: new HttpAgent(), https: new HttpsAgent() };
    await expect(ask("docs.example.com", agents)).rejects.toMatchObject({
      code: "DEPTH_ZERO_SELF_SIGNED_CERT",
    });
    const door = openFetch({ allowPrivateNetwork: true, resolve: async () => ["127.0.0.1"] });
    await expect(door.fetch(`https://docs.example.com:${port}/`)).rejects.toMatchObject({
      code: "FETCH_FAILED",
    });
    await door.close();
  });

  test("times out where the other side never completes the handshake", async () => {
    const mute = createServer(() => undefined);
    await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
    const url = new URL(`https://127.0.0.1:${(mute.address() as AddressInfo).port}/`);
    const asked = sendHttp(url, { connectTimeout: 100, headersTimeout: 2000, method: "GET", headers: {} });
    await expect(asked).rejects.toMatchObject({ code: "ETIMEDOUT", message: "Timed out: connecting" });
    mute.close();
  });

  test("sends a stream, and fails when the stream does", async () => {
    const url = new URL(`https://docs.example.com:${port}/`);
    const common = { ...PATIENCE, method: "PUT", headers: {}, lookup };
    const body = Readable.from(["hel", "lo"]);
    expect(await text(await sendHttp(url, { ...common, body, agents: trusting() }))).toBe("heard hello");
    const broken = new Readable({ read: () => broken.destroy(new Error("unreadable")) });
    await expect(sendHttp(url, { ...common, body: broken, agents: trusting() })).rejects.toThrow();
  });
});
