import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lockFolder } from "../ports/lock.ts";
import { openTestDatabase, type TestDatabase } from "../test/databases.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { exportCommand } from "./export.ts";
import { importCommand } from "./import.ts";

const GUIDE = {
  "README.md": "# Start\n\nGo to [setup](setup.md), or [nowhere](gone.md).\n",
  "setup.md": "# Set up\n\n![Logo](logo.svg)\n",
  "logo.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
  "notes.txt": "nobody links to this",
};

let folder: string;
let guide: string;
let printed: string[] = [];
const drawn: string[] = [];
const terminal = (env: Record<string, string | undefined> = {}) => ({
  env: { XDG_CONFIG_HOME: folder, ...env },
  print: (line: string): void => void printed.push(line),
  note: (): void => undefined,
  isTerminal: false,
  progress: { isTTY: true, columns: 80, write: (text: string) => drawn.push(text) },
});

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lectern-cli-"));
  guide = writeTree("guide", GUIDE);
});
afterAll(() => rmSync(folder, { recursive: true }));

function writeTree(name: string, files: Record<string, string>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name, path)), { recursive: true });
    writeFileSync(join(folder, name, path), text);
  }
  return join(folder, name);
}

function readTree(dir: string): Record<string, string> {
  const paths = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    paths.toSorted().map((path) => [path.slice(dir.length + 1), readFileSync(path, "utf8")]),
  );
}

/** What the same import says when it is made again. */
const unchanged = (first: readonly string[]): string[] =>
  first.toSpliced(2, 1).map((line) => line.replace("): ", "); nothing has changed: "));

/** What a command prints. */
async function lines(run: Promise<void>): Promise<string[]> {
  printed = [];
  await run;
  return [...printed];
}

