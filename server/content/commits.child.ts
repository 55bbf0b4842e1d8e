/** Run as a process of its own by crash.test.ts: edits a space for ever and says so, until it is killed. */
import { openDatabase } from "../db/open.ts";
import { headOf } from "./spaces.fixture.ts";
import { applyChanges } from "../../engine/change.ts";
import type { Change } from "../../engine/change.ts";
import { commit, onFreshHead } from "./commit.ts";
import { openContent } from "./store.ts";

const [url, file = "", space = ""] = process.argv.slice(2);
const db = await openDatabase({ url: url || undefined, file });
const content = openContent(db);

/** The i-th edit: pages come, change, move and go. */
function changesOf(run: string, i: number): Change[] {
  const id = `${run}-${i}`;
  const inserted: Change = {
    operation: "insert_page",
    id,
    type: "document",
    fields: { title: `Page ${i % 7}` },
    body: { text: `text ${id}`.repeat(50), targets: { [`page:${id}`]: 1 } },
    at: i % 5,
  };
  if (i % 3 === 1)
    return [
      inserted,
      { operation: "update_page", page: `${run}-${i - 1}`, fields: { slug: `moved-${run}-${i}` } },
    ];
  if (i % 3 === 2) return [inserted, { operation: "delete_page", page: `${run}-${i - 1}` }];
  return [inserted];
}

async function edit(i: number): Promise<void> {
  const head = await headOf(db.read, space);
  if (head === undefined) throw new Error("no head");
  const id = `r${Number(/^r(\d+)$/.exec(head.id)?.[1] ?? 0) + 1}`;
  const made = await applyChanges(
    content.of(head.organization_id).nodes,
    head.root,
    changesOf(`${process.pid}`, i),
    { now: i },
  );
  if (!made.ok) throw new Error(made.refusal.message);
  const note = {
    organization: head.organization_id,
    id,
    space,
    type: "edits" as const,
    parents: [head.id],
    createdAt: i,
  };
  process.stdout.write(`begin ${id}\n`);
  await db.transact((tx) => commit(tx, { expectedHead: head.id, note, content: made }));
  process.stdout.write(`done ${id}\n`);
}

// What a process killed before was about to commit may still reach PostgreSQL: then the head moves under this one.
for (let i = 0; i < 1_000_000; i++) await onFreshHead(() => edit(i));
