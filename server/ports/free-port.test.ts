import { createServer } from "node:net";
import { expect, test } from "vitest";
import { freePorts } from "./free-port.ts";

const HOST = "127.0.0.1";
const ANY = { port: 0, setting: "PORT" };

test("ports that nobody names differ, and are none that a connection that goes out could be given", async () => {
  const ports = await freePorts(HOST, [ANY, ANY, ANY]);
  expect(new Set(ports).size).toBe(3);
  for (const port of ports) {
    expect(port).toBeGreaterThanOrEqual(12_000);
    expect(port).toBeLessThan(20_000);
  }
});

test("one that is named is that, or is refused by the setting that names it", async () => {
  const server = createServer();
  const [port = 0] = await freePorts(HOST, [ANY]);
  expect(await freePorts(HOST, [{ port, setting: "PORT" }])).toEqual([port]);
  await new Promise<void>((done) => server.listen(port, HOST, done));
  try {
    await expect(freePorts(HOST, [{ port, setting: "LECTERN_SITES_PORT" }])).rejects.toThrow(
      // Only Linux says by whom; here it is this process.
      process.platform === "linux"
        ? new RegExp(
            `^Port ${port} on 127\\.0\\.0\\.1 is taken by process ${process.pid} \\(.*, in ${process.cwd()}\\); set LECTERN_SITES_PORT to another one\\.$`,
          )
        : `Port ${port} on 127.0.0.1 is taken; set LECTERN_SITES_PORT to another one.`,
    );
  } finally {
    await new Promise((done) => server.close(done));
  }
});

test("an address that is not of this machine is refused by its setting, named or not", async () => {
  await expect(freePorts("203.0.113.7", [ANY])).rejects.toThrow("HOST=203.0.113.7 is no address");
});
