/** What a robots.txt allows us (RFC 9309). */

export interface RobotsRules {
  /** Whether a path, with its query, may be asked for. */
  allows(path: string): boolean;
  /** Milliseconds between two requests, when it asks for some. */
  readonly delay: number;
  readonly sitemaps: readonly string[];
}

interface Rule {
  readonly isAllowed: boolean;
  readonly pattern: string;
}

const MOST_RULES = 2_000;
const LONGEST_RULE = 1_000;
const LONGEST_DELAY = 5_000;
/** Our name in such files, in lower case. */
const AGENT = "lectern";

/** Reads the file. The longest rule that fits decides; an allowing one among equals. */
export function parseRobots(text: string): RobotsRules {
  const groups = new Map<string, { rules: Rule[]; delay: number }>();
  const sitemaps: string[] = [];
  let current: string[] = [];
  let isNaming = false;
  let rules = 0;
  for (const line of text.slice(0, 512 * 1024).split(/\r\n|\r|\n/)) {
    const [, field = "", value = ""] = /^\s*([A-Za-z-]+)\s*:\s*([^#]*)/.exec(line) ?? [];
    const name = field.toLowerCase();
    const written = value.trim().slice(0, LONGEST_RULE);
    if (name === "sitemap" && sitemaps.length < 50) sitemaps.push(written);
    if (name === "user-agent") {
      if (!isNaming) current = [];
      isNaming = true;
      current.push(written.toLowerCase());
      if (!groups.has(written.toLowerCase())) groups.set(written.toLowerCase(), { rules: [], delay: 0 });
      continue;
    }
    if (name === "allow" || name === "disallow" || name === "crawl-delay") isNaming = false;
    for (const agent of current) {
      const group = groups.get(agent);
      if (group === undefined) continue;
      if (name === "crawl-delay")
        group.delay = Math.min(LONGEST_DELAY, Math.max(0, Number(written) * 1000 || 0));
      if ((name === "allow" || name === "disallow") && written !== "" && rules++ < MOST_RULES)
        group.rules.push({ isAllowed: name === "allow", pattern: written });
    }
  }
  const ours = groups.get(AGENT) ?? groups.get("*") ?? { rules: [], delay: 0 };
  const byLength = ours.rules.toSorted(
    (a, b) => b.pattern.length - a.pattern.length || Number(b.isAllowed) - Number(a.isAllowed),
  );
  return {
    allows: (path) => byLength.find(({ pattern }) => fits(pattern, path))?.isAllowed ?? true,
    delay: ours.delay,
    sitemaps,
  };
}

/** Whether a path begins as a pattern says: "*" stands for anything, "$" at its end for the path's end. */
function fits(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith("$");
  const [first = "", ...rest] = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of rest.entries()) {
    const isLast = index === rest.length - 1;
    // The last part of a whole pattern stands at the end, wherever else it occurs.
    const found = isWhole && isLast ? path.length - part.length : path.indexOf(part, at);
    if (found < at || !path.startsWith(part, found)) return false;
    at = found + part.length;
  }
  return !isWhole || at === path.length;
}
