/** An operation in a noun that is there is five files by hand, and the rest is generated: here one is added, to a copy. */
import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

/** What is written by hand: in each file, what goes before which words. */
const BY_HAND: Readonly<Record<string, readonly (readonly [before: string, text: string])[]>> = {
  "server/nouns/teams/schema.ts": [
    [
      "export const UpdateTeam =",
      `export const TeamSize = named(
  "TeamSize",
  Type.Object({ object: Type.Literal("team-size"), members: Type.Integer(), spaces: Type.Integer() }),
);

`,
    ],
  ],
  "server/nouns/teams/queries.ts": [
    [
      "interface TeamFilters {",
      `/** How large a team is. */
export async function sizeOfTeam(deps: Deps, { organization, caller, team }: TeamThing): Promise<TeamCounts> {
  const counts = await countsOfTeams(deps, organization, caller, [team]);
  return counts.get(team.id) ?? { members: 0, spaces: 0 };
}

`,
    ],
  ],
  "server/nouns/teams/routes.ts": [
    ["  type TeamCounts,\n", "  sizeOfTeam,\n"],
    ["UpdateTeam }", "TeamSize, "],
    [
      '  op({\n    method: "PATCH",\n    url: "/orgs/:organizationId/teams/:teamId",',
      `  op({
    method: "GET",
    url: "/orgs/:organizationId/teams/:teamId/size",
    operationId: "getTeamSizeById",
    call: "teams.size",
    summary: "Get the size of a team",
    scopes: ["organization:read"],
    access: holding(noun, loadTeam, "view"),
    shapes: { params: TeamParams },
    answers: { 200: TeamSize },
    handler: async ({ deps, thing }) => ok({ object: "team-size" as const, ...(await sizeOfTeam(deps, thing)) }),
  }),
`,
    ],
  ],
  "server/nouns/teams/teams.test.ts": [
    [
      'describe("createOrganizationTeam", () => {',
      `describe("getTeamSizeById", () => {
  test("counts", async () => {
    const { status, body } = await world().get(\`\${base}/teams/\${await newTeam(reader)}/size\`, admin);
    expect([status, body]).toEqual([200, { object: "team-size", members: 1, spaces: 0 }]);
  });
});

`,
    ],
  ],
  "docs/api/teams.md": [
    [
      "| `GET /v1/orgs/{organizationId}/teams/{teamId}/members` | lists",
      "| `GET /v1/orgs/{organizationId}/teams/{teamId}/size` | counts its members and spaces |\n",
    ],
  ],
};

/** What `npm run client` and `npm run release:document` write; `npm run examples` adds to examples.json. */
const GENERATED = [
  "sdk/src/generated/functions.ts",
  "sdk/src/generated/lectern.ts",
  "sdk/src/generated/schemas.ts",
  "server/test/released.jsonl",
  "server/test/releasedCalls.json",
];

test("a new operation is five files by hand", async () => {
  const folder = await mkdtemp(join(tmpdir(), "new-operation-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const isSource = (path: string): boolean => !/^(node_modules|\.git|data)(\/|$)/.test(relative(ROOT, path));
  await cp(ROOT, folder, { recursive: true, filter: isSource });
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  for (const [file, edits] of Object.entries(BY_HAND)) {
    let text = await readFile(join(folder, file), "utf8");
    for (const [before, added] of edits) {
      expect(text.split(before).length).toBeGreaterThan(1);
      text = text.replace(before, () => added + before);
    }
    await writeFile(join(folder, file), text);
  }

  await run(folder, ["bin/client.js"]);
  await runTests(folder, "pure", ["calls", "released"], { LECTERN_RELEASE_DOCUMENT: "1" });
  await run(folder, ["node_modules/typescript/bin/tsc", "--noEmit"]);
  await runTests(folder, "pure", ["declared", "docs", "document", "released", "schemas"]);
  const all = ["foreignIds", "matrix", "routeTable", "traces", "../nouns/teams/teams"];
  await runTests(folder, "sqlite", all);

  const touched = await changedFiles(folder);
  expect(touched).toEqual([...Object.keys(BY_HAND), ...GENERATED].toSorted());
  // Two minutes at rest: the types of the whole program, and 1,500 tests over all operations.
}, 1_200_000);

function runTests(folder: string, project: string, names: readonly string[], more = {}): Promise<void> {
  const files = names.map((name) => join("server/test", `${name}.test.ts`));
  const asked = ["run", "--maxWorkers=1", "--project", project, ...files];
  return run(folder, ["node_modules/vitest/vitest.mjs", ...asked], more);
}

/** Runs a program of the copy. @throws what it printed where it fails */
function run(folder: string, words: readonly string[], more = {}): Promise<void> {
  // What says that a Vitest is running, and in which tier, must not reach the next one.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST|NODE_ENV|LECTERN_)/.test(name)),
  );
  const options = { cwd: folder, env: { ...env, NO_COLOR: "1", ...more }, maxBuffer: 64_000_000 };
  return new Promise((done, fail) => {
    execFile(process.execPath, words, options, (error, printed, said) =>
      error === null ? done() : fail(new Error(`${words.join(" ")}: ${printed.slice(-4000)}${said}`)),
    );
  });
}

/** Files of the copy that are others than here, or are here alone or there alone. */
async function changedFiles(folder: string): Promise<string[]> {
  const filesOf = async (root: string): Promise<string[]> => {
    const rooms = ["docs", "engine", "sdk", "server", "console", "design"];
    const found = await Promise.all(
      rooms.map((room) => readdir(join(root, room), { recursive: true, withFileTypes: true })),
    );
    return found
      .flat()
      .flatMap((one) => (one.isFile() ? [relative(root, join(one.parentPath, one.name))] : []));
  };
  const textOf = (root: string, file: string): Promise<string | undefined> =>
    readFile(join(root, file), "latin1").catch(() => undefined);
  const changed: string[] = [];
  for (const file of new Set([...(await filesOf(ROOT)), ...(await filesOf(folder))])) {
    if ((await textOf(ROOT, file)) !== (await textOf(folder, file))) changed.push(file);
  }
  return changed.toSorted();
}
