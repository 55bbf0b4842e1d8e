/** Emoji by the code points that the format names them with. */
import characters from "markdown-it-emoji/lib/data/full.mjs";

let names: Map<string, string> | undefined;

/** "1f680" for "rocket"; a name that nobody knows stands for itself. */
export function codeOfEmoji(name: string): string {
  const character = Object.hasOwn(characters, name) ? characters[name] : undefined;
  return character === undefined ? name : codeOf(character);
}

/** The first name that has this code; undefined when none has. */
export function nameOfEmoji(code: string): string | undefined {
  if (names === undefined) {
    names = new Map();
    for (const [name, character] of Object.entries(characters)) {
      const known = codeOf(character);
      if (!names.has(known)) names.set(known, name);
    }
  }
  return names.get(code.toLowerCase());
}

/** The character of a code such as "1f680" or "1f1e9-1f1ea"; undefined when it is none. */
export function characterOfEmoji(code: string): string | undefined {
  if (!/^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6}){0,15}$/i.test(code)) return undefined;
  const points = code.split("-").map((part) => Number.parseInt(part, 16));
  const isText = points.every(
    (point) => point > 0x20 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff),
  );
  return isText ? String.fromCodePoint(...points) : undefined;
}

const codeOf = (character: string): string =>
  [...character].map((one) => one.codePointAt(0)!.toString(16)).join("-");
