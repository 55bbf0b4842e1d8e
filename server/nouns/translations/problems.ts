/** What looks wrong in what a translator wrote, for people to look at. */
import type { Block } from "../../../engine/markdown/document.ts";
import { parse } from "../../../engine/markdown/parse.ts";
import { references } from "../../../engine/markdown/references.ts";
import { walkBlocks } from "../../../engine/markdown/walk.ts";

/** What looks wrong in a translation: destinations that got lost or were made up, blocks of code that differ. */
export function problemsOf(source: string, translated: string): string[] {
  const [before, after] = [shapeOf(source), shapeOf(translated)];
  const lost = [...before.urls].filter((url) => !after.urls.has(url));
  const added = [...after.urls].filter((url) => !before.urls.has(url));
  const problems = [
    ...lost.map((url) => `The link to ${short(url)} is gone.`),
    ...added.map((url) => `The source has no link to ${short(url)}.`),
  ].slice(0, MOST_PROBLEMS);
  if (before.code !== after.code) problems.push("Blocks of code are not those of the source.");
  return problems;
}

const MOST_PROBLEMS = 20;
const LONGEST_URL = 200;

const short = (url: string): string =>
  url.length > LONGEST_URL ? `${url.slice(0, LONGEST_URL).toWellFormed()}…` : url;

function shapeOf(markdown: string): { readonly urls: ReadonlySet<string>; readonly code: string } {
  const { document } = parse(markdown);
  const code = [...walkBlocks(document)].flatMap(({ block }) => codeOf(block));
  return { urls: new Set(references(document).map(({ url }) => url)), code: JSON.stringify(code) };
}

function codeOf(block: Block): string[] {
  return block.type === "code" ? [block.text] : [];
}
