/** Conflicts that are not about text: where a page stands, files, the titles of reusable contents. */
import { beforeAll, expect, test } from "vitest";
import { craftZip } from "../../importers/zip.fixture.ts";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let owner: Person;

beforeAll(async () => {
  owner = await world().addPerson("olga", "admin");
});

const write = async (to: string, ...changes: object[]) => {
  const { status, body } = await world().post(`${to}/content`, { changes }, owner);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.changes ?? [];
};
const importFile = async (to: string, bytes: string) => {
  const zip = craftZip(
    Object.entries({ "a.md": "# A\n\n[it](note.txt)", "note.txt": bytes }).map(([name, content]) => {
      return { name, bytes: content };
    }),
  );
  const head = '--xx\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\n\r\n';
  const { status } = await world().call("POST", `${to}/content/import`, {
    as: owner,
    raw: Buffer.concat([Buffer.from(head), zip, Buffer.from("\r\n--xx--\r\n")]),
    headers: { "content-type": "multipart/form-data; boundary=xx" },
  });
  expect(status).toBe(201);
};
const inserted = (title: string) => ({ operation: "insert_page", title, slug: title.toLowerCase() });
const pathsIn = async (of: string) => {
  const { pages } = (await world().get(`${of}/content/pages`, owner)).body;
  const flat = (list: { path: string; pages?: never[] }[]): string[] =>
    list.flatMap((one) => [one.path, ...flat(one.pages ?? [])]);
  return flat(pages).find((path) => path.endsWith("moved"));
};

interface Case {
  /** What there is before; gives what the changes need. */
  readonly before: (space: string) => Promise<readonly string[]>;
  readonly change: (to: string, side: "primary" | "changed", ids: readonly string[]) => Promise<unknown>;
  /** What is seen of it. */
  readonly look: (of: string, ids: readonly string[]) => Promise<unknown>;
  readonly seen: { readonly primary: unknown; readonly changed: unknown };
}

const CASES: Readonly<Record<string, Case>> = {
  "page-position": {
    before: async (space) =>
      (await write(space, inserted("Moved"), inserted("Primary"), inserted("Changed"))).map(
        ({ page }: { page: string }) => page,
      ),
    change: (to, side, [page, primary, changed]) =>
      write(to, { operation: "update_page", page, into: side === "primary" ? primary : changed }),
    look: pathsIn,
    seen: { primary: "primary/moved", changed: "changed/moved" },
  },
  file: {
    before: async (space) => {
      await importFile(space, "as it was");
      return [];
    },
    change: (to, side) => importFile(to, side === "primary" ? "short" : "rather longer"),
    look: async (of) => (await world().get(`${of}/content/files`, owner)).body.items[0].size,
    seen: { primary: 5, changed: 13 },
  },
  reusable: {
    before: async (space) => {
      const made = { operation: "insert_reusable_content", title: "R", document: { markdown: "x" } };
      return (await write(space, made)).map((one: { reusableContent: string }) => one.reusableContent);
    },
    change: (to, side, [reusableContent]) =>
      write(to, { operation: "update_reusable_content", reusableContent, title: side }),
    look: async (of, [id]) => (await world().get(`${of}/content/reusable-contents/${id}`, owner)).body.title,
    seen: { primary: "primary", changed: "changed" },
  },
};

test.each(Object.entries(CASES))(
  "%s: both sides are kept until one is chosen, and either may be: resolveChangeRequestConflict",
  async (kind, { before, change, look, seen }) => {
    const made = await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, owner);
    const space = `/spaces/${made.body.id}`;
    const ids = await before(space);
    const request = `${space}/change-requests/${(await world().post(`${space}/change-requests`, {}, owner)).body.id}`;
    await change(request, "changed", ids);
    await change(space, "primary", ids);
    expect((await world().post(`${request}/merge`, undefined, owner)).body.result).toBe("conflicts");
    expect(await look(space, ids)).toBe(seen.primary);
    const { items } = (await world().get(`${request}/conflicts`, owner)).body;
    expect(items.map((one: { kind: string }) => one.kind)).toEqual([kind]);
    const decide = (resolution: unknown) =>
      world().put(`${request}/conflicts/${items[0].id}`, { resolution }, owner);
    for (const side of ["primary", "changed", "primary", "changed"] as const) {
      expect((await decide(side)).status).toBe(200);
      expect(await look(request, ids)).toBe(seen[side]);
    }
    expect((await decide({ markdown: "x" })).status).toBe(400);
    expect((await world().post(`${request}/merge`, undefined, owner)).body.result).toBe("merge");
    expect(await look(space, ids)).toBe(seen.changed);
  },
);
