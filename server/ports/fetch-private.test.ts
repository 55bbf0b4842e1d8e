import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openFetch, OutboundError } from "./fetch.ts";

// Canaries that must never hear anything: the machine itself, in both families, on the same port.
let canaries: Server[];
let port: number;
let hits = 0;
let connections = 0;

beforeAll(async () => {
  const first = await listen("127.0.0.1", 0);
  port = (first.address() as AddressInfo).port;
  canaries = [first, await listen("::1", port), await listen("127.0.0.2", port)];
});
afterAll(() => canaries.forEach((canary) => canary.close()));
beforeEach(() => {
  hits = 0;
  connections = 0;
});

const PRIVATE_V4 = [
  "127.0.0.1",
  "127.0.0.2",
  "0.0.0.0",
  "0.0.0.1",
  "10.0.0.1",
  "172.16.0.1",
  "172.31.255.254",
].concat([
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "192.0.0.192",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
]);
const PRIVATE_V6 = [
  "::",
  "::1",
  "fe80::1",
  "fec0::1",
  "fd00:ec2::254",
  "fc00::1",
  "ff02::1",
  "2001:db8::1",
  "100::1",
];

/** One IPv4 address in the spellings that parsers of URLs and the C library have ever taken. */
function spellingsOf(address: string): string[] {
  const parts = address.split(".").map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const wide = address.replace(/[0-9.]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
  return [
    address,
    `${address}.`,
    String(whole),
    hex(whole),
    octal(whole),
    `0X${whole.toString(16).toUpperCase()}`,
    parts.map(hex).join("."),
    parts.map(octal).join("."),
    parts.map((part) => octal(part).padStart(9, "0")).join("."),
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${hex(a)}.${octal(b)}.${c * 256 + d}`,
    wide,
    address.replaceAll(".", "。"),
    address.replaceAll(".", "｡"),
    address.replaceAll(".", "%2e"),
    address.replace(/^./, (letter) => `%3${letter}`),
  ];
}

const hex = (value: number) => `0x${value.toString(16)}`;
const octal = (value: number) => `0${value.toString(8)}`;

/** IPv6 addresses that carry this IPv4 address. */
function carriersOf(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  const [high, low] = [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
  return [
    `::ffff:${address}`,
    `::ffff:${high}:${low}`,
    `0:0:0:0:0:ffff:${address}`,
    `::${address}`,
    `::${high}:${low}`,
    `::ffff:0:${high}:${low}`,
    `64:ff9b::${high}:${low}`,
    `64:ff9b:1::${high}:${low}`,
    `2002:${high}:${low}::1`,
    `2001:0:${high}:${low}::1`,
  ];
}

function hostile(): string[] {
  const hosts = [
    ...PRIVATE_V4.flatMap(spellingsOf),
    ...PRIVATE_V4.flatMap(carriersOf).map((address) => `[${address}]`),
    ...PRIVATE_V6.map((address) => `[${address}]`),
    "localhost",
    "LOCALHOST",
    "localhost.",
    "ⓛocalhost",
    "%6cocalhost",
    "a.localhost",
    "db",
    "printer.local",
    "metadata.google.internal",
    "metadata.google.internal.",
    "router.home.arpa",
    "[::1%25lo]",
    "[fe80::1%lo]",
  ];
  const plain = hosts.flatMap((host) => [`http://${host}:${port}/`, `https://${host}:${port}/`]);
  const tricks = ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "localhost"].flatMap((host) => [
    `http://example.com@${host}:${port}/`,
    `http://example.com:80@${host}:${port}/`,
    `http://a:b@${host}:${port}/`,
    `http://${host}:${port}#@example.com/`,
    `http://${host}:${port}?@example.com/`,
    `http:\\\\${host}:${port}\\`,
    `http://${host}:${port}\\@example.com/`,
    `http:/${host}:${port}/`,
    `http:${host}:${port}/`,
    ` http://${host}:${port}`,
    `ht\ntp://${host}:${port}/`,
    `http://${host}\t:${port}/`,
    `HTTP://${host}:${port}/`,
    `//${host}:${port}/`,
    `file://${host}/etc/passwd`,
    `gopher://${host}:${port}/_x`,
    `ftp://${host}:${port}/`,
    `ws://${host}:${port}/`,
    `blob:http://${host}:${port}/x`,
    `data:text/html,http://${host}:${port}`,
    `unix:/tmp/x:${host}`,
    `${host}:${port}`,
  ]);
  const rest = [
    "",
    "http://",
    "https:///",
    "file:///etc/passwd",
    "about:blank",
    "javascript:alert(1)",
    "http://[",
    "x",
  ];
  return [...plain, ...tricks, ...rest, `http://${"a".repeat(9000)}.com/`];
}

describe("nothing private can be reached", () => {
  test("by an address, however it is spelled", async () => {
    // Names that would be looked up get a private answer, so that a check of the name alone does not pass for one.
    const door = openFetch({
      allowPrivateNetwork: false,
      resolve: async () => ["127.0.0.1", "::1"],
      connectTimeout: 500,
    });
    const addresses = hostile();
    expect(new Set(addresses).size).toBeGreaterThan(300);
    for (const address of addresses) {
      expect(await codeOf(door.fetch(address, { timeout: 2000 })), address).toBe("FETCH_FAILED");
    }
    expect([hits, connections]).toEqual([0, 0]);
    await door.close();
  });

  test("the canaries do hear when the private network is allowed, or these tests would prove nothing", async () => {
    const door = openFetch({ allowPrivateNetwork: true, resolve: async () => ["127.0.0.1"] });
    const hosts = [
      "127.0.0.1",
      "127.0.0.2",
      "[::1]",
      "2130706433",
      "0x7f.1",
      "[::ffff:127.0.0.1]",
      "localhost",
      "db",
    ];
    for (const host of hosts) await door.fetch(`http://${host}:${port}/`);
    expect(hits).toBe(hosts.length);
    await door.close();
  });

  test.each([...PRIVATE_V4, ...PRIVATE_V6, ...carriersOf("127.0.0.1"), "::1%lo"])(
    "by a name that means %s",
    async (address) => {
      for (const answer of [[address], ["93.184.216.34", address], [address, "93.184.216.34"]]) {
        const door = openFetch({ allowPrivateNetwork: false, resolve: async () => answer });
        expect(await codeOf(door.fetch(`http://innocent.example.com:${port}/`))).toBe("FETCH_FAILED");
        await door.close();
      }
      expect([hits, connections]).toEqual([0, 0]);
    },
  );

  test("by a name without addresses, or one that can't be looked up", async () => {
    for (const resolve of [
      async () => [],
      async () => ["not an address"],
      () => Promise.reject(new Error("ENOTFOUND")),
    ]) {
      const door = openFetch({ allowPrivateNetwork: false, resolve });
      expect(await codeOf(door.fetch(`http://innocent.example.com:${port}/`))).toBe("FETCH_FAILED");
      await door.close();
    }
  });

  test("ports below 1024 other than those of the web are refused", async () => {
    let asked = 0;
    const resolve = async () => {
      asked++;
      throw new Error("no such name");
    };
    const door = openFetch({ allowPrivateNetwork: false, resolve });
    for (const at of [0, 1, 21, 22, 23, 25, 110, 143, 445, 587, 993, 1023]) {
      expect(await codeOf(door.fetch(`http://example.com:${at}/`))).toBe("FETCH_FAILED");
    }
    expect(asked).toBe(0);
    await Promise.all([80, 443, 1024, 8080].map((at) => codeOf(door.fetch(`http://example.com:${at}/`))));
    expect(asked).toBe(4);
    await door.close();
  });
});

// Below, 127.0.0.1 stands for a public server, ::1 and 127.0.0.2 for private ones.
const isAllowed = (address: string) => address === "127.0.0.1";
const byName = async (name: string) => (name === "public.example.com" ? ["127.0.0.1"] : ["127.0.0.2"]);

describe("a name that changes its address", () => {
  test("is looked up once a connection, and the connection goes to what was checked", async () => {
    const answers = [["127.0.0.1"], ["::1"], ["127.0.0.2"]];
    let asked = 0;
    const resolve = async () => answers[asked++] ?? ["::1"];
    const door = openFetch({ allowPrivateNetwork: false, isAllowed, resolve });
    const found = await door.fetch(`http://rebinding.example.com:${port}/`, { headers: { accept: "*/*" } });
    expect(Buffer.from(found.body).toString()).toBe("127.0.0.1");
    expect(asked).toBe(1);
    expect(hits).toBe(1);
    await door.close();
  });

  test("a later connection is checked again", async () => {
    const answers = [["127.0.0.1"], ["::1"], ["127.0.0.1", "127.0.0.2"]];
    let asked = 0;
    const door = openFetch({
      allowPrivateNetwork: false,
      isAllowed,
      resolve: async () => answers[asked++] ?? [],
    });
    // Each by its own name: a kept connection would need no look-up.
    expect((await door.fetch(`http://a.example.com:${port}/`)).status).toBe(200);
    expect(await codeOf(door.fetch(`http://b.example.com:${port}/`))).toBe("FETCH_FAILED");
    expect(await codeOf(door.fetch(`http://c.example.com:${port}/`))).toBe("FETCH_FAILED");
    expect([hits, asked]).toEqual([1, 3]);
    await door.close();
  });

  test.each([
    "http://[::1]:PORT/",
    "http://127.0.0.2:PORT/",
    "http://private.example.com:PORT/",
    "http://localhost:PORT/",
  ])("a public server can't send us on to %s", async (target) => {
    const door = openFetch({ allowPrivateNetwork: false, isAllowed, resolve: byName });
    const location = encodeURIComponent(target.replace("PORT", String(port)));
    const asked = door.fetch(`http://public.example.com:${port}/?to=${location}`);
    expect(await codeOf(asked)).toBe("FETCH_FAILED");
    expect(hits).toBe(1);
    await door.close();
  });
});

async function codeOf(asked: Promise<unknown>): Promise<string> {
  const error = await asked.then(
    () => "an answer",
    (error: unknown) => error,
  );
  return error instanceof OutboundError ? error.code : String(error);
}

/** A server that counts what it hears, answers its own address, and redirects to `?to=`. */
async function listen(host: string, at: number): Promise<Server> {
  const server = createServer((request, response) => {
    hits++;
    const to = new URL(request.url ?? "/", "http://x").searchParams.get("to");
    if (to === null) response.end(request.socket.localAddress);
    else response.writeHead(302, { location: to }).end();
  });
  server.on("connection", () => {
    // A connection alone, without a request, would tell which ports are open.
    connections++;
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(at, host, resolve));
  return server;
}
