import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { planRefresh } from "../../test/plannedRounds.ts";
import { openFetch } from "../../ports/fetch.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { queueSpec } from "./commands.ts";
import { pets, SourceServer } from "./source.fixture.ts";

const HOURS = 3600 * 1000;
const world = useWorld();
let editor: Person;
let source: SourceServer;
let specs: string;

beforeAll(async () => {
  editor = await world().addPerson("edda", "create");
  specs = `/orgs/${world().organization}/openapi`;
  source = await SourceServer.open();
});
afterAll(() => source.close());
afterEach(() => {
  source.files.clear();
  source.asked.length = 0;
});

let made = 0;
async function follow(path: string, origin = source.origin): Promise<string> {
  const slug = `spec-${++made}`;
  await world().post(specs, { slug, source: { url: origin + path } }, editor);
  await world().runJobs();
  return `${specs}/${slug}`;
}
const stateOf = async (spec: string) => {
  const { body } = await world().get(spec, editor);
  return { state: body.processingState, error: body.lastProcessErrorCode, version: body.lastVersion };
};
const again = async (spec: string) => {
  const { body } = await world().get(spec, editor);
  await world().put(spec, { source: { url: body.sourceURL } }, editor);
  await world().runJobs();
  return stateOf(spec);
};
const filesOf = async (spec: string) =>
  (await world().get(`${spec}/versions/latest/content`, editor)).body.filesystem as readonly {
    filename: string | null;
    references: string[];
    specification: Record<string, unknown>;
  }[];

describe("a source", () => {
  test("that changes gives a version, one that doesn't gives none", async () => {
    source.files.set("/a.json", pets("One"));
    const spec = await follow("/a.json");
    const { version } = await stateOf(spec);
    expect(await again(spec)).toEqual({ state: "complete", error: undefined, version });
    source.files.set("/a.json", pets("Two"));
    const second = await again(spec);
    expect(second.version).not.toBe(version);
    expect((await world().get(`${spec}/versions`, editor)).body.count).toBe(2);
  });

  test("is pending before it is read, and in progress while it is", async () => {
    const spec = `${specs}/watched`;
    const states: string[] = [];
    source.files.set("/watched.json", (_request, response) => {
      void stateOf(spec).then(({ state }) => {
        states.push(state);
        response.end(pets("Watched"));
      });
    });
    const url = `${source.origin}/watched.json`;
    const { body } = await world().post(specs, { slug: "watched", source: { url } }, editor);
    await world().runJobs();
    states.unshift(body.processingState);
    expect([...states, (await stateOf(spec)).state]).toEqual(["pending", "progress", "complete"]);
  });

  test("that fails, breaks off or says nonsense keeps the version; once it is back, it is taken", async () => {
    source.files.set("/a.json", pets("One"));
    const spec = await follow("/a.json");
    const { version } = await stateOf(spec);
    source.files.set("/a.json", (_, response) => response.writeHead(500).end("no"));
    expect(await again(spec)).toEqual({ state: "complete", error: "FETCH_ERROR", version });
    source.files.set("/a.json", (_, response) => {
      response.writeHead(200, { "content-length": "1000" }).write("{");
      response.destroy();
    });
    expect((await again(spec)).error).toBe("FETCH_ERROR");
    source.files.set("/a.json", "<html>moved</html>");
    expect(await again(spec)).toEqual({ state: "complete", error: "PARSE_ERROR", version });
    source.files.delete("/a.json");
    expect((await again(spec)).error).toBe("FETCH_ERROR");
    source.files.set("/a.json", pets("Back"));
    const back = await again(spec);
    expect(back.error).toBeUndefined();
    expect(back.version).not.toBe(version);
  });

  test("that moves is followed, with its other files from where it is now", async () => {
    const root = { openapi: "3.0.3", info: {}, paths: { "/a": { $ref: "parts.json#/a" } } };
    source.files.set("/old.json", (_, response) =>
      response.writeHead(301, { location: "/new/api.json" }).end(),
    );
    source.files.set("/new/api.json", JSON.stringify(root));
    source.files.set("/new/parts.json", JSON.stringify({ a: { get: { summary: "A", responses: {} } } }));
    const spec = await follow("/old.json");
    expect((await stateOf(spec)).error).toBeUndefined();
    expect((await world().get(spec, editor)).body.sourceURL).toBe(`${source.origin}/old.json`);
    expect(source.asked).toContain("/new/parts.json");
  });

  test("that nobody answers at is an error; one that hangs is a timeout", async () => {
    expect((await stateOf(await follow("/", "http://127.0.0.1:9"))).error).toBe("FETCH_ERROR");
    // The door's own patience, so that nothing waits for it.
    const impatient = openFetch({ allowPrivateNetwork: true, headersTimeout: 50 });
    const { deps } = world();
    const { fetch } = deps;
    Object.assign(deps, { fetch: impatient });
    source.files.set("/slow.json", () => undefined);
    expect((await stateOf(await follow("/slow.json"))).error).toBe("FETCH_TIMEOUT");
    Object.assign(deps, { fetch });
    await impatient.close();
  });

  test("is read again every six hours, and after a failure too", async () => {
    source.files.set("/a.json", pets("Then"));
    const spec = await follow("/a.json");
    const { version } = await stateOf(spec);
    const round = async (hours: number) => {
      world().ahead += hours * HOURS;
      await planRefresh(world().deps);
      await world().runJobs();
      return stateOf(spec);
    };
    source.files.set("/a.json", pets("Now"));
    expect((await round(5)).version).toBe(version);
    const later = await round(1.1);
    expect(later.version).not.toBe(version);
    source.files.delete("/a.json");
    expect(await round(6.1)).toEqual({ ...later, error: "FETCH_ERROR" });
    source.files.set("/a.json", pets("Now"));
    expect(await round(6.1)).toEqual(later);
  });

  test("set anew while it is read is read again: what came of the old one is not taken", async () => {
    source.files.set("/new.json", pets("New"));
    source.files.set("/old.json", (_, response) => {
      const put = world().put(`${specs}/race`, { source: { url: `${source.origin}/new.json` } }, editor);
      put.then(() => response.end(pets("Old"))).catch(() => response.destroy());
    });
    await world().post(specs, { slug: "race", source: { url: `${source.origin}/old.json` } }, editor);
    await world().runJobs();
    const { body } = await world().get(`${specs}/race/versions/latest/content/raw`, editor);
    expect(body.text).toBe(pets("New"));
    expect((await world().get(`${specs}/race/versions`, editor)).body.count).toBe(1);
  });
});

