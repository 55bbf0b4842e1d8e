/** A client that a generator of others makes of the document: it compiles, and reaches this server. */
import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newFolder } from "./folders.ts";
import { type Person, useWorld } from "./harness.ts";

const run = promisify(execFile);
const world = useWorld();
const folder = newFolder("generated");
afterAll(() => rm(folder, { recursive: true }));
let ada: Person;
let url: string;

/** The generator asks for the compiler that still has an interface for it; ours has none. */
const GENERATE = `
import { register } from "node:module";
const hook = 'export const resolve = (name, context, next) => next(name === "typescript" ? "typescript-5" : name, context);';
register("data:text/javascript," + encodeURIComponent(hook));
const { createClient } = await import("@hey-api/openapi-ts");
const [input, path] = process.argv.slice(1);
await createClient({ input, output: { path }, logs: { level: "silent" } });
`;

/** What somebody writes with it: every name and every field is the document's. */
const PROGRAM = `
import { createClient } from "./api/client";
import { createSpace, getSpaceById, updateSpaceContent, type Space } from "./api";

export async function write(baseUrl: string, auth: string, organizationId: string) {
  const client = createClient({ baseUrl, auth });
  const of = { client, throwOnError: true } as const;
  const { data: made } = await createSpace({ ...of, path: { organizationId }, body: { title: "Manual" } });
  const path = { spaceId: made.id };
  await updateSpaceContent({
    ...of,
    path,
    body: { changes: [{ operation: "insert_page", title: "Start", document: { markdown: "Turn the key." } }] },
  });
  const { data: space }: { data: Space } = await getSpaceById({ ...of, path });
  const { error, response } = await getSpaceById({ client, path: { spaceId: "nothing" } });
  return { title: space.title, status: response?.status, type: error?.error.type };
}
`;

const SETTINGS = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: "es2022",
    module: "esnext",
    moduleResolution: "bundler",
    lib: ["es2022", "dom", "dom.iterable"],
    types: [],
  },
  include: ["."],
};

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  url = await world().app.listen({ host: "127.0.0.1", port: 0 });
  const { text } = await world().call("GET", "//openapi.json");
  const at = (name: string) => join(folder, name);
  await writeFile(at("openapi.json"), text);
  await writeFile(at("program.ts"), PROGRAM);
  await writeFile(at("tsconfig.json"), JSON.stringify(SETTINGS));
  await run(process.execPath, ["--input-type=module", "--eval", GENERATE, at("openapi.json"), at("api")]);
});

test("it compiles, with what is written with it", async () => {
  const compiler = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));
  const compiled = run(process.execPath, [compiler, "-p", folder]).catch(
    (error: { stdout: string }) => error,
  );
  expect((await compiled).stdout).toBe("");
});

test("a program that is written with it writes and reads", async () => {
  const outfile = join(folder, "program.mjs");
  await build({ entryPoints: [join(folder, "program.ts")], outfile, bundle: true, format: "esm" });
  const program = (await import(pathToFileURL(outfile).href)) as {
    write(url: string, token: string, organization: string): Promise<unknown>;
  };
  expect(await program.write(url, ada.token, world().organization)).toEqual({
    title: "Manual",
    status: 404,
    type: "not-found",
  });
});
