/** Folders of the repository that the program reads while it runs: its documentation, and what `lectern demo` brings in. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder of this name, beside the sources or beside the bundle; undefined where it was left out. */
export function shippedFolder(name: "docs" | "demo"): string | undefined {
  const candidates = ["..", "../.."].map((up) => fileURLToPath(new URL(`${up}/${name}`, import.meta.url)));
  return candidates.find((path) => existsSync(path));
}
