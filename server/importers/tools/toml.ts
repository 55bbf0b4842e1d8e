import { parse } from "smol-toml";
import { literalOf, type Literal } from "./script.ts";
import type { ReadingNotes } from "./told.ts";

/** A file of TOML; what is none is told. */
export function toml(text: string, path: string, told: ReadingNotes): Literal | undefined {
  try {
    return literalOf(parse(text.slice(0, 500_000)));
  } catch {
    told.problem(path, "it is not valid TOML, so nothing of it counts");
    return undefined;
  }
}
