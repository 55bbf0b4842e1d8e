/** Which way something is written on paper: as its own first letter says, whatever language the document is in. */
import { directionOfText } from "../direction.ts";
import type { OwnDirection, PrintedNode } from "./printed.ts";

/** The direction of a text, or of all the words in what is printed. */
export function directed(words: string | readonly PrintedNode[]): OwnDirection {
  const text = typeof words === "string" ? words : wordsIn(words);
  return directionOfText(text) === "rtl" ? { dir: "rtl" } : {};
}

function wordsIn(nodes: readonly PrintedNode[]): string {
  return nodes.map((node) => (typeof node === "string" ? node : wordsIn(node.c ?? []))).join("");
}
