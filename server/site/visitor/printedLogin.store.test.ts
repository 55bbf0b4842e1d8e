/** The login that the manual prints, run as a program beside a site. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useWorld } from "../../test/harness.ts";
import { freePort } from "../../test/ports.ts";
import { blocksOf, DOCS } from "../../test/shellExamples.ts";
import { cookiesFrom, makeSite } from "./visitors.fixture.ts";

const world = useWorld();
const page = readFileSync(join(DOCS, "visitors.md"), "utf8");
const [, program = ""] = /title="login\.mjs" %\}\n```js\n([^]*?)^```$/m.exec(page) ?? [];
const guest = blocksOf("visitors.md").find((block) => block.startsWith("GUEST=")) ?? "";

/** Waits until a program answers at an address. */
async function answered(url: string): Promise<Response> {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(url, { redirect: "manual" }).catch(() => undefined);
    if (answer !== undefined) return answer;
    await new Promise((later) => setTimeout(later, 100));
  }
  throw new Error(`Nobody answers at ${url}.`);
}

test("the printed login sends a visitor back to the page, signed in, and nowhere else", async () => {
  const owner = await world().addPerson("ada", "admin");
  const site = await makeSite(world(), owner, "Printed");
  await world().patch(site.api, { visibility: "visitor-auth" }, owner);
  const [port, folder] = [await freePort(), mkdtempSync(join(tmpdir(), "lectern-login-"))];
  symlinkSync(join(DOCS, "../node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "login.mjs"), program.replace("8788", String(port)));
  const env = { ...process.env, SITE_URL: `http://sites.test${site.base}`, SITE_KEY: site.key, DEMO: "1" };
  const child = spawn(process.execPath, ["login.mjs"], { cwd: folder, env, stdio: "inherit" });
  const ended = once(child, "close");
  try {
    const login = `http://127.0.0.1:${port}/login`;
    const auth = { backend: "custom", fallbackURL: login };
    expect((await world().patch(`${site.api}/publishing/auth`, auth, owner)).status).toBe(200);
    const sent = await world().visit(`${site.base}?a=b`);
    expect(String(sent.headers["location"]).startsWith(`${login}?`)).toBe(true);
    const back = await answered(String(sent.headers["location"]));
    const address = new URL(back.headers.get("location") ?? "");
    expect([back.status, address.origin, address.pathname]).toEqual([302, "http://sites.test", site.base]);
    const arrived = await world().visit(address.pathname + address.search);
    expect((await world().visit(site.base, { cookie: cookiesFrom(arrived) })).status).toBe(200);
    // Whatever somebody has a visitor open, the token goes to the site alone; and nothing ends the program.
    for (const location of ["//evil.example/", "/../evil/", "https://evil.example/"]) {
      const to = await answered(`${login}?location=${encodeURIComponent(location)}`);
      expect(to.headers.get("location")?.startsWith(`http://sites.test${site.base}`)).toBe(true);
    }
    expect((await answered(`http://127.0.0.1:${port}//`)).status).toBe(400);
    expect((await answered(`http://127.0.0.1:${port}/other`)).status).toBe(404);
  } finally {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true });
  }
});

test("the printed token without a package opens a page", async () => {
  const owner = await world().addPerson("eve", "admin");
  const site = await makeSite(world(), owner, "Guests");
  await world().patch(site.api, { visibility: "visitor-auth" }, owner);
  // What curl would send.
  const curl = `curl() { printf '%s' "$3"; }\n`;
  const env = { ...process.env, SITE_KEY: site.key, SITE_URL: site.base };
  const header = execFileSync("bash", ["-eu", "-c", curl + guest], {
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [name = "", value = ""] = header.split(": ");
  expect((await world().visit(site.base, { [name.toLowerCase()]: value })).status).toBe(200);
  expect((await world().visit(site.base, { [name.toLowerCase()]: `${value}x` })).status).not.toBe(200);
});
