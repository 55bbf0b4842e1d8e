import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let owner: Person;
let space: string;

beforeAll(async () => {
  owner = await world().addPerson("olga", "admin");
});

async function addSpace(): Promise<string> {
  return (await world().post(`/orgs/${world().organization}/spaces`, {}, owner)).body.id;
}

const change = (to: string, ...changes: object[]) =>
  world().post(`/spaces/${to}/content`, { changes }, owner);
const shared = (markdown: string, more: object = {}) => ({
  operation: "insert_reusable_content",
  title: "Setup",
  document: { markdown },
  ...more,
});

describe("reusable contents", () => {
  let id: string;
  let page: string;

  beforeAll(async () => {
    space = await addSpace();
    const { status, body } = await change(
      space,
      shared("Install it. See [home](./home.md).", { ref: "setup" }),
      {
        operation: "insert_page",
        title: "Home",
        slug: "home",
        ref: "home",
        document: { markdown: 'Before.\n\n{% include "./setup" %}\n' },
      },
    );
    expect(status).toBe(200);
    expect(body.changes[0]).toMatchObject({ operation: "insert_reusable_content", ref: "setup" });
    [id, page] = [body.changes[0].reusableContent, body.changes[1].page];
  });

  test("are stored by id where pages include them, and are read by id", async () => {
    const { body } = await world().get(`/spaces/${space}/content/page/${page}`, owner);
    expect(body.markdown).toContain(`{% include "/reusable/${id}" %}`);
    const one = await world().get(`/spaces/${space}/content/reusable-contents/${id}`, owner);
    expect(one.body).toMatchObject({
      id,
      title: "Setup",
      markdown: `Install it. See [home](/pages/${page}).`,
    });
    const { body: revision } = await world().get(`/spaces/${space}/content`, owner);
    expect(revision.reusableContents).toEqual([{ id, title: "Setup", document: one.body.document }]);
  });

  test("are what pages depend on, and link themselves", async () => {
    const { body } = await world().get(`/spaces/${space}/links`, owner);
    const found = body.items.map((item: any) => [
      item.relation,
      item.targetReference.kind,
      item.locationReferences[0].kind,
    ]);
    expect(found).toEqual([
      ["reference", "page", "reusable-content"],
      ["dependsOn", "reusable-content", "page"],
    ]);
  });

  test.each([
    ["getReusableContentById", "/content"],
    ["getReusableContentInRevisionById", "/revisions/REVISION"],
    ["getReusableContentInChangeRequestById", "/change-requests/REQUEST/content"],
  ])("%s answers those who see the space", async (name, pattern) => {
    const { body } = await world().get(`/spaces/${space}`, owner);
    const { body: request } = await world().post(`/spaces/${space}/change-requests`, {}, owner);
    const at = `/spaces/${space}${pattern.replace("REVISION", body.revision).replace("REQUEST", request.id)}`;
    const reader = await world().addPerson(`rita-${name}`, "read");
    const other = await world().addOrganization("Other", `other-${name.toLowerCase()}`);
    const stranger = await world().addPerson(`sam-${name}`, "admin", other);
    const get = (path: string, as?: Person) => world().get(`${at}/reusable-contents/${path}`, as);
    expect((await get(`${id}?evaluated=true`, reader)).body.markdown).toContain("Install it.");
    expect((await get("absent", reader)).status).toBe(404);
    expect((await get(`${id}?evaluated=odd`, reader)).status).toBe(400);
    expect((await get(id, stranger)).status).toBe(404);
    expect((await get(id)).status).toBe(401);
  });

  test("are changed and removed; what includes them is broken then", async () => {
    const edited = await change(space, {
      operation: "update_reusable_content",
      reusableContent: id,
      title: "Set up",
      document: { markdown: "New text." },
    });
    expect(edited.status).toBe(200);
    const one = await world().get(`/spaces/${space}/content/reusable-contents/${id}`, owner);
    expect(one.body).toMatchObject({ title: "Set up", markdown: "New text." });
    const told = async () => {
      const { body } = await world().get(`/spaces/${space}`, owner);
      const { body: diff } = await world().get(`/spaces/${space}/revisions/${body.revision}/changes`, owner);
      return diff.changes.map(({ type }: { type: string }) => type);
    };
    expect(await told()).toEqual(["reusable_content_edited"]);
    const gone = { operation: "delete_reusable_content", reusableContent: id };
    expect((await change(space, gone)).status).toBe(200);
    expect(await told()).toEqual(["reusable_content_deleted"]);
    const { body } = await world().get(`/spaces/${space}/links?status=broken`, owner);
    expect(body.items.map((item: any) => [item.relation, item.targetReference.url])).toEqual([
      ["dependsOn", `/reusable/${id}`],
    ]);
    const again = await change(space, gone);
    expect([again.status, again.body.error.message]).toEqual([
      400,
      expect.stringContaining("/changes/0/reusableContent"),
    ]);
  });
});

describe("reverting blocks of a page", () => {
  test("takes back what is named and leaves the rest", async () => {
    const of = await addSpace();
    const { body } = await change(of, {
      operation: "insert_page",
      title: "A",
      document: { markdown: "One.\n\nTwo.\n\nThree." },
    });
    const { page } = body.changes[0];
    await change(of, {
      operation: "update_page",
      page,
      document: { markdown: "One.\n\nTwo.\n\nNew.\n\nThree!" },
    });
    const links = {
      operation: "update_page",
      page,
      document: { markdown: "One.\n\n[Two](https://x.com).\n\nThree!" },
    };
    await change(of, links);
    const { body: listed } = await world().get(`/spaces/${of}/links`, owner);
    const block = listed.items[0].locationReferences[0].internalLocation.node;
    const revert = { operation: "revert_page", page, revision: body.revision };
    expect((await change(of, { ...revert, block: [block] })).status).toBe(200);
    const now = await world().get(`/spaces/${of}/content/page/${page}`, owner);
    expect(now.body.markdown).toBe("One.\n\nTwo.\n\nThree!");
    // The text is the one that the changes before it in the batch leave.
    const both = await world().post(
      `/spaces/${of}/content`,
      {
        changes: [
          { ...links, document: { markdown: "Zero.\n\n[Two](https://x.com).\n\nThree!" } },
          { ...revert, block: [block] },
        ],
      },
      owner,
    );
    expect([both.status, both.body.error]).toEqual([200, undefined]);
    const after = await world().get(`/spaces/${of}/content/page/${page}`, owner);
    expect(after.body.markdown).toBe("Zero.\n\nTwo.\n\nThree!");
    const refused = await change(of, { ...revert, block: ["absent"] });
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      expect.stringContaining("/changes/0/block/0"),
    ]);
  });
});
