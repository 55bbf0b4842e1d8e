import { expect, test } from "vitest";
import type { Page } from "../../../engine/page.ts";
import type { PageBranch } from "../../../engine/tree.ts";
import { openSecrets } from "../../ports/secrets.ts";
import { presentPage, writtenPages } from "./present.ts";

const how = {
  deps: {
    addresses: { app: "http://app.test", sites: "http://sites.test", sitesDomain: undefined },
    secrets: openSecrets("a test secret that is long enough: Zq8-vX2-Lm5-Rt1"),
  },
  space: "s1",
  pagesAt: "/s/s1",
  metadata: true,
};

function branch(id: string, type: Page["type"], pages: readonly PageBranch[] = []): PageBranch {
  const page = { id, type, title: `“${id}”`, slug: id, parent: null, order: id, createdAt: 0, updatedAt: 1 };
  return { page: page as Page, path: id, pages };
}

test("pages written one by one are the pages with those below them", () => {
  const deep = branch("a", "document", [
    branch("b", "group", [branch("c", "link"), branch("d", "document")]),
  ]);
  for (const tree of [[], [deep], [branch("l", "link"), deep, branch("e", "document")]]) {
    const pieces = [...writtenPages(tree, how)];
    const presented = tree.map((one) => presentPage(one, how));
    expect(pieces.join("")).toBe(JSON.stringify(presented));
    // Whatever is in the tree, no piece has two pages in it.
    for (const piece of pieces) expect(piece.split('"createdAt"').length).toBeLessThanOrEqual(2);
  }
});