test("a text that has been read isn't read again by a job that runs twice", async () => {
  const spec = { slug: "text", source: { text: pets("Text") } };
  const { body } = await world().post(specs, spec, editor);
  await world().runJobs();
  const before = await stateOf(`${specs}/text`);
  const { db, newId } = world().deps;
  const row = { id: body.id, organization_id: world().organization };
  await db.transact((tx) => queueSpec(tx, row, { now: world().deps.clock.now(), newId }));
  expect(await world().runJobs()).toBeGreaterThan(0);
  expect(await stateOf(`${specs}/text`)).toEqual(before);
});

describe("a description in several files", () => {
  test("is one version with all of them, references kept", async () => {
    source.files.set(
      "/api/openapi.yaml",
      "openapi: 3.1.0\ninfo: {title: Many, version: '1'}\npaths:\n  /pets:\n    $ref: ./paths/pets.yaml\n",
    );
    source.files.set(
      "/api/paths/pets.yaml",
      "get:\n  responses:\n    '200':\n      description: OK\n      content:\n        application/json:\n          schema: {$ref: ../models.yaml#/Pet}\n",
    );
    source.files.set(
      "/api/models.yaml",
      "Pet: {type: object, properties: {parent: {$ref: '#/Pet'}, example: {$ref: 'paths/pets.yaml#/get'}}}\n",
    );
    const spec = await follow("/api/openapi.yaml");
    const files = await filesOf(spec);
    expect(files.map(({ filename }) => filename)).toEqual([null, "./paths/pets.yaml", "../models.yaml"]);
    expect(files[0]?.references).toEqual(["./paths/pets.yaml"]);
    expect(JSON.stringify(files)).toContain('"$ref":"#/Pet"');
    const { version } = await stateOf(spec);
    source.files.set("/api/models.yaml", "Pet: {type: string}\n");
    expect((await again(spec)).version).not.toBe(version);
    source.files.delete("/api/models.yaml");
    expect((await again(spec)).error).toBe("FETCH_ERROR");
  });

  test("asks for no file elsewhere, and for none of this machine", async () => {
    const other = await SourceServer.open();
    const refs = [
      `${other.origin}/models.json#/A`,
      "file:///etc/passwd",
      "//127.0.0.1/x.json",
      "/etc/passwd",
      "\\\\host\\share",
      "http://169.254.169.254/latest/meta-data",
      "data:application/json,{}",
    ];
    const schemas = Object.fromEntries(refs.map(($ref, at) => [`S${at}`, { $ref }]));
    source.files.set("/a.json", JSON.stringify({ openapi: "3.1.0", info: {}, components: { schemas } }));
    const spec = await follow("/a.json");
    expect((await stateOf(spec)).error).toBeUndefined();
    expect([other.asked, source.asked]).toEqual([[], ["/a.json"]]);
    const { body } = await world().get(spec, editor);
    expect(body.lastProcessedErrors.length).toBe(refs.length);
    await other.close();
  });

  test("follows no file to another origin, and not more than fifty", async () => {
    const other = await SourceServer.open();
    other.files.set("/x.json", "{}");
    const doc = ($ref: string) =>
      JSON.stringify({ openapi: "3.1.0", info: {}, components: { schemas: { A: { $ref } } } });
    source.files.set("/a.json", doc("moved.json#/A"));
    source.files.set("/moved.json", (_, response) =>
      response.writeHead(302, { location: `${other.origin}/x.json` }).end(),
    );
    expect((await stateOf(await follow("/a.json"))).error).toBe("FETCH_ERROR");
    await other.close();
    const many = Array.from({ length: 60 }, (_, at) => ({ $ref: `f${at}.json` }));
    source.files.set(
      "/many.json",
      JSON.stringify({ openapi: "3.1.0", info: {}, components: { schemas: { A: { anyOf: many } } } }),
    );
    for (let at = 0; at < 60; at++) source.files.set(`/f${at}.json`, "{}");
    source.asked.length = 0;
    expect((await stateOf(await follow("/many.json"))).error).toBe("PARSE_ERROR");
    expect(source.asked.length).toBeLessThanOrEqual(50);
  });
});

test("private addresses are refused where they are not allowed", async () => {
  const { deps } = world();
  const { fetch } = deps;
  const strict = openFetch({ allowPrivateNetwork: false });
  Object.assign(deps, { fetch: strict });
  source.files.set("/a.json", pets("Private"));
  expect((await stateOf(await follow("/a.json"))).error).toBe("FETCH_ERROR");
  expect(source.asked).toEqual([]);
  Object.assign(deps, { fetch });
  await strict.close();
});
