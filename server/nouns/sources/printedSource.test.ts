/** The content source that the manual prints, published, installed and run as a script. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useWorld } from "../../test/harness.ts";
import { DOCS } from "../../test/shellExamples.ts";

const world = useWorld({ runsScripts: true });
const page = readFileSync(join(DOCS, "api/integrations/content-sources.md"), "utf8");
/** What the page's shell writes into a file. */
const written = (file: string): string =>
  new RegExp(`^cat > ${file} <<'END'\\n([^]*?)^END$`, "m").exec(page)?.[1] ?? "";

test("the printed source makes its pages and their texts", async () => {
  const ada = await world().addPerson("ada", "admin");
  const { organization } = world();
  const manifest = JSON.parse(written("releases.json")) as object;
  const script = written("releases.js");
  const published = await world().post("/integrations/releases", { ...manifest, organization, script }, ada);
  expect(published.status).toBe(200);
  const { body: made } = await world().post(`/orgs/${organization}/spaces`, { title: "Windrose" }, ada);
  const all = "/integrations/releases/installations";
  const { body: installation } = await world().post(all, { organization }, ada);
  await world().post(`${all}/${installation.id}/spaces`, { space: made.id }, ada);
  const [, changes = ""] = /content --data '\{"changes": (\[[^']*\])\n?\}'/.exec(page) ?? [];
  const space = `/spaces/${made.id}/content`;
  const inserted = await world().post(space, { changes: JSON.parse(changes) as object }, ada);
  expect(inserted.status).toBe(200);
  let state = "";
  // A busy machine finds no place for a script at once.
  for (let rounds = 0; rounds < 20 && state !== "ready"; rounds++) {
    await world().runJobs();
    state = (await world().get(`${space}/computed`, ada)).body.items[0].state;
    world().ahead += 60_000;
  }
  const { pages } = (await world().get(`${space}/pages`, ada)).body;
  expect(pages.map(({ title }: { title: string }) => title)).toEqual(["Release 2.1", "Release 2.0"]);
  const at = encodeURIComponent(pages[0]?.path ?? "");
  const { body } = await world().get(`${space}/path/${at}?format=markdown`, ada);
  expect(body.markdown).toContain("Search is **faster**.");
});
