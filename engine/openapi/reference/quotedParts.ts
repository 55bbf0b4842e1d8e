/** What is in quotes in a program is coloured, whatever language it is in. */
const QUOTED = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`/g;

/** A part of a program's text. */
export interface ProgramPart {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** Divides the text of a program. */
export function quotedParts(text: string): ProgramPart[] {
  const parts: ProgramPart[] = [];
  let end = 0;
  for (const { 0: quoted, index } of text.matchAll(QUOTED)) {
    parts.push({ text: text.slice(end, index), isQuoted: false }, { text: quoted, isQuoted: true });
    end = index + quoted.length;
  }
  return [...parts, { text: text.slice(end), isQuoted: false }];
}
