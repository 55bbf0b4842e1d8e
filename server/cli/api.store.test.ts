/** `lectern api`: operations by name, with fields that are typed by their descriptions. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../test/harness.ts";
import { runHere } from "./runHere.fixture.ts";

const world = useWorld();
let ada: Person;
let env: NodeJS.ProcessEnv;
let folder = "";

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  await world().app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = world().app.server.address() as AddressInfo;
  folder = mkdtempSync(join(tmpdir(), "lectern-api-"));
  env = { LECTERN_URL: `http://127.0.0.1:${port}`, LECTERN_TOKEN: ada.token, XDG_CONFIG_HOME: folder };
});
afterAll(() => rmSync(folder, { recursive: true }));

const api = (args: readonly string[], more: NodeJS.ProcessEnv = {}) =>
  runHere(["api", ...args], { ...env, ...more });

/** What an operation answers. */
async function answer(...args: string[]) {
  const { code, out, err } = await api([...args, "--json"]);
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out);
}

const newSpace = (...fields: string[]) => answer("spaces.create", world().organization, ...fields);

describe("an operation", () => {
  test("is called by its name and by its operation id, with ids and fields", async () => {
    const space = await newSpace("--title", "Guide", "--emoji=1f680");
    expect(space).toMatchObject({ object: "space", title: "Guide" });
    expect(await answer("spaces.get", space.id)).toMatchObject({ id: space.id });
    expect(await answer("getSpaceById", space.id)).toMatchObject({ id: space.id });
    expect(await answer("spaces.update", space.id, "--title", "7")).toMatchObject({ title: "7" });
  });

  test("takes fields by their types: numbers, booleans, texts of digits, lists and objects", async () => {
    const { id } = await newSpace("--title=Typed");
    const changes = [{ operation: "insert_page", title: "One", document: { markdown: "Words." } }];
    await answer("spaces.content.update", id, `--changes=${JSON.stringify(changes)}`);
    expect((await answer("spaces.list", world().organization, "--limit", "1")).items).toHaveLength(1);
    const token = await answer(
      "tokens.create",
      "--label",
      "12",
      "--scopes",
      "space:read",
      "--scopes",
      "user:read",
    );
    expect(token).toMatchObject({ label: "12", scopes: ["space:read", "user:read"] });
    const several = await answer("tokens.create", "--label=x", '--scopes=["space:read","user:read"]');
    expect(several.scopes).toEqual(["space:read", "user:read"]);
  });

  test("takes its whole body from a file, and fields beside it", async () => {
    const file = join(folder, "body.json");
    writeFileSync(file, JSON.stringify({ title: "From a file", emoji: "1f4a1" }));
    expect(await newSpace("--body", `@${file}`, "--title", "Beside")).toMatchObject({ title: "Beside" });
  });

  test("a field called as an option comes first behind the operation, the option before it", async () => {
    const { id } = await newSpace("--title=Talk");
    const comment = await answer("spaces.comments.create", id, '--body={"markdown":"Hello."}');
    expect(comment.object).toBe("comment");
    const whole = ["--json", "--body", '{"body":{"markdown":"Again."}}', "spaces.comments.create", id];
    expect((await api(whole)).code).toBe(0);
    const hook = "https://hooks.example.com/x";
    const made = await answer(
      "webhooks.create",
      world().organization,
      "--url",
      hook,
      "--events",
      "page_feedback",
    );
    expect(made.url).toBe(hook);
  });

  test("a file is uploaded, and an answer that is one is written where it is told", async () => {
    const { id } = await newSpace("--title=Files");
    const page = join(folder, "start.md");
    writeFileSync(page, "# Start\n\nHere.\n");
    expect(await answer("spaces.content.import", id, "--body", `@${page}`)).toMatchObject({
      importedResources: 1,
    });
    const refused = await api(["spaces.export", id]);
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringMatching(/is a file \(application\/zip\).*--output/),
    ]);
    const zip = join(folder, "out.zip");
    expect((await api(["spaces.export", id, "--output", zip])).out).toBe(`Written to ${zip}`);
    expect(readFileSync(zip).subarray(0, 2).toString()).toBe("PK");
  });

  test("that answers nothing says so, and nothing with --json", async () => {
    const remove = async (...more: string[]) =>
      api(["spaces.delete", (await newSpace("--title=Gone")).id, ...more]);
    expect(await remove()).toEqual({ code: 0, out: "", err: "Done." });
    expect(await remove("--json")).toEqual({ code: 0, out: "", err: "" });
  });
});

