/** Giving destinations new addresses, written as the syntax around them needs. */
import type { Document } from "./document.ts";
import { replaceRanges, type Edit } from "./edits.ts";
import { parse } from "./parse.ts";
import { references, type Reference } from "./references.ts";

/**
 * Rewrites destinations and nothing else.
 * @param choose the new address for a reference; undefined leaves it as it is written
 */
export function rewriteLinks(source: string, choose: (reference: Reference) => string | undefined): string {
  return rewriteReferences(parse(source).document, choose);
}

/** As `rewriteLinks`, for a document that is parsed already. */
export function rewriteReferences(
  document: Document,
  choose: (reference: Reference) => string | undefined,
): string {
  const edits: Edit[] = [];
  for (const reference of references(document)) {
    const url = choose(reference);
    if (url !== undefined && url !== reference.url) edits.push(editOf(document.source, reference, url));
  }
  return edits.length === 0 ? document.source : replaceRanges(document.source, edits);
}

function editOf(source: string, reference: Reference, url: string): Edit {
  const { start, end, syntax, quote } = reference;
  const whole = singleLine(url);
  switch (syntax) {
    case "bare":
      return { start, end, text: markdownForm(whole) };
    case "angle":
      return { start, end, text: escapeAngle(whole) };
    case "auto":
      return autoEdit(source, reference, whole);
    case "html": {
      const text = escapeHtml(whole);
      return { start, end, text: quote === "" ? `"${text}"` : text };
    }
    case "tag": {
      const text = whole.replace(/["'\\]/g, "\\$&");
      return { start, end, text: quote === "" ? `"${text}"` : text };
    }
  }
}

/** Encodes what would end the paragraph or table cell an address is in, or pair up with text before it. */
function singleLine(url: string): string {
  return url
    .replace(/[\p{Cc}|`]/gu, encodeURIComponent)
    .replace(/\$\$|%\}/g, (pair) => [...pair].map(encodeURIComponent).join(""));
}

/** A Markdown destination: between angle brackets only when it has spaces or is empty. */
function markdownForm(url: string): string {
  if (url === "" || /\s/.test(url)) return `<${escapeAngle(url)}>`;
  const escaped = escapeMarkdown(url).replace(/^[<>]/, "\\$&");
  return hasPairs(url) ? escaped : escaped.replace(/[()]/g, "\\$&");
}

/** Whether the parentheses of an address pair up, so that they need no escaping. */
function hasPairs(url: string): boolean {
  let depth = 0;
  for (const char of url) {
    if (char === "(") depth++;
    if (char === ")") depth--;
    if (depth < 0 || depth > 30) return false;
  }
  return depth === 0;
}

function escapeMarkdown(url: string): string {
  return url.replace(/\\(?=[!-/:-@[-`{-~]|$)|&(?=#?\w+;)/g, "\\$&");
}

function escapeAngle(url: string): string {
  return escapeMarkdown(url).replace(/[<>()]/g, "\\$&");
}

function escapeHtml(url: string): string {
  const names: Readonly<Record<string, string>> = { '"': "&quot;", "'": "&#39;", "<": "&lt;", ">": "&gt;" };
  // HTML reads numbers and some names without their semicolon too, a name unless a letter, a digit or "=" follows it.
  const escaped = url.replace(/&(?=#|\w+(?:[^\w=]|$))/g, "&amp;");
  return escaped.replace(/["'<>]/g, (char) => names[char]!);
}

/** An address standing for itself stays one when it can, and else becomes a link with its old text. */
function autoEdit(source: string, reference: Reference, url: string): Edit {
  const { start, end } = reference;
  const inBrackets = source[start - 1] === "<" && source[end] === ">";
  const standsAlone = inBrackets ? /^[a-z][a-z0-9+.-]{1,31}:[^\s<>]*$/i : /^https?:\/\/[\w/.~%-]*[\w/]$/i;
  if (standsAlone.test(url)) return { start, end, text: url };
  const text = source.slice(start, end).replace(/[[\]\\]/g, "\\$&");
  const outer = inBrackets ? 1 : 0;
  return { start: start - outer, end: end + outer, text: `[${text}](${markdownForm(url)})` };
}