describe("on an installation of their own", () => {
  let database: TestDatabase;
  let env: Record<string, string | undefined>;
  beforeAll(async () => {
    database = await openTestDatabase();
    const { url, file } = database;
    env = {
      LECTERN_DATA_DIR: url === undefined ? dirname(file) : join(folder, "data"),
      LECTERN_DATABASE_URL: url,
      LECTERN_SECRET: "a secret of thirty-two letters or more",
      LECTERN_LOG_LEVEL: "silent",
    };
    await database.db.transact(async (tx) => {
      const org = {
        id: "o1",
        title: "Acme",
        hostname: "acme",
        type: "business" as const,
        plan: "none",
        created_at: 1,
      };
      await tx.insertInto("organizations").values(org).execute();
      const user = { id: "u1", email: "a@b.c", email_folded: "a@b.c", display_name: "A", created_at: 1 };
      await tx.insertInto("users").values(user).execute();
      const member = { organization_id: "o1", user_id: "u1", role: "admin" as const, joined_at: 1 };
      await tx.insertInto("members").values(member).execute();
    });
  });
  afterAll(() => database.drop());

  test("import into a new space, again into it by its title, and export the same", async () => {
    const first = await lines(importCommand({ path: guide, new: "Guide" }, terminal(env)));
    expect(first).toEqual([
      "skipped notes.txt: no page links to it",
      "README.md: the link to gone.md finds nothing",
      expect.stringMatching(/^new space \w{20}$/),
      expect.stringMatching(/^3 of 4 imported \(2 pages, 1 file\): revision \w{20}$/),
    ]);
    expect(drawn.join("")).toMatch(/Pages|Reading/);
    const space = first[2]?.replace("new space ", "") ?? "";
    expect(await lines(importCommand({ path: guide, space }, terminal(env)))).toEqual(unchanged(first));
    const target = join(folder, "written");
    await exportCommand({ space: "Guide", target }, terminal(env));
    const { "notes.txt": _, ...taken } = GUIDE;
    expect(readTree(target)).toEqual(taken);
    const again = await lines(importCommand({ path: target, space: "Guide" }, terminal(env)));
    expect(again.at(-1)?.split(" revision ")[1]).toBe(first.at(-1)?.split(" revision ")[1]);
    const archive = join(folder, "guide.zip");
    const [told = ""] = await lines(
      exportCommand({ space: "Guide", target: archive, json: true }, terminal(env)),
    );
    expect(JSON.parse(told)).toEqual({ target: archive, space, files: expect.any(Array) });
    expect(JSON.parse(told).files.toSorted()).toEqual(Object.keys(taken).toSorted());
    const packed = await lines(importCommand({ path: archive, space: "Guide" }, terminal(env)));
    expect(packed.at(-1)).toBe(again.at(-1));
  });

  test("tell a terminal the beginning of a long report, programs all of it, and fail when nothing came", async () => {
    const links = Array.from({ length: 30 }, (_, at) => `[a](gone-${at}.md)\n`).join("\n");
    const long = writeTree("long", { "README.md": `# Long\n\n${links}` });
    const shown = { ...terminal(env), isTerminal: true };
    const told = await lines(importCommand({ path: long, new: "Long" }, shown));
    expect(told.slice(19, 21)).toEqual([
      "README.md: the link to gone-19.md finds nothing",
      "… 10 more; --json has all",
    ]);
    expect(told).toHaveLength(23);
    const [json = ""] = await lines(importCommand({ path: long, space: "Long", json: true }, shown));
    expect(JSON.parse(json)).toMatchObject({
      importedResources: 1,
      totalResources: 1,
      space: expect.any(String),
    });
    expect(JSON.stringify(JSON.parse(json).report)).toContain("gone-29.md");
    const nothing = writeTree("nothing", { "a.bin": "a", "b.bin": "b" });
    const run = importCommand({ path: nothing, space: "Long" }, terminal(env));
    await expect(run).rejects.toThrow("Nothing could be imported; what stands above says why.");
    // As where a build that comes before it has written nothing.
    mkdirSync(join(folder, "void"));
    const empty = importCommand({ path: join(folder, "void"), space: "Long" }, terminal(env));
    await expect(empty).rejects.toThrow("Nothing could be imported; nothing was found there.");
  });

  test.each<[string, () => Promise<void>, RegExp]>([
    [
      "a space that is not there",
      () => importCommand({ path: guide, space: "Nope" }, terminal(env)),
      /no space/,
    ],
    ["neither space nor title", () => importCommand({ path: guide }, terminal(env)), /--space/],
    [
      "a path that is not there",
      () => importCommand({ path: "/nope", space: "x" }, terminal(env)),
      /does not exist/,
    ],
    [
      "half an address",
      () => importCommand({ path: guide, space: "x", url: "http://x" }, terminal(env)),
      /both/,
    ],
    [
      "a target that holds something",
      () => exportCommand({ space: "Guide", target: guide }, terminal(env)),
      /not empty/,
    ],
  ])("refuse %s, in one line", async (_name, run, message) => {
    await expect(run()).rejects.toThrow(message);
  });

  test("leave no space behind for what can't be fetched, or of which nothing is taken over", async () => {
    const nothing = writeTree("none", { "a.bin": "a" });
    await expect(importCommand({ path: nothing, new: "Never" }, terminal(env))).rejects.toThrow(
      "Nothing could be imported",
    );
    const path = "http://127.0.0.1:1/docs/";
    await expect(importCommand({ path, new: "Never" }, terminal(env))).rejects.toThrow(
      /could not be fetched/,
    );
    await expect(importCommand({ path: guide, space: "Never" }, terminal(env))).rejects.toThrow(/no space/);
  });

  test("refuse a folder that a server has, and say how to go through it", async () => {
    if (database.url !== undefined) return;
    const release = await lockFolder(dirname(database.file), { shared: false });
    await expect(importCommand({ path: guide, space: "Guide" }, terminal(env))).rejects.toThrow(
      /LECTERN_URL.*LECTERN_TOKEN/,
    );
    await release();
  });
});

