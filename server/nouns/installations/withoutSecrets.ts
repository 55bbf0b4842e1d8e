/** What a script wrote on its console, for a log that more people read than know its secrets. */
import { LONGEST_LINE, type ScriptLine } from "../../ports/scripts/door.ts";

/** Shorter ones stand in many words, and are no secrets. */
const SHORTEST = 6;
const HIDDEN = "[secret]";

/** The lines without the secrets that are texts within this, however deep. */
export function withoutSecrets(lines: readonly ScriptLine[], secrets: unknown): readonly ScriptLine[] {
  // The longest first: one may be a part of another.
  const hidden = [...new Set(textsIn(secrets))]
    .filter(({ length }) => length >= SHORTEST)
    .toSorted((a, b) => b.length - a.length);
  return lines.map((line) => ({ ...line, message: withoutAny(line.message, hidden) }));
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function withoutAny(message: string, secrets: readonly string[]): string {
  let text = message;
  for (const secret of secrets) text = text.replaceAll(secret, HIDDEN);
  // The end of a line that was cut off may be the beginning of a secret.
  return message.length < LONGEST_LINE ? text : secrets.reduce(withoutBeginning, text);
}

function withoutBeginning(text: string, secret: string): string {
  for (let length = secret.length - 1; length >= SHORTEST; length--)
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + HIDDEN;
  return text;
}
