import { storePage } from "../../content/pageText.ts";
import type { Row } from "../../db/schema.ts";
import { applyChanges, type Change as EngineChange } from "../../../engine/change.ts";
import { EMPTY_REVISION, EMPTY_ROOT } from "../../../engine/revision.ts";
import { encodeNode, decodeNode } from "../../../engine/node.ts";
import type { RunningChange } from "../../http/change.ts";
import { publishContent } from "../content/publish.ts";
import { lookupFrom } from "../content/lookup.ts";

/** What a new site begins with when its maker asks for a sample. */
const SAMPLE = [
  {
    ref: "welcome",
    markdown: `# Welcome

This is the first page of your documentation. Change it, move it or delete it: nothing depends on it.

{% hint style="success" %}
The next page shows what a page can hold: [Writing pages](./writing.md).
{% endhint %}
`,
  },
  {
    ref: "writing",
    markdown: `# Writing pages

Pages are written in Markdown. A hint, a list and code look like this:

{% hint style="info" %}
Readers see this in a box.
{% endhint %}

1. Write a page.
2. Publish the site.

\`\`\`js
console.log("Hello");
\`\`\`
`,
  },
];

/** Nothing is there yet: the empty revision is known, so nothing is read. */
const empty = decodeNode(encodeNode(EMPTY_REVISION));
const nodes = { load: async (hashes: readonly string[]) => hashes.map(() => empty) };

/** The pages as they are stored. Reading them may take turns, so it comes before the transaction. */
export async function writeSample(newId: () => string): Promise<readonly EngineChange[]> {
  const pages = new Map(SAMPLE.map(({ ref }) => [ref, newId()]));
  const lookup = lookupFrom({ nodes, organization: "" }, EMPTY_REVISION, { pages, files: new Map() }, "");
  const changes: EngineChange[] = [];
  for (const { ref, markdown } of SAMPLE) {
    const { meta, body } = await storePage(markdown, lookup);
    changes.push({
      operation: "insert_page",
      id: pages.get(ref) as string,
      type: "document",
      fields: { title: meta.title },
      body,
    });
  }
  return changes;
}

/** Fills a space that was made in this transaction. */
export async function addPages(
  running: RunningChange,
  space: Row<"spaces">,
  changes: readonly EngineChange[],
): Promise<void> {
  const applied = await applyChanges(nodes, EMPTY_ROOT, changes, { now: running.now });
  if (!applied.ok) throw new Error(`the sample pages were refused: ${applied.refusal.message}`);
  const base = { id: space.head } as Row<"revisions">;
  await publishContent(running, space, base, running.newId(), applied);
}
