/** Line ends, which fields of browsers make alike: they come back as they were. */

interface Line {
  readonly text: string;
  readonly end: string;
}

const linesOf = (source: string): Line[] =>
  [...source.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g)].map(([, text = "", end = ""]) => ({ text, end }));

/**
 * An edited text whose line ends are all `\n`, with those of the text that it was made of: lines before and behind the
 * edit have their own, others that of the first line.
 */
export function withLineEnds(edited: string, former: string): string {
  if (!former.includes("\r")) return edited;
  const [now, was] = [linesOf(edited), linesOf(former)];
  const usual = was[0]?.end || "\n";
  const most = Math.min(now.length, was.length);
  const isSameAt = (place: number, other: number): boolean => {
    const [one, two] = [now[place], was[other]];
    return one !== undefined && one.text === two?.text && (one.end === "") === (two.end === "");
  };
  let before = 0;
  while (before < most && isSameAt(before, before)) before++;
  let behind = 0;
  while (behind < most - before && isSameAt(now.length - 1 - behind, was.length - 1 - behind)) behind++;
  const endAt = (place: number): string => {
    if (place < before) return was[place]?.end ?? "";
    if (place >= now.length - behind) return was[was.length - now.length + place]?.end ?? "";
    return now[place]?.end === "" ? "" : usual;
  };
  return now.map(({ text }, place) => text + endAt(place)).join("");
}
