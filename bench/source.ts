/** A folder of Markdown to import: the same one every time. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { numbersFrom, word } from "./searchCorpus.ts";

/** Pages below each group of the first level, itself included. */
const GROUP = 50;
const BODY_BYTES = 2000;

function pathOf(index: number): string {
  const group = `part-${Math.floor(index / GROUP)}`;
  return index % GROUP === 0 ? `${group}/README.md` : `${group}/page-${index}.md`;
}

/** Words by Zipf's law over this many. */
const VOCABULARY = 30_000;

/** Writes `pages` pages of about 2 kB with headings, a list, code and links between them. */
export function writeSource(folder: string, pages: number): void {
  const next = numbersFrom(pages);
  const one = (): string => word(Math.max(0, Math.floor(Math.exp(next() * Math.log(VOCABULARY))) - 1));
  const words = (count: number): string => Array.from({ length: count }, one).join(" ");
  for (let index = 0; index < pages; index++) {
    const parts = [`---\ndescription: ${words(8)}\n---\n\n# Page ${index} ${words(2)}\n`];
    for (let size = 0; size < BODY_BYTES;) {
      const other = `../${pathOf(Math.floor(next() * pages))}`;
      const part =
        `## ${words(3)}\n\n${words(40)} [${words(2)}](${other}) **${words(3)}**.\n\n` +
        `* ${words(6)}\n* \`${words(2)}\`\n\n\`\`\`js\nconst ${word(3)} = 1;\n\`\`\`\n`;
      size += part.length;
      parts.push(part);
    }
    const file = join(folder, pathOf(index));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, parts.join("\n"));
  }
}

/** Queries as people type them: rare, middling and common words, two together, a beginning of one. */
export function queries(count: number): string[] {
  const next = numbersFrom(7);
  const between = (low: number, high: number): string => word(low + Math.floor(next() * (high - low)));
  const kinds = [
    () => between(500, 5000),
    () => between(20, 220),
    () => between(0, 12),
    () => `${between(20, 220)} ${between(0, 12)}`,
    () => between(500, 5000).slice(0, 3),
  ];
  return Array.from({ length: count }, (_, index) => (kinds[index % kinds.length] as () => string)());
}
