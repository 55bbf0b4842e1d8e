/** What imported texts are read for: long ones in threads, each text once. */
import type { LinkTargets } from "../../../engine/page.ts";
import type { LinkFinder } from "../../importers/linkedText.ts";
import { workOnText } from "../textWork.ts";

/** What a stored body links to. */
export type TargetsOf = (hash: string, body: string) => Promise<LinkTargets>;

/** @param organization whose texts they are */
export function openTargets(organization: string): TargetsOf {
  const known = new Map<string, Promise<LinkTargets>>();
  return (hash, text) => {
    const targets = known.get(hash) ?? workOnText(organization, "targets", { text });
    known.set(hash, targets);
    return targets;
  };
}

/** @param organization whose texts they are */
export const findLinksFor =
  (organization: string): LinkFinder =>
  (text) =>
    workOnText(organization, "links", { text });
