/** A relative destination of a file that has moved, where it names nothing that could be asked for its place. */
import { decoded } from "../../../engine/decoded.ts";
import { relativeUrl } from "../exportPaths.ts";
import { suffixOf } from "../linkedText.ts";

/**
 * Writes a relative destination so that it leads from one folder where it has led from another; out of the top as well.
 * The names in it stay as they are written.
 * @param url as it is written, with what follows its path
 * @param from the folder of before, "" for the top
 * @param to the folder of now
 */
export function movedUrl(url: string, from: string, to: string): string {
  if (from === to) return url;
  const suffix = suffixOf(url);
  const written = url.slice(0, url.length - suffix.length).split("/");
  const way = segmentsOf(from).map((segment) => relativeUrl("", segment));
  let above = 0;
  for (const segment of written) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") way.push(segment);
    else if (way.pop() === undefined) above += 1;
  }
  const now = segmentsOf(to);
  let shared = 0;
  if (above === 0)
    while (shared < now.length && shared < way.length && decoded(way[shared] ?? "") === now[shared])
      shared += 1;
  const up = Array.from({ length: above + now.length - shared }, () => "..");
  const path = [...up, ...way.slice(shared)].join("/") || ".";
  return path + (written.at(-1) === "" ? "/" : "") + suffix;
}

const segmentsOf = (folder: string): string[] => (folder === "" ? [] : folder.split("/"));
