/** How a site and its variants look to one reader: without what the conditions of their settings keep from them. */
import type { SiteReader } from "../../access/siteReader.ts";
import { readHead } from "../../content/commit.ts";
import { dataFor } from "../../content/computed/opened.ts";
import type { Deps } from "../../deps.ts";
import { evaluateCondition } from "../../../engine/expression/condition.ts";
import type { ExpressionData } from "../../../engine/expression/evaluate.ts";
import { rememberingParse } from "../../../engine/expression/memo.ts";
import { referencedPaths } from "../../../engine/expression/paths.ts";
import type { SiteCustomization } from "./customization/settings.ts";
import type { SiteSpaceRow } from "./site/present.ts";

/** A look as it is told; of a variant, unless it is the site's own. */
export type LookFor = (look: SiteCustomization, siteSpace?: string) => SiteCustomization;

const parse = rememberingParse(1000);

/** Costs a look at the variables of each space that is shown. */
export async function looksFor(
  deps: Deps,
  reader: SiteReader,
  siteSpaces: readonly Pick<SiteSpaceRow, "id" | "space_id">[],
): Promise<LookFor> {
  const content = deps.content.of(reader.organization);
  const known = new Map<string, ExpressionData>();
  for (const { id, space_id } of siteSpaces) {
    const head = await readHead(deps.db.read, { organization_id: reader.organization, id: space_id });
    if (head === undefined) continue;
    const read = { nodes: content.nodes, root: await content.root(head.root) };
    known.set(id, (await dataFor(read, reader))({}));
  }
  return (look, siteSpace) => {
    const data = siteSpace === undefined ? undefined : known.get(siteSpace);
    const links = look.header.links.flatMap(({ condition, ...link }) =>
      condition === undefined || holds(condition, data, reader) ? [link] : [],
    );
    return { ...look, header: { ...look.header, links } };
  };
}

/** Outside of any page what asks for a page's variables doesn't hold, nor outside of any space what asks for a space's. */
function holds(condition: string, data: ExpressionData | undefined, { claims }: SiteReader): boolean {
  const parsed = parse(condition);
  const asks = parsed.ok ? referencedPaths(parsed.expression) : [];
  const asksFor = (name: string) => asks.some((path) => path === name || path.startsWith(`${name}.`));
  if (asksFor("page") || (data === undefined && asksFor("space"))) return false;
  const outside = { space: { vars: {} }, page: { vars: {} }, visitor: { claims } };
  return evaluateCondition(condition, data ?? outside, parse);
}
