/** Pages that show reusable contents of another space, for those who may read that space on the same site. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { makeSite, tokenOf, type VisitedSite } from "../visitor/visitors.fixture.ts";

const world = useWorld();
let writer: Person;
let site: VisitedSite;
let shared: string;
let variant: string;
let staff: string;
const ids: Record<string, string> = {};

const UNAVAILABLE = "This content is not available.";
const PRODUCT = '<code class="expression">space.vars.product</code>';

async function change(space: string, ...changes: object[]): Promise<void> {
  const { status, body } = await world().post(`/spaces/${space}/content`, { changes }, writer);
  expect([status, body]).toEqual([200, expect.anything()]);
  for (const done of body.changes) {
    if (done.ref !== undefined) ids[done.ref] = done.page ?? done.reusableContent;
  }
  for (const file of body.insertedFiles ?? []) ids[file.name] = file.id;
}

const page = (ref: string, markdown: string) => ({
  operation: "insert_page",
  ref,
  slug: ref,
  document: { markdown },
});
const reusable = (ref: string, markdown: string) => ({
  operation: "insert_reusable_content",
  title: `Title of ${ref}`,
  ref,
  document: { markdown },
});
const include = (space: string, id: string | undefined) => `{% include "/spaces/${space}/reusable/${id}" %}`;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  site = await makeSite(world(), writer, "Guide");
  const spaces = `/orgs/${world().organization}/spaces`;
  shared = (await world().post(spaces, { title: "Pool of words" }, writer)).body.id;
  const files = [{ name: "note.txt", contentType: "text/plain", base64: "QQ==" }];
  await change(site.space, reusable("own", `Own words of ${PRODUCT}. {% include "/reusable/none" %}`), {
    operation: "set_variables",
    variables: { product: "Anvil" },
  });
  await change(
    shared,
    { operation: "set_variables", variables: { product: "Sprocket", ready: true } },
    { operation: "insert_files", files },
    page("first", "# First"),
    page("terms", "# Terms\n\nThe terms."),
    reusable("deep", `Deeply shared.\n\n${include(site.space, ids["own"])}`),
  );
  await change(
    shared,
    reusable(
      "notice",
      [
        `Mind the ${PRODUCT} of numbats. [Terms](/pages/${ids["terms"]}#now), [note](/files/${ids["note.txt"]}).`,
        "{% if space.vars.ready %}\n\nReady words.\n\n{% endif %}",
        `[Gone](/pages/nowhere), [home](/spaces/${site.space}).`,
        `{% include "/reusable/${ids["deep"]}" %}`,
      ].join("\n\n"),
    ),
  );
  // Each shows the other: that ends.
  const loop = { operation: "update_reusable_content", reusableContent: ids["own"] };
  const own = `Own words of ${PRODUCT}.\n\n${include(shared, ids["notice"])}`;
  await change(site.space, { ...loop, document: { markdown: own } });
  const home = [
    `# Home\n\nThis is ${PRODUCT}.`,
    include(shared, ids["notice"]),
    `See [the pool](/spaces/${shared}) and [the terms](/spaces/${shared}/pages/${ids["terms"]}).`,
    `{% content-ref url="/spaces/${shared}/pages/${ids["terms"]}" %}\nthe terms\n{% endcontent-ref %}`,
    include("0123456789abcdefghij", "anything"),
  ].join("\n\n");
  await change(site.space, page("home", home));
  const added = await world().post(`${site.api}/site-spaces`, { spaceId: shared }, writer);
  variant = added.body.id;
  await world().patch(site.api, { adaptiveContent: { enabled: true } }, writer);
  staff = `gitbook-visitor-token=${await tokenOf(world(), site.key, { staff: true })}`;
  await world().runJobs();
});

const visit = (path = "", cookie = "") => world().visit(site.base + path, cookie === "" ? {} : { cookie });
const read = async (path = "", cookie = "") => (await visit(path, cookie)).text;

/** What readers see of the other space, wherever they see it. */
const SHOWN = ["numbats", "Sprocket", "Ready words", "Deeply shared"];