describe("through a running server", () => {
  const world = useWorld();
  let person: Person;
  let remote: { url: string; token: string };
  let stopJobs: () => Promise<void>;
  beforeAll(async () => {
    person = await world().addPerson("wanda", "create");
    await world().app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = world().app.server.address() as AddressInfo;
    remote = { url: `http://127.0.0.1:${port}/`, token: person.token };
    // Imports are jobs of the server.
    stopJobs = await world().startJobs();
  });
  afterAll(() => stopJobs());

  test("import and export, with the report of what was left out", async () => {
    const options = { path: guide, ...remote };
    const first = await lines(importCommand({ ...options, new: "Guide" }, terminal()));
    expect(first).toEqual([
      "skipped notes.txt: no page links to it",
      "README.md: the link to gone.md finds nothing",
      expect.stringMatching(/^new space \w{20}$/),
      expect.stringMatching(/^3 of 4 imported/),
    ]);
    const again = { ...options, org: "acme", space: "Guide", prune: true };
    expect(await lines(importCommand(again, terminal()))).toEqual(unchanged(first));
    const target = join(folder, "remote");
    await exportCommand({ space: "Guide", target, ...remote }, terminal());
    expect(readTree(target)["setup.md"]).toBe(GUIDE["setup.md"]);
    const archive = `${target}.zip`;
    const [told = ""] = await lines(
      exportCommand({ space: "Guide", target: archive, json: true, ...remote }, terminal()),
    );
    expect(existsSync(`${target}.zip`)).toBe(true);
    const [unpacked = ""] = await lines(
      exportCommand({ space: "Guide", target: `${target}-again`, json: true, ...remote }, terminal()),
    );
    const space = first[2]?.replace("new space ", "");
    for (const [at, said] of Object.entries({ [archive]: told, [`${target}-again`]: unpacked })) {
      expect(JSON.parse(said)).toEqual({ target: at, space, files: expect.any(Array) });
      expect(JSON.parse(said).files.toSorted()).toEqual(Object.keys(readTree(target)));
    }
  });

  test("leave no new space behind that nothing was imported into", async () => {
    const broken = join(folder, "broken.zip");
    writeFileSync(broken, "no archive");
    const importing = importCommand({ path: broken, ...remote, new: "In vain" }, terminal());
    await expect(importing).rejects.toThrow(/^This is not a zip archive: /);
    const empty = importCommand(
      { path: writeTree("bare", { "a.bin": "a" }), ...remote, new: "In vain" },
      terminal(),
    );
    await expect(empty).rejects.toThrow("Nothing could be imported");
    const bare = importCommand({ path: join(folder, "nothing.md"), ...remote, new: "In vain" }, terminal());
    await expect(bare).rejects.toThrow(/does not exist/);
    await expect(importCommand({ path: guide, ...remote, space: "In vain" }, terminal())).rejects.toThrow(
      /no space/,
    );
  });

  test("send a large file in parts, showing how far it is", async () => {
    const large = writeTree("large", { "README.md": "# Large\n\n[All of it](all.bin)\n" });
    writeFileSync(join(large, "all.bin"), randomBytes(9_000_000));
    drawn.length = 0;
    const told = await lines(importCommand({ path: large, ...remote, space: "Guide" }, terminal()));
    expect(told).toEqual([expect.stringMatching(/^2 of 2 imported \(1 page, 1 file\): revision \w{20}$/)]);
    expect(drawn.join("")).toMatch(/Bytes sent 8388608 of 90\d{5}/);
  });

  test("say what the server says", async () => {
    const options = { path: guide, space: "Guide", ...remote };
    let followed = 0;
    const mover = createServer((request, response) => {
      if (request.url === "/elsewhere") followed++;
      response.writeHead(307, { location: "/elsewhere" }).end();
    });
    await once(mover.listen(0, "127.0.0.1"), "listening");
    const moved = `http://127.0.0.1:${(mover.address() as AddressInfo).port}`;
    await expect(importCommand({ ...options, url: moved }, terminal())).rejects.toThrow(
      /^http:.* redirects to \/elsewhere: give Lectern's own address\.$/,
    );
    expect(followed).toBe(0);
    mover.close();
    await expect(importCommand({ ...options, token: "wrong" }, terminal())).rejects.toThrow(/answers 401: /);
    const nobody = { ...options, url: "http://127.0.0.1:1" };
    await expect(importCommand(nobody, terminal())).rejects.toThrow(/can't be reached/);
    await expect(importCommand({ ...options, space: "Nope" }, terminal())).rejects.toThrow(/no space/);
  });
});
