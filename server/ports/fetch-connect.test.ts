import { createSocket } from "node:dgram";
import type { Socket } from "node:dgram";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openFetch } from "./fetch.ts";
import { dnsResolve, systemResolve } from "./fetch-connect.ts";

const A = 1;
const AAAA = 28;
const ZONE: Record<string, Partial<Record<number, Buffer>>> = {
  "both.example.com": { [A]: Buffer.of(127, 0, 0, 1), [AAAA]: Buffer.from(`${"00".repeat(15)}01`, "hex") },
  "four.example.com": { [A]: Buffer.of(127, 0, 0, 1) },
};

let server: Socket;
let asked: string[];
let address: string;
beforeAll(async () => {
  asked = [];
  server = createSocket("udp4");
  server.on("message", (query, from) => server.send(answerTo(query), from.port, from.address));
  await new Promise<void>((resolve) => server.bind(0, "127.0.0.1", resolve));
  address = `127.0.0.1:${server.address().port}`;
});
afterAll(() => server.close());

/** The answer of a name server: one record of the zone, or that there is no such name. */
function answerTo(query: Buffer): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const name = labels.join(".").toLowerCase();
  const type = query.readUInt16BE(at + 1);
  asked.push(`${name} ${type}`);
  const found = ZONE[name]?.[type];
  const flags = Buffer.of(
    0x81,
    ZONE[name] === undefined ? 0x83 : 0x80,
    0,
    1,
    0,
    found === undefined ? 0 : 1,
    0,
    0,
    0,
    0,
  );
  const record =
    found && Buffer.concat([Buffer.of(0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, found.length), found]);
  const question = query.subarray(12, at + 5);
  return Buffer.concat([query.subarray(0, 2), flags, question, record ?? Buffer.alloc(0)]);
}

describe("the domain name system", () => {
  test.each([
    ["both.example.com", ["127.0.0.1", "::1"]],
    ["four.example.com", ["127.0.0.1"]],
    ["none.example.com", []],
  ])("gives every address of %s", async (name, addresses) => {
    expect(await dnsResolve([address])(name)).toEqual(addresses);
  });

  test("decides what a request may reach, not the system's own list of hosts", async () => {
    const web = createServer((_, response) => response.end("reached"));
    await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
    const url = `http://four.example.com:${(web.address() as AddressInfo).port}/`;
    const strict = openFetch({ allowPrivateNetwork: false, resolve: dnsResolve([address]) });
    await expect(strict.fetch(url)).rejects.toMatchObject({ code: "FETCH_FAILED" });
    const open = openFetch({ allowPrivateNetwork: true, resolve: dnsResolve([address]) });
    expect(Buffer.from((await open.fetch(url)).body).toString()).toBe("reached");
    web.close();
  });

  test("is asked once for each kind of address a connection", async () => {
    asked = [];
    await dnsResolve([address])("both.example.com");
    expect(asked.toSorted()).toEqual(["both.example.com 1", "both.example.com 28"]);
  });
});

test("the system's way knows localhost", async () => {
  expect(await systemResolve("localhost")).toContain("127.0.0.1");
});
