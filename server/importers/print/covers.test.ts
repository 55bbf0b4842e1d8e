/** Covers that the space knows no file of go on leading where they led, however often their page moves and is printed. */
import { expect, test } from "vitest";
import type { PageMeta } from "../../../engine/markdown/pageMeta.ts";
import { printPage } from "../export.ts";
import type { SourceEntry } from "./sourceEntry.ts";

const nowhere = { lookup: {}, targetOf: () => undefined };

/** Prints a page whose file was `entry` at `path`, and gives what is noted of it then. */
function printed(entry: SourceEntry, path: string, cover: PageMeta["cover"], body: string) {
  const page = {
    id: "p",
    type: "document",
    title: "Setup",
    slug: "setup",
    meta: { cover },
    body,
    children: [],
  };
  const printing = { origin: { objects: new Map([["p", entry]]) }, links: nowhere };
  const { text, spelling } = printPage(page as never, path, printing as never, []);
  return { text, entry: { ...entry, path, spelling: JSON.parse(JSON.stringify(spelling)) } };
}

test("printed again, and moved again", () => {
  const head = "---\ncover: ./dark.png\n---\n\n# Setup\n\n";
  const spelling = { text: head, title: "Setup", slug: "setup" };
  const first: SourceEntry = { role: "page", path: "guide/setup.md", object: "p", spelling };
  const moved = printed(first, "reference/api/setup.md", { url: "./dark.png" }, "Steps.\n");
  expect(moved.text).toContain("\ncover: ../../guide/dark.png\n");
  const again = printed(moved.entry, "reference/api/setup.md", { url: "./dark.png" }, "More steps.\n");
  expect(again.text).toBe("---\ncover: ../../guide/dark.png\n---\n\n# Setup\n\nMore steps.\n");
  const further = printed(again.entry, "setup.md", { url: "./dark.png" }, "More steps.\n");
  expect(further.text).toContain("\ncover: guide/dark.png\n");
  const chosen = printed(again.entry, "reference/api/setup.md", { url: "./other.png" }, "More steps.\n");
  expect(chosen.text).toContain("\ncover: ./other.png\n");
});