describe("lists", () => {
  test("are a table with what is left, and whole with --all, a line for each item with --json", async () => {
    for (const title of ["A", "B", "C"]) await newSpace("--title", title);
    const { count } = await answer("spaces.list", world().organization);
    const part = await api(["spaces.list", world().organization, "--limit", "2"]);
    expect(part.out.split("\n")).toHaveLength(3);
    expect(part.out).toMatch(/^id +.*title/);
    expect(part.err).toBe(`… ${count - 2} more: add --all`);
    const all = await api(["spaces.list", world().organization, "--limit", "2", "--all"]);
    expect([all.out.split("\n").length, all.err]).toEqual([count + 1, ""]);
    const lines = (
      await api(["spaces.list", world().organization, "--limit=2", "--all", "--json"])
    ).out.split("\n");
    expect(new Set(lines.map((line) => JSON.parse(line).id)).size).toBe(count);
    const file = join(folder, "spaces.jsonl");
    for (const json of [[], ["--json"]]) {
      writeFileSync(file, "What was there.");
      const written = await api([
        "spaces.list",
        world().organization,
        "--limit=2",
        "--all",
        "--output",
        file,
        ...json,
      ]);
      expect([written.out, written.err]).toEqual([`Written to ${file}`, ""]);
      expect(readFileSync(file, "utf8")).toBe(`${lines.join("\n")}\n`);
    }
    // What was there stays where nothing comes.
    const nowhere = ["spaces.list", "AAAAAAAAAAAAAAAAAAAA", "--all", "--output", file];
    expect((await api(nowhere)).code).toBe(1);
    expect(readFileSync(file, "utf8")).toBe(`${lines.join("\n")}\n`);
  });
});

test("a file is sent in parts by hand", async () => {
  const { id: space } = await newSpace("--title=Parts");
  const path = join(folder, "part.txt");
  writeFileSync(path, "hello");
  const { id } = await answer("uploads.create", "--space", space, "--size", "5");
  const part = await answer("uploads.putPart", id, "1", "--body", `@${path}`);
  expect([part.number, part.size]).toEqual([1, 5]);
  const file = await answer("spaces.files.upload", space, "--upload", id, "--name", "hello.txt");
  expect([file.name, file.size]).toEqual(["hello.txt", 5]);
});

describe("what is wrong", () => {
  test.each([
    [["spaces.gte"], 2, "There is no operation spaces.gte. Is it spaces.get?"],
    [["getSpaceByID"], 2, "Is it getSpaceById?"],
    [["spaces.get"], 2, "spaces.get takes one id, not 0: lectern api spaces.get <spaceId>"],
    [["spaces.get", "a", "b"], 2, "takes one id, not 2"],
    [["spaces.update", "a", "--titel", "x"], 2, "spaces.update has no field titel. Is it --title?"],
    [["spaces.list", "a", "--limit", "many"], 2, '--limit takes a whole number, not "many"'],
    [["spaces.list", "a", "--limit"], 2, "--limit takes a value"],
    [["spaces.update", "a", "--title", "x", "--title", "y"], 2, "--title is given twice"],
    [["spaces.get", "a", "--all"], 2, "answers no list"],
    [["spaces.get", "a", "--body", "{}"], 2, "takes no body"],
    [["--body", "{", "spaces.update", "a"], 2, "--body is not JSON"],
    [["--body", "@/nope", "spaces.update", "a"], 2, "/nope does not exist"],
    [["--body", "[]", "spaces.update", "a", "--title", "x"], 2, "--body has to be an object"],
    [["spaces.get", "nope"], 1, "answers 404"],
    [["--token", "lct_…", "spaces.get", "a"], 1, "`token` is no API token: it has characters"],
    [["spaces.get", "..", "--json"], 2, '".." is no id'],
  ])("%j", async (args, code, said) => {
    const answered = await api(args);
    expect([answered.code, answered.out, answered.err]).toEqual([code, "", expect.stringContaining(said)]);
  });

  test("no server is asked for help or for a list of operations", async () => {
    const nowhere = { LECTERN_URL: "http://127.0.0.1:1" };
    const { out } = await api(["spaces.content.import", "--help"], nowhere);
    for (const said of [
      "POST /v1/spaces/:spaceId/content/import",
      "<spaceId>",
      "--prune <boolean>",
      "--body @<file>",
    ])
      expect(out).toContain(said);
    const list = (await api([], nowhere)).out;
    expect(list).toMatch(/^spaces\.get +getSpaceById +Get a space/m);
    expect(JSON.parse((await api(["--json"], nowhere)).out).length).toBe(list.split("\n").length - 1);
  });

  test("every operation can be described", async () => {
    const names = JSON.parse((await api(["--json"])).out).map(
      ({ operation }: { operation: string }) => operation,
    );
    for (const name of names) {
      const { code, out } = await api([name, "--help"]);
      expect([name, code, out.startsWith(`${name}: `)]).toEqual([name, 0, true]);
    }
  });
});