describe("where the other space is on the site", () => {
  test("its text stands in the page, and means there what it means at home", async () => {
    const text = await read();
    for (const words of SHOWN) expect(text).toContain(words);
    expect(text).toMatch(/This is <span[^>]*>Anvil</);
    expect(text).toMatch(/Mind the <span[^>]*>Sprocket</);
    expect(text).toMatch(/Own words of <span[^>]*>Anvil</);
    expect(text).toContain(`href="${site.base}pool-of-words/terms#now"`);
    expect(text).toMatch(new RegExp(`href="/~/files/${shared}/${ids["note.txt"]}/[^"]+">note`));
    expect(text).toMatch(/<a class="broken"[^>]*>Gone<|<span class="broken"[^>]*>Gone</);
    expect(text).toContain(`href="${site.base}">home`);
    expect(text).toContain(`href="${site.base}pool-of-words/">the pool`);
    expect(text).toContain(`<span class="ref-title">Terms</span>`);
    expect(text.split(UNAVAILABLE)).toHaveLength(2);
  });

  test("and so in its Markdown and in the text of the whole site", async () => {
    for (const path of ["home.md", "llms-full.txt"]) {
      const text = await read(path);
      for (const words of SHOWN) expect([path, text]).toEqual([path, expect.stringContaining(words)]);
      expect(text).toContain(`http://sites.test${site.base}pool-of-words/terms.md#now`);
      expect(text).toContain(`[Gone](/spaces/${shared}/pages/nowhere)`);
      expect(text).toContain(`http://sites.test/~/files/${shared}/${ids["note.txt"]}/`);
      expect(text.split(UNAVAILABLE)).toHaveLength(2);
      expect(text).not.toContain("{% include");
    }
  });

  test("a change over there is a change of the page", async () => {
    await read();
    const changed = "Now of bilbies.";
    const one = { operation: "update_reusable_content", reusableContent: ids["deep"] };
    await change(shared, { ...one, document: { markdown: changed } });
    for (const path of ["", "home.md", "llms-full.txt"]) expect(await read(path)).toContain(changed);
    const back = `Deeply shared.\n\n${include(site.space, ids["own"])}`;
    await change(shared, { ...one, document: { markdown: back } });
    for (const path of ["", "home.md", "llms-full.txt"]) expect(await read(path)).not.toContain(changed);
  });

  test("and so in the preview of a change request, whose links lead to the preview of the site", async () => {
    const at = `/spaces/${site.space}/change-requests`;
    const { body: request } = await world().post(at, {}, writer);
    const draft = page("draft", `# Draft\n\n${include(shared, ids["notice"])}`);
    await world().post(`${at}/${request.id}/content`, { changes: [draft] }, writer);
    const { body: preview } = await world().get(`${site.api}/publishing/preview`, writer);
    const { pathname } = new URL(preview.url);
    const { text } = await world().visit(`${pathname}~/changes/${request.number}/draft`);
    for (const words of SHOWN) expect(text).toContain(words);
    expect(text).toContain(`href="${pathname}pool-of-words/terms#now"`);
    expect(text).toContain(`href="${pathname}~/changes/${request.number}/">home`);
  });

  test("search finds it in its own space alone", async () => {
    await world().runJobs();
    const found = JSON.parse(await read("~/search.json?q=numbats")) as { results: object[] };
    expect(found.results).toEqual([]);
  });
});

describe("where the reader is not shown the other space", () => {
  const KINDS = ["", "home.md", "llms-full.txt"];

  /** What an answer says of the other space; the same for what is hidden, gone, and never was. */
  async function expectHidden(path: string, cookie = ""): Promise<string> {
    const text = await read(path, cookie);
    for (const words of [...SHOWN, "Title of", "Pool of words", "pool-of-words"])
      expect([path, text]).toEqual([path, expect.not.stringContaining(words)]);
    return text;
  }
  async function expectShown(path: string, cookie = ""): Promise<void> {
    const text = await read(path, cookie);
    if (text.includes("This is")) for (const words of SHOWN) expect(text).toContain(words);
  }

  describe.each([
    ["its condition is not theirs", { condition: "visitor.claims.staff" }, { condition: null }],
  ])("because %s", (_why, narrowed, wide) => {
    beforeEach(() => world().patch(`${site.api}/site-spaces/${variant}`, wide, writer));

    test.each(KINDS)("%j shows nothing of it, from warm caches and from cold ones", async (path) => {
      for (const cookie of ["", staff, "", staff]) await expectShown(path, cookie);
      await world().patch(`${site.api}/site-spaces/${variant}`, narrowed, writer);
      for (let again = 0; again < 3; again++) {
        await expectHidden(path);
        await expectShown(path, staff);
      }
    });
  });

  test("what is hidden, deleted, taken off the site or never was looks the same", async () => {
    const at = `${site.api}/site-spaces/${variant}`;
    await world().patch(at, { condition: "visitor.claims.staff" }, writer);
    const hidden = [await expectHidden(""), await expectHidden("home.md")];
    expect(hidden[0]?.split(UNAVAILABLE)).toHaveLength(3);
    expect(hidden[1]?.split(UNAVAILABLE)).toHaveLength(3);
    await world().patch(at, { condition: null }, writer);
    await expectShown("");
    await change(shared, { operation: "delete_reusable_content", reusableContent: ids["notice"] });
    const deleted = await read();
    expect(deleted.split(UNAVAILABLE)).toHaveLength(3);
    for (const words of SHOWN) expect(deleted).not.toContain(words);
    expect((await world().call("DELETE", `/spaces/${shared}`, { as: writer })).status).toBeLessThan(300);
    expect([await expectHidden(""), await expectHidden("home.md")]).toEqual(hidden);
    await world().post(`/spaces/${shared}/restore`, undefined, writer);
  });
});
