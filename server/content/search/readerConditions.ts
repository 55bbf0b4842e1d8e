/** Whether what a search finds under conditions is for its reader: by the variables of its page and of its space. */
import type { ExpressionParser } from "../../../engine/expression/condition.ts";
import type { NodeReader, RevisionRoot } from "../../../engine/node.ts";
import type { SpacePageKey, Visibility } from "./visibility.ts";
import { referencedPaths } from "../../../engine/expression/paths.ts";
import type { Page } from "../../../engine/page.ts";
import { readTrail } from "../../../engine/tree.ts";

/** A space as its reader sees it. */
export interface ReadSpace {
  readonly space: string;
  readonly nodes: NodeReader;
  readonly root: RevisionRoot;
  readonly parse: ExpressionParser;
  /** Whether all of these hold on a page with these variables; of a page that isn't said, on none. */
  readonly holdAll: (conditions: readonly string[], variables?: Page["variables"]) => boolean;
}

interface SearchConditions {
  readonly visibility: Visibility;
  /** Reads the variables of pages that were asked for and not known; whether there were any. */
  learn(): Promise<boolean>;
}

/** A space may stand in several variants, which show the same: any one of them decides. */
export function openSearchConditions(readings: readonly ReadSpace[]): SearchConditions {
  /** undefined for a page that its reader does not see: what is asked of it is not met. */
  const known = new Map<string, NonNullable<Page["variables"]> | undefined>();
  const missing = new Map<string, readonly [ReadSpace, string]>();

  function isMet(conditions: readonly string[], { spaceId, pageId }: SpacePageKey): boolean {
    const reading = readings.find(({ space }) => space === spaceId);
    if (reading === undefined) return false;
    if (!conditions.some((condition) => asksPage(reading, condition))) return reading.holdAll(conditions);
    const name = `${spaceId}/${pageId}`;
    if (known.has(name)) {
      const variables = known.get(name);
      return variables !== undefined && reading.holdAll(conditions, variables);
    }
    missing.set(name, [reading, pageId]);
    return false;
  }

  return {
    visibility: { isMet },
    async learn() {
      const asked = [...missing];
      missing.clear();
      for (const [name, [reading, pageId]] of asked) {
        const trail = await readTrail(reading.nodes, reading.root, pageId);
        known.set(name, trail && (trail.at(-1)?.variables ?? {}));
      }
      return asked.length > 0;
    },
  };
}

function asksPage({ parse }: ReadSpace, condition: string): boolean {
  if (!condition.includes("page")) return false;
  const parsed = parse(condition);
  return (
    parsed.ok &&
    referencedPaths(parsed.expression).some((path) => path === "page" || path.startsWith("page."))
  );
}
