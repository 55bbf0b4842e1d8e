/** What is edited as it is written may begin what has no end: all behind it would be a part of it. */
import { read } from "./load.ts";
import { schema } from "./schema.ts";

const BEGINS = /<[!?a-z]|`{3}|~{3}|\{%/i;
const FENCE = /^[ \t>]*(`{3,}|~{3,})/gm;

/** A source with what ends it, where it has begun what goes on behind it. */
export function endedSource(source: string): string {
  if (!BEGINS.test(source) || isEnded(source)) return source;
  const fences = [...source.matchAll(FENCE)].map(([, fence]) => fence!);
  const tags = [...source.matchAll(/<(pre|script|style|textarea|details|div|table)\b/gi)].map(
    ([, name]) => `</${name!.toLowerCase()}>`,
  );
  const opened = [...source.matchAll(/\{%\s*([a-z-]+)/gi)].map(([, name]) => `{% end${name!} %}`);
  const ends = ["-->", ...fences.slice(-1), ...tags.slice(-1), ...opened.slice(-1), "?>", "]]>", ">"];
  const ended = ends.map((end) => `${source.trimEnd()}\n${end}`).find(isEnded);
  return ended ?? source;
}

const BEHIND = "behind";

/** Whether a paragraph behind it is one. */
function isEnded(source: string): boolean {
  const last = read(`${source.trimEnd()}\n\n${BEHIND}`).lastChild;
  return last?.type === schema.nodes.paragraph && last.textContent === BEHIND;
}
