/** Where the branch has a link in the way, what would go there waits, and all else goes. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { newSpace, type Repository, type SyncedSpace, useGitHost } from "./gitSpace.fixture.ts";

const world = useWorld();
const host = useGitHost();
let ada: Person;
let space: SyncedSpace;
let repository: Repository;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
});
beforeEach(async () => {
  space = await newSpace(world(), ada, host());
  repository = space.repository;
  const files = {
    "README.md": "# Home\n\nFirst.\n",
    "guide.md": "# Guide\n\nSteps.\n",
    ".gitbook": "../elsewhere",
  };
  repository.commit(files, "Begin", "main", { ".gitbook": "120000" });
  await space.connect({ direction: "git", confirm: true });
  await world().runJobs();
});

async function addReusable(): Promise<string> {
  const { body } = await world().post(
    `/spaces/${space.id}/content`,
    {
      changes: [{ operation: "insert_reusable_content", title: "Note", document: { markdown: "Noted.\n" } }],
    },
    ada,
  );
  return body.changes[0].reusableContent;
}

test.each(["push", "pull-request"] as const)(
  "reusable contents and variables wait with the pages that show them, and other pages go (%s)",
  async (outgoing) => {
    await world().patch(space.address, { outgoing }, ada);
    const branch = outgoing === "push" ? "main" : `lectern/${space.id}`;
    const id = await addReusable();
    const guide = await space.page("Guide");
    await space.write("Guide", `Steps.\n\n{% include "/reusable/${id}" %}\n`);
    await space.write("Home", "First, ours.\n");
    await space.change({ operation: "set_variables", variables: { product: "Lectern" } });
    const { state, held } = await space.sync();
    expect({
      state,
      held: held.toSorted((a: { kind: string }, b: { kind: string }) => (a.kind < b.kind ? -1 : 1)),
    }).toEqual({
      state: "synced",
      held: [
        { kind: "page", id: guide.id, reason: "blocked" },
        { kind: "reusable", id, reason: "blocked" },
        { kind: "variable", id: "product", reason: "blocked" },
      ],
    });
    expect(repository.show("README.md", branch)).toBe("# Home\n\nFirst, ours.\n");
    expect(repository.show("guide.md", branch)).toBe("# Guide\n\nSteps.\n");
    // Nothing is lost here meanwhile, and nothing is tried again and again.
    expect((await space.page("Guide")).markdown).toContain("Steps.\n\n{% include");
    const tip = repository.tip(branch);
    expect(await space.sync()).toMatchObject({ state: "synced" });
    expect(repository.tip(branch)).toBe(tip);
    // Once the link has gone, all of it goes by itself.
    repository.commit({ ".gitbook": null }, "Make room");
    expect(await space.sync()).toMatchObject({ state: "synced", held: [] });
    expect(repository.show(".gitbook/vars.yaml", branch)).toBe("product: Lectern\n");
    expect(repository.show("guide.md", branch)).toContain("{% include");
    expect(repository.check()).toBe("");
  },
);
