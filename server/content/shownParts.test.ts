import { expect, test } from "vitest";
import type { SpaceKey } from "../db/schema.ts";
import { openDerived } from "./derived.ts";
import { showParts, type TextPart } from "./shownParts.ts";

/** One has its turn, so many wait for theirs. */
const MOST = 501;
const [ACME, OTHER] = ["acme", "other"].map((organization_id) => ({ organization_id, id: "guide" })) as [
  SpaceKey,
  SpaceKey,
];

test("of one organization so many parts wait for their turn; who comes then sees the source, and is shown it later", async () => {
  const kept = { derived: openDerived("shown_parts") };
  const parts = Array.from({ length: MOST + 3 }, (_, n): TextPart => ({ type: "emoji", name: `a${n}` }));
  const shown = showParts(kept, ACME, parts);
  const late = await showParts(kept, ACME, [{ type: "emoji", name: "rocket" }]);
  expect(late).toEqual([null]);
  // Those of others don't wait behind them.
  expect(await showParts(kept, OTHER, [{ type: "emoji", name: "tada" }])).toEqual(["<p>🎉</p>"]);
  expect((await shown).slice(MOST)).toEqual([null, null, null]);
  expect(await showParts(kept, ACME, [{ type: "emoji", name: "rocket" }])).toEqual(["<p>🚀</p>"]);
});
