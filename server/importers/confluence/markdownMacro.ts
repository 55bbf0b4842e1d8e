/** The macro of Confluence whose text is Markdown, as HTML that is read as the page's own. */
import { renderHtml } from "../../../engine/markdown/html/render.ts";
import { parse } from "../../../engine/markdown/parse.ts";
import { codeRanges } from "../tools/code.ts";

/** @param codeHtml gives a block of code */
export function markdownHtml(text: string, codeHtml: (text: string, language: string) => string): string {
  const parts: string[] = [];
  let from = 0;
  for (const [start, end] of codeRanges(text)) {
    const fence = /^(`{3,100}|~{3,100})[ \t]*([\w+#-]{0,40})[^\n]{0,1000}\n/.exec(text.slice(start, end));
    if (fence === null) continue;
    const lines = text
      .slice(start + fence[0].length, end)
      .trimEnd()
      .split("\n");
    if (/^[ \t]*(?:`{3,}|~{3,})$/.test(lines.at(-1) ?? "")) lines.pop();
    parts.push(rendered(text.slice(from, start)), codeHtml(lines.join("\n"), fence[2] ?? ""));
    from = end;
  }
  return [...parts, rendered(text.slice(from))].join("");
}

function rendered(text: string): string {
  return text.trim() === "" ? "" : renderHtml(parse(text).document).html;
}
