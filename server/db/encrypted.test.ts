/** What the address of a PostgreSQL database says of TLS, as docs/self-hosting/postgresql.md describes it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { selfSigned } from "../ports/certificate.fixture.ts";
import { Servers } from "./servers.ts";

/** How a client asks for TLS: the length of the message, and a number that no version has. */
const ASKS_FOR_TLS = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const { key, cert } = selfSigned("localhost");
const folder = mkdtempSync(join(tmpdir(), "lectern-tls-"));
const authority = join(folder, "ca.pem");
let server: Server;
/** How each client began to speak. */
let heard: string[] = [];

beforeAll(async () => {
  writeFileSync(authority, cert);
  server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", (first) => {
      if (!first.equals(ASKS_FOR_TLS)) {
        heard.push("plain");
        socket.destroy();
        return;
      }
      socket.write("S");
      const secure = new TLSSocket(socket, { isServer: true, key, cert });
      secure.on("error", () => undefined);
      secure.once("data", () => {
        heard.push("encrypted");
        secure.destroy();
      });
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
});
beforeEach(() => void (heard = []));
afterAll(async () => {
  await new Promise((done) => server.close(done));
  rmSync(folder, { recursive: true });
});

test.each([
  ["", ["plain"], "terminated"],
  ["?sslmode=verify-full", [], "self-signed certificate"],
  [`?sslmode=verify-full&sslrootcert=${authority}`, ["encrypted"], "terminated"],
  ["?sslmode=no-verify", ["encrypted"], "terminated"],
])("an address that ends with %j", async (ending, spoken, refusal) => {
  const { port } = server.address() as AddressInfo;
  const servers = new Servers(`postgres://lectern:password@localhost:${port}/lectern${ending}`);
  await expect(servers.client({}).connect()).rejects.toThrow(refusal);
  expect(heard).toEqual(spoken);
});

test("a certificate for another host is refused, whoever signed it", async () => {
  const { port } = server.address() as AddressInfo;
  const ending = `?sslmode=verify-full&sslrootcert=${authority}`;
  const servers = new Servers(`postgres://lectern:password@127.0.0.1:${port}/lectern${ending}`);
  await expect(servers.client({}).connect()).rejects.toThrow();
  expect(heard).toEqual([]);
});
