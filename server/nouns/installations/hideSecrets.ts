/** What a script says, for logs and answers that more people read than know its secrets. */
import { LONGEST_LINE, printable, type ScriptLine } from "../../ports/scripts/door.ts";

/** Shorter ones stand in many words, and are no secrets. */
const SHORTEST = 6;
const HIDDEN = "[secret]";

/** Gives a text without secrets. @param isCut whether something followed its end */
export type Hide = (text: string, isCut?: boolean) => string;

/** Hides the texts within this value, however deep. */
export function hiding(secrets: unknown): Hide {
  // The longest first: one may be a part of another.
  const hidden = [...new Set(textsIn(secrets).flatMap(formsOf))]
    .filter(({ length }) => length >= SHORTEST)
    .toSorted((a, b) => b.length - a.length);
  return (said, isCut = false) => {
    let text = said;
    for (const secret of hidden) text = text.replaceAll(secret, HIDDEN);
    // Where it was cut off, its end may be the beginning of a secret.
    return isCut ? hidden.reduce(withoutBeginning, text) : text;
  };
}

/** Lines of a console without secrets. */
export function hideInLines(hide: Hide, lines: readonly ScriptLine[]): readonly ScriptLine[] {
  return lines.map((line) => ({ ...line, message: hide(line.message, line.message.length >= LONGEST_LINE) }));
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A secret as it is, as logs show it, in JSON, and in addresses. */
function formsOf(secret: string): string[] {
  const inAddress = encodeURIComponent(secret.toWellFormed());
  return [
    secret,
    printable(secret),
    JSON.stringify(secret).slice(1, -1),
    inAddress,
    inAddress.replaceAll("%20", "+"),
  ];
}

function withoutBeginning(text: string, secret: string): string {
  // A character of several bytes that was cut in two is no part of it any more.
  const whole = text.endsWith("\uFFFD") ? text.slice(0, -1) : text;
  const first = secret.slice(0, SHORTEST);
  let at = whole.indexOf(first, Math.max(0, whole.length - secret.length + 1));
  for (; at !== -1; at = whole.indexOf(first, at + 1))
    if (secret.startsWith(whole.slice(at))) return whole.slice(0, at) + HIDDEN;
  return text;
}
