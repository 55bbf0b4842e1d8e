/** Links between spaces, from both sides, as they change and as far as one may see them. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let owner: Person;
let reader: Person;
let stranger: Person;
/** The space that is linked to. */
let pool: string;
const ids: Record<string, string> = {};

async function addSpace(title: string): Promise<string> {
  return (await world().post(`/orgs/${world().organization}/spaces`, { title }, owner)).body.id;
}

async function change(space: string, ...changes: object[]) {
  const { status, body } = await world().post(`/spaces/${space}/content`, { changes }, owner);
  expect([status, body]).toEqual([200, expect.anything()]);
  for (const done of body.changes)
    if (done.ref !== undefined) ids[done.ref] = done.page ?? done.reusableContent;
  for (const file of body.insertedFiles ?? []) ids[file.name] = file.id;
  await world().runJobs();
}

const page = (ref: string, markdown: string) => ({
  operation: "insert_page",
  title: ref,
  slug: ref,
  ref,
  document: { markdown },
});
const edit = (ref: string, markdown: string) => ({
  operation: "update_page",
  page: ids[ref],
  document: { markdown },
});
const include = (id: string | undefined) => `{% include "/spaces/${pool}/reusable/${id}" %}`;

/** Where links come from: space and page, or reusable content. */
const sources = (items: readonly Record<string, any>[]): string[] =>
  items.map(({ space, page: linking, reusableContent }) =>
    [space.title, linking?.slug ?? reusableContent.title].join("/"),
  );

async function backlinks(of: string, as = owner, at = ""): Promise<string[]> {
  const { status, body } = await world().get(`/spaces/${pool}${at}/content/${of}/backlinks`, as);
  expect(status).toBe(200);
  expect(body.count).toBe(body.items.length);
  return sources(body.items);
}

const shared = () => `reusable-contents/${ids["shared"]}`;

beforeAll(async () => {
  owner = await world().addPerson("olga", "admin");
  reader = await world().addPerson("rita", "read");
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
  pool = await addSpace("Pool");
  const files = [{ name: "a.txt", contentType: "text/plain", base64: "QQ==" }];
  await change(
    pool,
    { operation: "insert_files", files },
    page("target", "## Place\n\ntext"),
    { operation: "insert_reusable_content", title: "S", ref: "shared", document: { markdown: "text" } },
    page("near", '[t](./target.md) {% include "./shared" %}\n\n{% include "./shared" %}'),
  );
});

describe("backlinks from other spaces", () => {
  let far: string;
  let secret: string;

  beforeAll(async () => {
    [far, secret] = [await addSpace("Far"), await addSpace("Secret")];
    await world().patch(`/spaces/${secret}`, { defaultLevel: null }, owner);
    const target = `/spaces/${pool}/pages/${ids["target"]}`;
    await change(
      far,
      page("one", `[t](${target}) [p](${target}#place)\n\n${include(ids["shared"])}`),
      page("two", `[f](/spaces/${pool}/files/${ids["a.txt"]})\n\n${include(ids["shared"])}`),
    );
    await change(secret, page("hidden", `[t](${target})\n\n${include(ids["shared"])}`));
  });

  test("stand behind those of the space, for those who see where they come from", async () => {
    const at = `page/${ids["target"]}`;
    // A page counts for each place in the target that it means.
    const inOrder = [far, secret].toSorted((a, b) => (a < b ? -1 : 1));
    const named = inOrder.flatMap((id) => (id === far ? ["Far/one", "Far/one"] : ["Secret/hidden"]));
    expect(await backlinks(at)).toEqual(["Pool/near", ...named]);
    expect(await backlinks(at, reader)).toEqual(["Pool/near", "Far/one", "Far/one"]);
    expect(await backlinks(`files/${ids["a.txt"]}`, reader)).toEqual(["Far/two"]);
    expect((await backlinks(shared(), reader)).toSorted()).toEqual(["Far/one", "Far/two", "Pool/near"]);
    expect(await backlinks(shared())).toHaveLength(4);
    const hidden = await world().get(`/spaces/${pool}/content/${shared()}/backlinks`, reader);
    expect(hidden.text).not.toContain("Secret");
    expect((await world().get(`/spaces/${pool}/content/${at}/backlinks`, stranger)).status).toBe(404);
  });

  test("are told with the revision of their own space, and of change requests as well", async () => {
    const { body: request } = await world().post(`/spaces/${pool}/change-requests`, {}, owner);
    const at = `/change-requests/${request.id}`;
    expect(await backlinks(shared(), reader, at)).toHaveLength(3);
    const { body } = await world().get(`/spaces/${pool}${at}/content/${shared()}/backlinks`, reader);
    const { body: head } = await world().get(`/spaces/${far}`, reader);
    const contexts = body.items.map((one: any) => one.versionContext.revision?.id ?? "request");
    expect(contexts).toEqual(["request", head.revision, head.revision]);
    expect(body.items[1]).toMatchObject({ kind: "page", internalLocation: { type: "node" } });
  });

  test("are read page by page, each once", async () => {
    for (const limit of [1, 2, 3]) {
      const seen: string[] = [];
      for (let next: string | undefined = ""; next !== undefined;) {
        const query = `?limit=${limit}${next && `&page=${next}`}`;
        const { body } = await world().get(`/spaces/${pool}/content/${shared()}/backlinks${query}`, reader);
        expect([body.count, body.items.length <= limit]).toEqual([3, true]);
        seen.push(...sources(body.items));
        next = body.next?.page;
      }
      expect(seen.toSorted()).toEqual(["Far/one", "Far/two", "Pool/near"]);
    }
  });

  test("follow the content, the trash and what one may see", async () => {
    await change(far, edit("two", "Nothing any more."));
    expect((await backlinks(shared(), reader)).toSorted()).toEqual(["Far/one", "Pool/near"]);
    expect(await backlinks(`files/${ids["a.txt"]}`)).toEqual([]);
    await world().patch(`/spaces/${far}`, { defaultLevel: null }, owner);
    expect(await backlinks(shared(), reader)).toEqual(["Pool/near"]);
    await world().patch(`/spaces/${far}`, { defaultLevel: "read" }, owner);
    expect(await backlinks(shared(), reader)).toHaveLength(2);
    await world().call("DELETE", `/spaces/${far}`, { as: owner });
    expect(await backlinks(shared(), reader)).toEqual(["Pool/near"]);
    await world().post(`/spaces/${far}/restore`, undefined, owner);
    await world().runJobs();
    expect(await backlinks(shared(), reader)).toHaveLength(2);
  });
});

