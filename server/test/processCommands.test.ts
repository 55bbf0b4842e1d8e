/** The commands of the built program that speak with a server, against the built server: from login to logout. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchWatched } from "./ownAnswers.ts";
import { Program, type Run } from "./program.ts";

const ADMIN = "admin@localhost";

let program: Program;
let server: Run;
let app: string;
let settings: Record<string, string>;
/** What somebody elsewhere has: no installation, and a folder for what programs remember. */
let elsewhere: { XDG_CONFIG_HOME: string };
let folder: string;

beforeAll(async () => {
  program = await Program.build();
  settings = await program.install();
  folder = program.folder();
  elsewhere = { XDG_CONFIG_HOME: join(folder, "config") };
  server = program.start(settings);
  ({ app } = await server.ready());
});
afterAll(() => program.remove());

/** Runs a command to its end and gives the lines it printed; nothing went wrong. */
async function lectern(env: Record<string, string>, ...args: string[]): Promise<string[]> {
  const run = program.start(env, args);
  expect([args[0], await run.ended, run.logged]).toEqual([args[0], 0, ""]);
  return run.printed;
}

/** Somebody's browser, signed in by a link: gives what posts forms. */
async function browser(): Promise<(path: string, fields: Record<string, string>) => Promise<Response>> {
  const [link = ""] = await lectern(settings, "user", "link", ADMIN);
  // The server took a free port, which the settings don't say.
  expect(new URL(link).origin).toBe(app);
  let cookie = "";
  const post = async (path: string, fields: Record<string, string>) => {
    const answer = await fetchWatched(app + path, {
      method: "POST",
      headers: { origin: app, cookie },
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
    const given = answer.headers.getSetCookie().map((one) => one.split(";")[0]);
    if (given.length > 0) cookie = given.join("; ");
    return answer;
  };
  expect((await post(new URL(link).pathname, { by: "link" })).status).toBe(303);
  return post;
}

test("somebody logs in by the browser, calls, imports, exports and logs out", async () => {
  const post = await browser();
  const login = program.start(elsewhere, ["login", app]);
  await expect.poll(() => login.printed.length).toBeGreaterThan(0);
  const [, code = ""] = /type the code (\S+)$/.exec(login.printed[0] ?? "") ?? [];
  expect((await post("/device/decision", { user_code: code, do: "approve" })).status).toBe(200);
  expect(await login.ended).toBe(0);
  expect(statSync(join(elsewhere.XDG_CONFIG_HOME, "lectern/logins.json")).mode & 0o777).toBe(0o600);

  const [user = ""] = await lectern(elsewhere, "api", "users.me", "--json");
  expect(JSON.parse(user)).toMatchObject({ object: "user", email: ADMIN });

  const guide = join(folder, "guide");
  mkdirSync(guide);
  writeFileSync(join(guide, "README.md"), "# Start\n\nGo to [setup](setup.md).\n");
  writeFileSync(join(guide, "setup.md"), "# Set up\n\nTurn the key.\n");
  const said = await lectern(elsewhere, "import", guide, "--new", "Guide", "--json");
  const imported = JSON.parse(said.join("\n")) as { space: string };
  expect(imported).toMatchObject({ importedResources: 2, totalResources: 2 });
  const [content = ""] = await lectern(elsewhere, "api", "spaces.content.get", imported.space, "--json");
  expect(JSON.parse(content).pages.map(({ title }: { title: string }) => title)).toEqual(["Start", "Set up"]);

  const copy = join(folder, "copy");
  expect(await lectern(elsewhere, "export", "Guide", copy)).toEqual([`Written to ${copy}`]);
  expect(readFileSync(join(copy, "setup.md"), "utf8")).toBe("# Set up\n\nTurn the key.\n");

  expect(await lectern(elsewhere, "logout")).toEqual([
    `Logged out of ${app}: the token is revoked and forgotten.`,
  ]);
  const after = program.start(elsewhere, ["api", "users.me"]);
  expect([await after.ended, after.printed]).toEqual([2, []]);
  expect(await server.stop()).toBe(0);
});
