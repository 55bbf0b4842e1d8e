/** Samples: JSON and requests, coloured without a grammar, for a page shows dozens of them. */
import type { CodeView } from "../../../openapi/reference/sampleRequest.ts";
import { quotedParts } from "../../../openapi/reference/quotedParts.ts";
import { renderCode } from "../code.ts";
import { copyButton } from "../codeFigure.ts";
import { type Child, h, type SafeHtml } from "../element.ts";
import type { PageHtml } from "../page.ts";

const JSON_PART = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b/g;

/** A value as JSON over several lines, coloured. */
export function jsonBlock(page: PageHtml, title: string | undefined, value: unknown): SafeHtml {
  const text = JSON.stringify(value, undefined, 2) ?? "";
  return figure(
    page,
    title,
    colour(text, JSON_PART, (match) => {
      const [whole, quoted, colon, number] = match;
      if (quoted === undefined) return [mark(number === undefined ? "constant" : "number", whole)];
      return [mark(colon === undefined ? "string" : "attr", quoted), colon ?? ""];
    }),
  );
}

/** A request in one language. Samples that an author gave are coloured by their grammar where it is at hand. */
export function codeBlock(
  page: PageHtml,
  { title, lang, text, isMade }: CodeView,
  isTitled: boolean,
): SafeHtml {
  page.uses.code = true;
  const isOurs = isMade === true || lang === "bash" || lang === "js" || lang === "python";
  if (!isOurs) {
    const titled = isTitled ? { title } : {};
    return renderCode(page, { type: "code", start: 0, end: 0, lang, info: lang, text, ...titled });
  }
  const shown = isTitled ? title : undefined;
  return figure(
    page,
    shown,
    quotedParts(text).map(({ text: part, isQuoted }) => (isQuoted ? mark("string", part) : part)),
    isMade === true ? title : undefined,
  );
}

/** @param made the language that it is written in by us, where it follows what a reader fills in */
function figure(page: PageHtml, title: string | undefined, content: Child, made?: string): SafeHtml {
  page.uses.code = true;
  const bar = h(
    "figcaption",
    { class: "code-bar" },
    title !== undefined && h("span", { class: "code-title" }, title),
    copyButton(page),
  );
  const body = h("pre", { class: "code-body", tabindex: 0 }, h("code", { "data-made": made }, content));
  return h("figure", { class: "code", "data-copy-root": true }, bar, body);
}

function colour(text: string, parts: RegExp, pieces: (match: RegExpMatchArray) => Child[]): Child[] {
  const all: Child[] = [];
  let end = 0;
  for (const match of text.matchAll(parts)) {
    all.push(text.slice(end, match.index), ...pieces(match));
    end = match.index + match[0].length;
  }
  all.push(text.slice(end));
  return all;
}

function mark(kind: "string" | "attr" | "number" | "constant", text: string): SafeHtml {
  return h("span", { class: `tok-${kind}` }, text);
}
