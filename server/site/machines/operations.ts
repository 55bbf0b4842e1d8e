/** Operations that a reader asks a search for by method and path. */
import { askedOperation, operationsAsked, type PlacedOperation } from "../../content/computed/operations.ts";
import { firstLine, sectionStarts } from "../../content/search/sectionStarts.ts";
import { readTrails } from "../../../engine/tree.ts";
import type { SearchPageResult } from "../../../design/search.ts";
import { pageHref, pathOf, type VariantReading } from "../reading/reading.ts";
import { isFindable } from "./findable.ts";

/** Operations of one path that are answered: there are no more methods. */
const MOST = 9;

/** The very operations that a query names, where it names some: each once in a variant. */
export async function operationsNamed(
  readings: readonly VariantReading[],
  query: string,
  places: (variant: string) => readonly string[],
): Promise<SearchPageResult[]> {
  const asked = askedOperation(query);
  if (asked === undefined) return [];
  const found: SearchPageResult[] = [];
  for (const reading of readings) {
    const operations = operationsAsked(reading.shown.operations, asked);
    if (operations.length > 0) found.push(...(await presentOperations(reading, operations, places)));
    if (found.length >= MOST) break;
  }
  return found.slice(0, MOST);
}

async function presentOperations(
  reading: VariantReading,
  operations: readonly PlacedOperation[],
  places: (variant: string) => readonly string[],
): Promise<SearchPageResult[]> {
  const { deps, nodes, organization, root, variant } = reading;
  const pages = [...new Set(operations.map(({ page }) => page))].slice(0, 2 * MOST);
  const trails = await readTrails(nodes, root, pages);
  const space = { organization_id: organization, id: variant.space };
  const starts = await sectionStarts.all(deps.db.read, { ...space, pages });
  const shown = new Map<string, SearchPageResult>();
  for (const { page, method, path } of operations) {
    const trail = trails.get(page);
    const own = trail?.at(-1);
    const line = `${method.toUpperCase()} ${path}`;
    const section = starts.find((one) => one.page === page && firstLine(one.start) === line);
    if (own === undefined || trail === undefined || section === undefined || shown.has(line)) continue;
    if (!isFindable(reading, trail)) continue;
    const href = pageHref(reading, page, pathOf(trail));
    const isWhole = own.operation !== undefined;
    const above = isWhole ? trail.slice(0, -1) : trail;
    shown.set(line, {
      title: [{ text: isWhole ? own.title : section.title }],
      href: isWhole ? href : `${href}#${encodeURIComponent(section.anchor)}`,
      method,
      ancestors: [...places(variant.id), ...above.map(({ title }) => title)],
      excerpt: [{ text: path, match: true }],
      sections: [],
    });
  }
  return [...shown.values()];
}

/** The method of the operation that a section of a page is about, by the line that it begins with. */
export function methodOf({ shown }: VariantReading, page: string, line: string): string | undefined {
  const asked = shown.operations.size === 0 ? undefined : askedOperation(line);
  if (asked?.method === undefined) return undefined;
  return operationsAsked(shown.operations, asked).find((one) => one.page === page)?.method;
}
