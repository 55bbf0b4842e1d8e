import { beforeAll, describe, expect, test } from "vitest";
import { searchSpaces } from "../content/search/searchSpaces.ts";
import { type Person, useWorld } from "../test/harness.ts";

const world = useWorld();
let writer: Person;
let space: string;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  space = (await world().post(`/orgs/${world().organization}/spaces`, {}, writer)).body.id;
});

async function change(...changes: object[]): Promise<{ reusableContent: string }[]> {
  const { status, body, text } = await world().post(`/spaces/${space}/content`, { changes }, writer);
  if (status !== 200) throw new Error(text);
  await world().runJobs();
  return body.changes;
}

async function find(query: string): Promise<string[]> {
  const { pages } = await searchSpaces(world().deps.db.read, {
    organization: world().organization,
    spaces: [space],
    query,
    limit: 100,
  });
  return pages.map(({ title }) => title).toSorted();
}

const shared = (ref: string, markdown: string) => ({
  operation: "insert_reusable_content",
  title: ref,
  ref,
  document: { markdown },
});
const page = (title: string, markdown: string) => ({
  operation: "insert_page",
  title,
  document: { markdown },
});

describe("search", () => {
  test("finds pages by what they include, and follows it", async () => {
    const [inner, outer] = await change(
      shared("inner", "walrus"),
      shared("outer", '## Sea\n\n{% include "./inner" %}\n\nkelp'),
      page("Deep", 'Text.\n\n{% include "./outer" %}\n'),
      page("Flat", '{% include "./inner" %}\n'),
      page("Other", "walnut"),
    );
    expect([await find("walrus"), await find("kelp")]).toEqual([["Deep", "Flat"], ["Deep"]]);
    const edit = { operation: "update_reusable_content", reusableContent: inner?.reusableContent };
    await change({ ...edit, document: { markdown: "penguin" } });
    expect([await find("walrus"), await find("penguin")]).toEqual([[], ["Deep", "Flat"]]);
    await change({ operation: "delete_reusable_content", reusableContent: outer?.reusableContent });
    expect([await find("kelp"), await find("penguin")]).toEqual([[], ["Flat"]]);
  });

  test("ends where contents include each other", async () => {
    const [one, two] = await change(shared("one", "zebra"), shared("two", "okapi"));
    const ids = [one?.reusableContent, two?.reusableContent];
    const into = (at: number, text: string) => ({
      operation: "update_reusable_content",
      reusableContent: ids[at],
      document: {
        markdown: `${text}\n\n{% include "/reusable/${ids[1 - at]}" %}\n\n{% include "/reusable/${ids[at]}" %}`,
      },
    });
    await change(into(0, "zebra"), into(1, "okapi"), page("Loop", `{% include "/reusable/${ids[0]}" %}`));
    expect([await find("zebra"), await find("okapi")]).toEqual([["Loop"], ["Loop"]]);
  });
});
