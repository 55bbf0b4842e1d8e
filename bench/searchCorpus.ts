import type { SearchablePage } from "../engine/search/entry.ts";

const syllables = "ka lo mi ter sen do var qui plo stra ben nu fi gra shi wor kel tam ru pos".split(" ");

/** Words as many texts have them: few very common ones, many rare. */
export const commonWords = "the and configure server page user request token space file error value".split(
  " ",
);

/** A deterministic source of numbers from 0 up to 1. */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export function word(rank: number): string {
  if (rank < commonWords.length) return commonWords[rank] ?? "";
  let text = "";
  for (let rest = rank; rest > 0; rest = Math.floor(rest / syllables.length))
    text += syllables[rest % syllables.length];
  return text;
}

/** Pages of about 2 kB in four sections, their words distributed by Zipf's law over 30,000 words. */
export function corpus(pages: number): SearchablePage[] {
  const next = numbersFrom(1);
  const some = () => word(Math.floor(Math.exp(next() * Math.log(30_000))) - 1);
  const text = (words: number) => Array.from({ length: words }, some).join(" ");
  return Array.from({ length: pages }, (_, index) => ({
    page: `page${index}`,
    title: text(3),
    description: text(8),
    sections: Array.from({ length: 4 }, (_, section) => ({
      anchor: section === 0 ? "" : `s${section}`,
      title: section === 0 ? "" : text(3),
      level: section === 0 ? 0 : 2,
      text: [text(22), text(22), text(22)].join("\n"),
    })),
  }));
}
