/** Edits of a text made in another that says the same: what nobody edited stays as it is written there. */
import { align } from "../../engine/markdown/align.ts";

/** What a text is compared by: its characters, or its words as wholes. */
type TokenSize = "characters" | "words";

/** Texts longer than this are compared by words: by characters there are too many places that are alike. */
const MAX_CHARACTERS = 4_000;

/** Edits of a text by what they leave as it is, most of it first. */
export function* retouches(written: string, before: string, after: string): Generator<string> {
  if (written.length <= MAX_CHARACTERS) yield retouch(written, before, after, "characters");
  yield retouch(written, before, after, "words");
}

/**
 * `written` with what changed from `before` to `after`. `before` says what `written` says, in other Markdown. Whether the
 * result says what `after` says has to be seen: where the edit meets what is written otherwise it can't be told.
 */
export function retouch(written: string, before: string, after: string, size: TokenSize = "words"): string {
  if (written === before) return after;
  if (before === after) return written;
  const [here, old, made] = [written, before, after].map((text) => tokensOf(text, size)) as [
    string[],
    string[],
    string[],
  ];
  const inWritten = new Map(align(old, here));
  const inMade = new Map(align(old, made));
  const pieces: string[] = [];
  let [from, w, m] = [0, 0, 0];
  for (let at = 0; at <= old.length; at++) {
    const [nextW, nextM] =
      at === old.length ? [here.length, made.length] : [inWritten.get(at), inMade.get(at)];
    if (nextW === undefined || nextM === undefined) continue;
    const isEdited = text(old, from, at) !== text(made, m, nextM);
    pieces.push(isEdited ? text(made, m, nextM) : text(here, w, nextW));
    if (at < old.length) pieces.push(here[nextW]!);
    [from, w, m] = [at + 1, nextW + 1, nextM + 1];
  }
  return pieces.join("");
}

const text = (tokens: readonly string[], from: number, to: number): string => tokens.slice(from, to).join("");

const TOKENS: Readonly<Record<TokenSize, RegExp>> = { characters: /[^]/gu, words: /[\p{L}\p{N}]+|[^]/gu };

const tokensOf = (whole: string, size: TokenSize): string[] => whole.match(TOKENS[size]) ?? [];
