import { stringify } from "yaml";
import { DEFAULT_TITLE, TITLE_MAX } from "../../engine/page.ts";
import { countSigns } from "../../engine/yamlSigns.ts";
import { openPace } from "../turns/pace.ts";
import type { ImportLimits } from "./limits.ts";
import { byName, pageName, titleOfName } from "./pageNames.ts";
import type { ReportLines } from "./report.ts";
import type { ContentLayout } from "./sourceLayout.ts";
import { readText } from "./sourceLayout.ts";
import { readYaml, type ReadYaml, yamlField } from "./yamlText.ts";

/** A file of `.gitbook/includes`, taken apart. */
export interface IncludeFile {
  readonly path: string;
  readonly title: string;
  readonly body: string;
  /** What stands before the body. */
  readonly head?: string;
}

/** Signs of YAML that are read of one, which takes the parser some 40 ms: there is one title in it. */
const MOST_SIGNS = 3_000;
const FRONT_MATTER = /^---[ \t]*\r?\n(?:([\s\S]{0,10000}?)\r?\n)??---[ \t]*(?:\r?\n(?:\r?\n)?|$)/;

/** Reads the reusable contents of a source; unreadable ones are reported. */
export async function readIncludes(
  layout: ContentLayout,
  limits: ImportLimits,
  lines: ReportLines,
): Promise<IncludeFile[]> {
  const includes: IncludeFile[] = [];
  let room = limits.textBytes;
  const pace = openPace();
  // "note", "note-1", "note-2": the order in which an export numbers equal titles.
  for (const file of layout.includes.toSorted((a, b) => byName(pageName(a.path), pageName(b.path)))) {
    await pace();
    const read = await readText(file, Math.min(room, limits.pageBytes), lines);
    if (read === undefined) continue;
    room -= file.size;
    const { text, mark } = read;
    const { title, body, problem } = parseInclude(text, titleOfName(pageName(file.path)));
    if (problem !== undefined) lines.problem(file.path, problem);
    const head = mark === undefined ? {} : { head: mark + text.slice(0, text.length - body.length) };
    includes.push({ path: file.path, title: [...title].slice(0, TITLE_MAX).join(""), body, ...head });
  }
  return includes;
}

/**
 * Splits the file of a reusable content into its title, which is front matter, and its body.
 * A heading at its beginning belongs to the body: it appears in every page that includes it.
 */
export function parseInclude(
  text: string,
  fallback: string,
): { title: string; body: string; problem?: string } {
  const match = FRONT_MATTER.exec(text);
  const whole = { title: fallback || DEFAULT_TITLE, body: text };
  if (match === null) return whole;
  const yaml = readFront(match[1] ?? "");
  if ("refused" in yaml) return { ...whole, problem: `its front matter stays in the text: ${yaml.refused}` };
  const title = yamlField(yaml.value, "title");
  const named = typeof title === "string" && title !== "" ? title : whole.title;
  return { title: named, body: text.slice(match[0].length) };
}

function readFront(yaml: string): ReadYaml {
  return countSigns(yaml, MOST_SIGNS) > MOST_SIGNS
    ? { refused: `it has more than ${MOST_SIGNS.toLocaleString("en")} signs of YAML, the most that are read` }
    : readYaml(yaml);
}

/** Prints the file that `parseInclude` reads. */
export function printInclude(title: string, body: string): string {
  return `---\n${stringify({ title }, { lineWidth: 0, blockQuote: false })}---\n\n${body}`;
}
