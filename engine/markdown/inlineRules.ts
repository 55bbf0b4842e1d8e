/** Inline rules of the dialect, and the recording of where destinations and tags are written. */
import { memory, notes, type InlineRule, type StateInline } from "./tokens.ts";

const label = /\[\^([^\]\s[]{1,100})\]/y;
const shortcode = /:([a-z0-9_+-]{1,64}):/y;
const expressionOpen = /<code class=(["'])expression\1>/y;
const maxExpression = 4096;

const end = (pattern: RegExp, state: StateInline): RegExpExecArray | undefined => {
  pattern.lastIndex = state.pos;
  const match = pattern.exec(state.src);
  return match !== null && pattern.lastIndex <= state.posMax ? match : undefined;
};

function take(state: StateInline, silent: boolean, type: string, content: string, to: number): true {
  if (!silent) state.push(type, "", 0).content = content;
  state.pos = to;
  return true;
}

/** `$$…$$` within a line of text. */
export const mathInline: InlineRule = (state, silent) => {
  if (!state.src.startsWith("$$", state.pos)) return false;
  const close = state.src.indexOf("$$", state.pos + 2);
  const content = state.src.slice(state.pos + 2, close);
  if (close === -1 || close + 2 > state.posMax || content.trim() === "") return false;
  return take(state, silent, "math_inline", content.trim(), close + 2);
};

/** `[^label]`, when the page defines that label. */
export const footnoteReference: InlineRule = (state, silent) => {
  if (state.src.charCodeAt(state.pos) !== 91 || state.src.charCodeAt(state.pos + 1) !== 94) return false;
  const name = end(label, state)?.[1]?.toLowerCase();
  if (name === undefined || !memory(state).footnotes.has(name)) return false;
  return take(state, silent, "footnote_reference", name, label.lastIndex);
};

/** `:name:`. A digit before it, as in 10:30:45, makes it text. */
export const emoji: InlineRule = (state, silent) => {
  if (state.src.charCodeAt(state.pos) !== 58) return false;
  const match = end(shortcode, state);
  if (match === undefined || /\d/.test(state.src[state.pos - 1] ?? "")) return false;
  return take(state, silent, "emoji", match[1]!, shortcode.lastIndex);
};

/** `<code class="expression">…</code>`, whose content is no Markdown. */
export const expression: InlineRule = (state, silent) => {
  if (state.src.charCodeAt(state.pos) !== 60) return false;
  if (end(expressionOpen, state) === undefined) return false;
  const from = expressionOpen.lastIndex;
  const length = state.src.slice(from, from + maxExpression).indexOf("</code>");
  if (length === -1 || from + length + 7 > state.posMax) return false;
  return take(state, silent, "expression", state.src.slice(from, from + length).trim(), from + length + 7);
};

const localPart = /[A-Za-z0-9.+-]{1,64}$/;
/** What follows the first `_` or the `@` of an address: text before an underscore has been read as such. */
const addressRest = /(?:_[\w.+-]{0,63})?@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}(?<!-)(?![\w-])/y;

/** An e-mail address standing in the text. */
export const email: InlineRule = (state, silent) => {
  const char = state.src.charCodeAt(state.pos);
  if (silent || (char !== 64 && char !== 95) || state.linkLevel > 0) return false;
  if (end(addressRest, state) === undefined) return false;
  const local = localPart.exec(state.pending.slice(-65))?.[0] ?? "";
  const start = state.pos - local.length;
  if (local === "" || !state.src.startsWith(local, start) || /[\w.+-]/.test(state.src[start - 1] ?? ""))
    return false;
  const address = state.src.slice(start, addressRest.lastIndex);
  state.pending = state.pending.slice(0, -local.length);
  const open = state.push("link_open", "a", 1);
  Object.assign(open, { attrs: [["href", `mailto:${address}`]], markup: "linkify", info: "auto" });
  Object.assign(notes(open), { start, end: addressRest.lastIndex });
  state.push("text", "", 0).content = address;
  state.push("link_close", "a", -1);
  state.pos = addressRest.lastIndex;
  return true;
};

/** Where labels of links end, by where they start; filled by the parser's own helper while it works. */
type Labels = Map<number, number>;
const labels = new WeakMap<StateInline, Labels>();

/** Remembers the end of a label, as found by the parser. */
export function rememberLabel(state: StateInline, start: number, labelEnd: number): void {
  let known = labels.get(state);
  if (known === undefined) labels.set(state, (known = new Map()));
  known.set(start, labelEnd);
}

/** Index the next pushed token will have. */
const nextIndex = (state: StateInline): number => state.tokens.length + (state.pending === "" ? 0 : 1);

/** Notes on a link or image token where its destination is written, unless it is elsewhere. */
export function noteDestination(rule: InlineRule): InlineRule {
  return (state, silent) => {
    if (silent) return rule(state, true);
    const start = state.pos;
    const index = nextIndex(state);
    if (!rule(state, false)) return false;
    const bracket = state.src.charCodeAt(start) === 33 ? start + 1 : start;
    const labelEnd = labels.get(state)?.get(bracket);
    if (labelEnd === undefined || state.src.charCodeAt(state.pos - 1) !== 41) return true;
    const at = skipSpace(state.src, labelEnd + 2);
    const found = state.md.helpers.parseLinkDestination(state.src, at, state.posMax);
    const token = state.tokens[index];
    if (token === undefined) return true;
    const angle = found.ok && state.src.charCodeAt(at) === 60;
    if (angle) Object.assign(notes(token), { start: at + 1, end: found.pos - 1, angle });
    else Object.assign(notes(token), { start: at, end: found.ok ? found.pos : at });
    return true;
  };
}

function skipSpace(source: string, from: number): number {
  let at = from;
  while (/[ \t\n]/.test(source[at] ?? "")) at++;
  return at;
}

/** Notes on a token of raw HTML, or of an address standing for itself, where it is written. */
export function notePlace(rule: InlineRule): InlineRule {
  return (state, silent) => {
    if (silent) return rule(state, true);
    const start = state.pos;
    const before = state.tokens.length;
    if (!rule(state, false)) return false;
    for (let index = before; index < state.tokens.length; index++) {
      const token = state.tokens[index]!;
      if (token.type === "html_inline") Object.assign(notes(token), { start, end: state.pos });
      if (token.type !== "link_open") continue;
      const inBrackets = token.markup === "autolink" ? 1 : 0;
      const length = state.tokens[index + 1]!.content.length;
      const from = inBrackets === 1 ? start + 1 : state.pos - length;
      Object.assign(notes(token), { start: from, end: from + length });
    }
    return true;
  };
}