describe("a reusable content that other spaces show", () => {
  test("leaves a broken link where it is deleted, and nothing else", async () => {
    const using = await addSpace("Using");
    const insert = {
      operation: "insert_reusable_content",
      title: "Doomed",
      ref: "doomed",
      document: { markdown: "text" },
    };
    await change(pool, insert);
    const markdown = `Before.\n\n${include(ids["doomed"])}\n\nAfter.`;
    await change(using, page("shows", markdown));
    const links = async () => (await world().get(`/spaces/${using}/links`, reader)).body;
    expect((await links()).items).toMatchObject([
      { status: "ok", relation: "dependsOn", targetReference: { reusableContent: { title: "Doomed" } } },
    ]);
    await change(pool, { operation: "delete_reusable_content", reusableContent: ids["doomed"] });
    const { items, stats } = await links();
    const url = `/spaces/${pool}/reusable/${ids["doomed"]}`;
    expect(items).toMatchObject([{ status: "broken", relation: "dependsOn", targetReference: { url } }]);
    expect(stats.broken.total).toBe(1);
    const { body } = await world().get(`/spaces/${using}/content/page/${ids["shows"]}`, reader);
    expect(body.markdown).toContain(include(ids["doomed"]));
    const document = await world().get(
      `/spaces/${using}/content/page/${ids["shows"]}?format=document`,
      reader,
    );
    expect(document.text).not.toContain("Doomed");
    await world().call("DELETE", `/spaces/${pool}`, { as: owner });
    expect((await links()).stats.broken.total).toBe(1);
    await world().post(`/spaces/${pool}/restore`, undefined, owner);
  });
});

test("links to users and collections are broken unless these are there, and may be seen", async () => {
  const space = await addSpace("Out");
  const at = `/orgs/${world().organization}`;
  const { body: shelf } = await world().post(`${at}/collections`, { title: "Shelf" }, owner);
  const links = [
    { kind: "user", user: owner.id },
    { kind: "user", user: stranger.id },
    { kind: "user", user: "nobody" },
    { kind: "collection", collection: shelf.id },
    { kind: "collection", collection: "none" },
  ];
  const changes = links.map((target) => ({ operation: "insert_page", type: "link", title: "L", target }));
  await change(space, ...changes);
  const counts = async (as: Person) => {
    const { body } = await world().get(`/spaces/${space}/links`, as);
    const { body: rest } = await world().get(`/spaces/${space}/links?status=ok`, as);
    return [body.count, rest.count, body.stats.broken.total];
  };
  expect(await counts(reader)).toEqual([5, 2, 3]);
  await world().patch(`/collections/${shelf.id}`, { defaultLevel: null }, owner);
  expect([await counts(reader), await counts(owner)]).toEqual([
    [5, 1, 4],
    [5, 2, 3],
  ]);
});

test("what is not there in other spaces stands together or apart in the list, however much it is", async () => {
  const [one, other] = [await addSpace("One"), await addSpace("Other")];
  await change(one, page("there", "text"));
  const to = (space: string, id: string | undefined) => `[x](/spaces/${space}/pages/${id})`;
  const ends = ["0", "a", "zz"].map((id) => to(one, id));
  const many = Array.from({ length: 1200 }, (_, at) => to(other, `p${at}`));
  await change(pool, page("far", [...ends, to(one, ids["there"]), to("hidden", "x"), ...many].join(" ")));
  const { body } = await world().get(`/spaces/${pool}/links?status=ok&limit=1000`, reader);
  const shown = body.items.flatMap((item: any) => item.targetReference?.page?.slug ?? []);
  expect(shown).toContain("there");
  expect(body.items.filter((item: any) => item.targetReference?.url?.startsWith("/spaces/"))).toEqual([]);
  expect(body.stats.broken.total).toBeGreaterThanOrEqual(1204);
});
