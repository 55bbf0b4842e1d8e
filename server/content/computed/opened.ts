/**
 * A revision as one reader of a site may see it: without the pages whose conditions don't hold for them, and without what
 * is below these. It has the form of any other revision, so that whoever reads it can't meet what is left out.
 */
import { openDraft, replaceLinks, replacePages } from "../../../engine/draft.ts";
import { evaluateCondition, type ExpressionParser } from "../../../engine/expression/condition.ts";
import type { ExpressionData } from "../../../engine/expression/evaluate.ts";
import { rememberingParse } from "../../../engine/expression/memo.ts";
import { contentHash } from "../../../engine/hash.ts";
import { mapSize, sliceOfMap } from "../../../engine/mapRead.ts";
import type { Page, VariableValue } from "../../../engine/page.ts";
import { settleDraft } from "../../../engine/settleDraft.ts";
import { type PageBranch, readTree } from "../../../engine/tree.ts";
import { Beside } from "../../memory/beside.ts";
import { type Kept, openKept } from "../../memory/kept.ts";
import { openPace } from "../../turns/pace.ts";
import type { ContentStore } from "../store.ts";
import { openedOver, type ShownRevision } from "./shown.ts";

/** Who reads, as far as conditions ask. */
export interface OpeningReader {
  /** What is known of them; `unsigned` claims apart. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** What a page takes of memory in the list of all of them. */
const PAGE_BYTES = 512;
const parse: ExpressionParser = rememberingParse(5000);
const kept = new Beside<Kept<ShownRevision>, ContentStore>();
/** The pages of a revision that have conditions. */
const conditional = new Beside<readonly PageBranch[], ShownRevision>();

/** One is never too large to be kept, or each call of its reader would make it. */
function openReady(): Kept<ShownRevision> {
  const opened: Kept<ShownRevision> = openKept("opened_revisions", {
    bytesOf: ({ root }) => Math.min(mapSize(root.pages) * PAGE_BYTES, opened.most / 2),
  });
  return opened;
}

/** What expressions of a revision read, for one reader. */
export async function dataFor(
  { nodes, root }: Pick<ShownRevision, "nodes" | "root">,
  { claims }: OpeningReader,
): Promise<(page: Pick<Page, "variables">) => ExpressionData> {
  const vars = Object.fromEntries(await sliceOfMap<VariableValue>(nodes, root.variables));
  return (page) => ({ space: { vars }, page: { vars: page.variables ?? {} }, visitor: { claims } });
}

/** Costs one look at the pages of a revision that have conditions; what is left over is made once for the same answers. */
export async function openedRevision(
  store: ContentStore,
  shown: ShownRevision,
  reader: OpeningReader,
): Promise<ShownRevision> {
  const asking = conditional.get(shown) ?? conditional.set(shown, conditionalPages(await shown.tree()));
  if (asking.length === 0) return shown;
  const data = await dataFor(shown, reader);
  const holds = asking.map(({ page }) => evaluateCondition(page.condition as string, data(page), parse));
  const key = contentHash(JSON.stringify([shown.key, holds]));
  const opened = kept.make(store, openReady);
  return opened.make(key, () => leaveOut(shown, key, asking, holds));
}

function conditionalPages(branches: readonly PageBranch[]): PageBranch[] {
  return branches.flatMap((branch) => [
    ...(branch.page.condition === undefined ? [] : [branch]),
    ...conditionalPages(branch.pages),
  ]);
}

async function leaveOut(
  shown: ShownRevision,
  key: string,
  asking: readonly PageBranch[],
  holds: readonly boolean[],
): Promise<ShownRevision> {
  const draft = await openDraft(shown.nodes, shown.hash, openPace());
  const closed = new Map<string, Page>();
  asking.forEach((branch, at) => {
    if (holds[at] === false) for (const page of pagesOf(branch)) closed.set(page.id, page);
  });
  replacePages(
    draft,
    [...closed.values()].map((before) => ({ before })),
  );
  for (const id of closed.keys()) replaceLinks(draft, id, undefined);
  return openedOver(shown, key, await settleDraft(draft), (nodes, root) => readTree(nodes, root, openPace()));
}

function pagesOf({ page, pages }: PageBranch): Page[] {
  return [page, ...pages.flatMap(pagesOf)];
}
