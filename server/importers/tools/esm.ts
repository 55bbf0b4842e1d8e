/** What MDX has beside Markdown and components: modules, comments, expressions. None of it is run. */
import { codeRanges, codeTest, formulaRanges, replaceOutsideCode } from "./code.ts";
import { closingBrace, plainValue } from "./jsx.ts";
import type { ReadingNotes } from "./told.ts";

const MODULE_LINE =
  /^(?:import\s+[\w*{"']|export\s+(?:default\b|const\b|let\b|var\b|function\b|async\b|class\b|type\b|interface\b|[{*]))/;

/** Files of Markdown that a page imports, by the name of the component that they are shown as. */
export type PartsByName = ReadonlyMap<string, string>;

const IMPORT = /^import\s+([A-Z]\w*)\s+from\s+["']([^"'\n]{1,500})["']/gm;

/** The Markdown that a page imports to show it. */
export function importedParts(text: string): PartsByName {
  const parts = new Map<string, string>();
  for (const [, name = "", path = ""] of text.slice(0, 200_000).matchAll(IMPORT))
    if (/\.mdx?$/i.test(path)) parts.set(name, path);
  return parts;
}

const MOST_ENDLESS = 20;

/** Takes out imports and exports, each from the beginning of its line to the end of its statement. */
export function withoutModules(text: string): string {
  if (!/^(?:import|export)\s/m.test(text)) return text;
  const isCode = codeTest(codeRanges(text));
  const kept: string[] = [];
  let endless = 0;
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline + 1;
    const isStatement = MODULE_LINE.test(text.slice(at, Math.min(end, at + 300))) && !isCode(at);
    const found = isStatement && endless < MOST_ENDLESS ? endOfStatement(text, at) : undefined;
    if (isStatement && found === undefined) endless += 1;
    // Without an end only its first line is one.
    const next = found ?? end;
    if (!isStatement) kept.push(text.slice(at, end));
    at = next;
  }
  return kept.join("");
}

/** A statement goes on while brackets are open, and ends at the latest before an empty line outside of them. */
function endOfStatement(text: string, from: number): number | undefined {
  const limit = Math.min(text.length, from + 50_000);
  let depth = 0;
  let quote: string | undefined;
  for (let index = from; index < limit; index += 1) {
    const character = text[index] as string;
    if (quote !== undefined) {
      if (character === "\\") index += 1;
      else if (character === quote || (character === "\n" && quote !== "`")) quote = undefined;
    } else if (character === '"' || character === "'" || character === "`") quote = character;
    else if ("({[".includes(character)) depth += 1;
    else if (")}]".includes(character)) depth -= 1;
    else if (character === "\n" && depth <= 0 && !goesOn(text, index)) return index + 1;
  }
  return limit === text.length && depth <= 0 ? text.length : undefined;
}

function goesOn(text: string, newline: number): boolean {
  const before = text.slice(Math.max(0, newline - 20), newline).trimEnd();
  return (
    /(?:=>?|\(|,|\bfrom|\?|:|&&|\|\|)$/.test(before) && !/^\s*\n/.test(text.slice(newline + 1, newline + 3))
  );
}

/** After so many braces without an end, those that follow stand as they are. */
const MOST_BROKEN = 2_000;

/** Takes out comments, writes what a text in braces says, and leaves other expressions as they stand. */
export function withoutExpressions(text: string, told: ReadingNotes, path: string): string {
  if (!text.includes("{")) return text;
  const code = codeRanges(text);
  const [isCode, isFormula] = [codeTest(code), codeTest(formulaRanges(text, code))];
  const parts: string[] = [];
  let from = 0;
  let broken = 0;
  for (let at = text.indexOf("{"); at >= 0 && broken < MOST_BROKEN; at = text.indexOf("{", at)) {
    const isEscaped = text[at - 1] === "\\" || text[at + 1] === "%" || text[at + 1] === "#";
    const isText = isEscaped || isCode(at);
    const end = isText ? -1 : closingBrace(text, at, Math.min(text.length, at + 5_000));
    if (end < 0) {
      if (!isText) broken += 1;
      at += 1;
      continue;
    }
    const inside = text.slice(at + 1, end - 1).trim();
    const value = plainValue(inside);
    const isComment = inside.startsWith("/*") && inside.endsWith("*/");
    // Those of TeX say neither. Two amounts of money are no formula, though they look like one.
    if (isFormula(at) && !isComment && !/^["'`]/.test(inside)) {
      at += 1;
      continue;
    }
    if (isComment || inside === "") parts.push(text.slice(from, at));
    else if (typeof value === "string") parts.push(text.slice(from, at), value === "" ? " " : value);
    else {
      told.unknown("an expression in braces stands in the text as it is written, since none is run", path);
      parts.push(text.slice(from, end));
    }
    from = end;
    at = end;
  }
  return parts.join("") + text.slice(from);
}

/** Tags of HTML as HTML has them: `className` is `class`, and what only a program knows goes. */
export function plainTags(text: string): string {
  return replaceOutsideCode(
    text,
    /<([a-z][a-z0-9]{0,20})((?:\s+[\w:-]{1,60}(?:=(?:"[^"\n]{0,2000}"|'[^'\n]{0,2000}'|\{\{[^{}]{0,1000}\}\}|\{[^{}]{0,1000}\}))?){1,30})\s*(\/?)>/g,
    (match) => {
      const [, name = "", attributes = "", slash = ""] = match;
      const kept = [
        ...attributes.matchAll(/([\w:-]+)(?:=("[^"]*"|'[^']*'|\{\{[^}]*\}\}|\{[^}]*\}))?/g),
      ].flatMap(([whole, key = "", value]) => {
        const plainName = key === "className" ? "class" : key === "htmlFor" ? "for" : key;
        if (value === undefined) return [whole];
        if (!value.startsWith("{")) return [`${plainName}=${value}`];
        const known = value.startsWith("{{") ? undefined : plainValue(value.slice(1, -1));
        return typeof known === "string" ? [`${plainName}="${known.replaceAll('"', "&quot;")}"`] : [];
      });
      return `<${name}${kept.map((one) => ` ${one}`).join("")}${slash === "" ? "" : ` ${slash}`}>`;
    },
  );
}
