/**
 * Writes of content of every kind, for the examples of the document: what each of them names comes of one before it. A
 * page with every block is read as a document, and a write on an old text is refused.
 */
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import type { Answer, Person } from "./harness.ts";
import type { Making } from "./oneOfEach.ts";

const EVERY_BLOCK = new URL("../../engine/markdown/html/fixtures/kitchen-sink.md", import.meta.url);
const HELLO = { name: "hello.txt", contentType: "text/plain", base64: "aGVsbG8=" };

/** What a page can say of itself, with a place for it. */
const FIELDS = {
  title: "Installation",
  linkTitle: "Install",
  slug: "installation",
  icon: "rocket",
  description: "On each system.",
  hidden: false,
  tags: [{ tag: { kind: "tag", tag: "new" } }],
  layout: { width: "wide", outline: false },
  cover: { ref: { kind: "url", url: "https://example.com/cover.png" }, yPos: 0 },
  variables: { port: 4000 },
  at: 0,
};

/** What a page of links can lead to. */
const targets = (known: Places): readonly object[] => [
  { kind: "page", page: known.page },
  { kind: "anchor", page: known.page, anchor: "first" },
  { kind: "space", space: known.space },
  { kind: "file", file: known.file },
];

type Places = Readonly<Record<"space" | "page" | "file", string>>;

/** What makes things of each kind. */
const firstChanges = (places: Places): readonly object[] => [
  { operation: "insert_page", ...FIELDS, document: { markdown: "First.\n\nSecond.\n" } },
  {
    operation: "insert_page",
    title: "Every block",
    document: { markdown: readFileSync(EVERY_BLOCK, "utf8") },
  },
  { operation: "insert_reusable_content", title: "Support", document: { markdown: "Write to us.\n" } },
  { operation: "insert_files", files: [HELLO] },
  { operation: "set_variables", variables: { product: "Lectern" } },
  { operation: "set_tags", tags: { new: { label: "New", color: "#2f7fd1" } } },
  ...targets(places).map((target, at) => ({
    operation: "insert_page",
    type: "link",
    title: `Elsewhere ${at}`,
    target,
  })),
];

/** @param places where it is written, and what it leads to; gives nothing: who listens to `world` has what was sent and answered */
export async function writeExamples({ post, get }: Making, places: Places, as: Person): Promise<void> {
  const content = `/spaces/${places.space}/content`;
  const write = async (...changes: readonly object[]): Promise<Answer["body"]> => {
    const { status, body } = await post(content, { changes }, as);
    expect([status, status === 200 ? "" : body]).toEqual([200, ""]);
    return body;
  };
  const {
    changes: made,
    insertedFiles: [hello],
    revision,
  } = await write(...firstChanges(places));
  const [installation, everyBlock, support] = made;
  await get(`${content}/page/${everyBlock.page}?format=document`, as);
  await get(`${content}/page/${installation.page}`, as);
  const ours = installation.page;
  const { changes: copied } = await write(
    {
      operation: "update_page",
      page: ours,
      title: "Install it",
      was: { title: "Installation" },
      ifVersion: installation.version,
      document: { markdown: "First.\n\nSecond, in more words.\n", base: installation.documentId },
    },
    { operation: "duplicate_page", page: ours, title: "A copy" },
    {
      operation: "update_reusable_content",
      reusableContent: support.reusableContent,
      title: "Help",
      document: { markdown: "Ask us.\n" },
    },
    { operation: "update_file", file: hello.id, name: "welcome.txt" },
    { operation: "replace_file", ...HELLO, file: hello.id },
  );
  await write({
    operation: "edit_page",
    page: ours,
    base: copied[0].documentId,
    edits: [{ after: null, markdown: "Before all else." }],
  });
  const stale = { markdown: "First.\n\nSecond, otherwise.\n", base: installation.documentId };
  const refused = await post(
    content,
    { changes: [{ operation: "update_page", page: ours, document: stale }] },
    as,
  );
  expect(refused.status).toBe(409);
  await write(
    { operation: "delete_page", page: copied[1].page },
    { operation: "delete_reusable_content", reusableContent: support.reusableContent },
    { operation: "delete_file", file: hello.id },
    { operation: "revert_page", page: ours, revision },
    { operation: "revert_file", file: hello.id, revision },
  );
}
