/** A space in memory, for the tests of the engine. */
import fc from "fast-check";
import { applyChanges } from "./change.ts";
import type { BodyInput } from "./batch.ts";
import type { Change, NewRevision } from "./change.ts";
import { encodeNode, loadRevisionRoot, memoryNodes } from "./node.ts";
import type { RevisionRoot } from "./node.ts";
import type { PageType } from "./page.ts";
import { EMPTY_REVISION, EMPTY_ROOT } from "./revision.ts";
import { readTree } from "./tree.ts";
import type { PageBranch } from "./tree.ts";

/** A space under test: applies changes one after another and looks at the outcome. */
export class Space {
  readonly nodes = memoryNodes(new Map([[EMPTY_ROOT, encodeNode(EMPTY_REVISION)]]));
  rootHash = EMPTY_ROOT;
  root: RevisionRoot = EMPTY_REVISION;
  now = 1000;

  async attempt(...changes: Change[]): Promise<Awaited<ReturnType<typeof applyChanges>>> {
    this.nodes.loads = 0;
    return applyChanges(this.nodes, this.rootHash, changes, { now: this.now });
  }

  async apply(...changes: Change[]): Promise<NewRevision> {
    const applied = await this.attempt(...changes);
    if (!applied.ok) throw new Error(`refused: ${applied.refusal.code} ${applied.refusal.message}`);
    return this.keep(applied);
  }

  /** Goes to any revision kept before. */
  async open(rootHash: string): Promise<void> {
    this.rootHash = rootHash;
    this.root = await loadRevisionRoot(this.nodes, rootHash);
  }

  async keep(made: NewRevision): Promise<NewRevision> {
    for (const [hash, text] of made.nodes) this.nodes.texts.set(hash, text);
    await this.open(made.root);
    return made;
  }

  /** The tree as indented addresses. */
  async outline(): Promise<string[]> {
    const lines = (branch: PageBranch): string[] => [branch.path, ...branch.pages.flatMap(lines)];
    return (await readTree(this.nodes, this.root)).flatMap(lines);
  }
}

export function insert(
  id: string,
  extra: Partial<Extract<Change, { operation: "insert_page" }>> = {},
): Change {
  return { operation: "insert_page", id, type: "document", fields: { title: id }, ...extra };
}

export function update(page: string, extra: Partial<Extract<Change, { operation: "update_page" }>>): Change {
  return { operation: "update_page", page, ...extra };
}

/** A body that links once to each target. */
export function body(text: string, ...targets: string[]): BodyInput {
  return { text, targets: Object.fromEntries(targets.map((target) => [target, 1])) };
}

const id = fc.nat(11).map((number) => `p${number}`);
const TARGETS = [
  "page:p1",
  "page:p2",
  "page:p3",
  "file:f1",
  "reusable:r",
  "broken:./x.md",
  "url:a\tb",
  "page:p1#top",
  "self#here",
  "space:s/page:p1",
];
/** Texts, each with the links that it always has. */
const anyBody = fc.nat(20).map((number) => {
  if (number === 0) return body("");
  return body(`text ${number}`, ...TARGETS.filter((_, index) => (number * 7) % (index + 2) === 1));
});
const into = fc.oneof(id, fc.constant(null));
const at = fc.nat(5);

const fields = fc.record(
  {
    title: fc.constantFrom("One", "Two", "三"),
    slug: fc.constantFrom("one", "two", "three", "Ünï"),
    emoji: fc.constantFrom("x", null),
    hidden: fc.boolean(),
    cover: fc.constantFrom({ ref: { kind: "file", file: "f1" } }, null),
  },
  { requiredKeys: [] },
);

/** A page's type goes with its id: the same page is never of two types. */
function typeOf(id: string): PageType {
  return id === "p0" || id === "p5" ? "group" : id === "p9" ? "link" : "document";
}

const insertOperation = fc.constant("insert_page" as const);
const pageChange: fc.Arbitrary<Change> = fc.oneof(
  fc
    .record(
      { operation: insertOperation, id, fields, into, at, body: anyBody },
      { requiredKeys: ["operation", "id", "fields"] },
    )
    .map(({ body, ...change }) => {
      const type = typeOf(change.id);
      return { ...change, type, ...(type === "document" && body && { body }) };
    }),
  fc.record(
    { operation: fc.constant("update_page"), page: id, fields, body: anyBody, into, at },
    { requiredKeys: ["operation", "page"] },
  ),
  fc.record({ operation: fc.constant("delete_page"), page: id }),
);

const file = fc
  .nat(3)
  .map((n) => ({ id: `f${n}`, name: "f", contentType: "t", size: n, hash: `h${n}`, createdAt: 1 }));
const variables = fc.dictionary(fc.constantFrom("a", "b", "toString"), fc.constantFrom(1, "x", true, null));
const tags = fc.dictionary(
  fc.constantFrom("beta", "new", "toString"),
  fc.constantFrom({ label: "Beta" }, { label: "Beta", icon: "flask", color: "red" }, null),
);
const resourceChange: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ operation: fc.constant("put_file"), file }),
  fc.record({ operation: fc.constant("delete_file"), file: file.map(({ id }) => id) }),
  fc.record({ operation: fc.constant("set_variables"), variables }),
  fc.record({ operation: fc.constant("set_tags"), tags }),
  fc.record({ operation: fc.constant("put_reusable"), id: fc.constant("r"), body: anyBody }),
  fc.record({ operation: fc.constant("delete_reusable"), id: fc.constant("r") }),
);

/** Any change whatever to a space of few pages; many of a run are refused, which is part of what it is for. */
export const anyChange = fc.oneof(
  { weight: 4, arbitrary: pageChange },
  { weight: 1, arbitrary: resourceChange },
);

/** Applies each change that is not refused. */
export async function applyAny(space: Space, changes: readonly Change[]): Promise<void> {
  for (const change of changes) {
    const applied = await space.attempt(change);
    if (applied.ok) await space.keep(applied);
  }
}
