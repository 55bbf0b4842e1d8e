import { importDeps } from "../../content/import/importDeps.ts";
import { beforeAll, expect, test } from "vitest";
import { importInto } from "../../content/import/importInto.ts";
import { memorySource } from "../../importers/files.ts";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let writer: Person;
let space: string;

const FILES = {
  "README.md": '# Start\n\n{% include ".gitbook/includes/note.md" %}\n',
  "setup.md": "# Set up\n\nsteps",
  ".gitbook/includes/note.md":
    '---\ntitle: Note\n---\n\nMind the [set-up](../../setup.md#now).\n\n{% include "deep.md" %}\n',
  // It includes what includes it: shown once, not for ever.
  ".gitbook/includes/deep.md": '---\ntitle: Deep\n---\n\nDeeply **shared**.\n\n{% include "note.md" %}\n',
};

const importFiles = (files: Record<string, string>) =>
  importInto(importDeps(world().deps, world().organization), {
    space,
    source: memorySource(Object.entries(files).map(([name, bytes]) => ({ name, bytes }))),
    by: writer.id,
  });

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  const sites = `/orgs/${world().organization}/sites`;
  const site = (await world().post(sites, { title: "Guide", spaces: "empty" }, writer)).body.id;
  const { body } = await world().get(`${sites}/${site}/published`, writer);
  space = body.structure.structure[0].space.id;
  await importFiles(FILES);
  await world().post(`${sites}/${site}/publish`, undefined, writer);
});

test("a page shows what it includes, and what that includes, with links that lead on", async () => {
  const { status, text } = await world().visit("/acme/guide/");
  expect(status).toBe(200);
  expect(text).toContain('href="/acme/guide/setup#now"');
  expect(text).toContain("<strong>shared</strong>");
});

test("a change of the included text is a change of the page", async () => {
  await importFiles({ ...FILES, ".gitbook/includes/deep.md": "---\ntitle: Deep\n---\n\nNow **changed**.\n" });
  const { text } = await world().visit("/acme/guide/");
  expect(text).toContain("<strong>changed</strong>");
  expect(text).not.toContain("<strong>shared</strong>");
});
