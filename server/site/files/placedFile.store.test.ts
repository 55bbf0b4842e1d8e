/** A file that a page names is found at the head; one that was removed, in whichever revision still has it. */
import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { hearStatements } from "../../test/statements.ts";
import { findFile } from "./placedFile.ts";

const world = useWorld();
let editor: Person;
let space = "";

/** More than one slice of revisions. */
const REVISIONS = 120;

const change = async (changes: readonly object[]) => {
  const { status, body } = await world().post(`/spaces/${space}/content`, { changes }, editor);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

beforeAll(async () => {
  editor = await world().addPerson("edda", "create");
  space = (await world().post(`/orgs/${world().organization}/spaces`, { title: "Files" }, editor)).body.id;
});

async function upload(name: string): Promise<string> {
  const files = [
    { name, ref: name, contentType: "text/plain", base64: Buffer.from(name).toString("base64") },
  ];
  const { insertedFiles } = await change([{ operation: "insert_files", files }]);
  return insertedFiles[0].id;
}

/** What is asked of revisions while a file is looked for. */
async function asked(id: string): Promise<{ readonly name: string | undefined; readonly lists: number }> {
  let lists = 0;
  const end = hearStatements(
    world().deps.db,
    (sql) => void (/order by "created_at" desc/.test(sql) && lists++),
  );
  try {
    const found = await findFile(world().deps, space, id);
    return { name: found?.file.name, lists };
  } finally {
    end();
  }
}

test("the head is asked first, and then revisions slice by slice", async () => {
  const gone = await upload("gone.txt");
  await change([{ operation: "delete_file", file: gone }]);
  const kept = await upload("kept.txt");
  for (let at = 0; at < REVISIONS; at++)
    await change([{ operation: "insert_page", title: `Page ${at}`, document: { markdown: "" } }]);
  expect(await asked(kept)).toEqual({ name: "kept.txt", lists: 0 });
  expect(await asked(gone)).toEqual({ name: "gone.txt", lists: 2 });
  expect(await asked("absent")).toEqual({ name: undefined, lists: 3 });
  await world().delete(`/spaces/${space}`, editor);
  expect(await asked(kept)).toEqual({ name: undefined, lists: 0 });
});
