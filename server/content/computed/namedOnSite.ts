import type { SiteReader } from "../../access/siteReader.ts";
import type { Deps } from "../../deps.ts";
import { readHead } from "../commit.ts";
import { isNamed } from "./named.ts";
import { openedRevision } from "./opened.ts";
import { storedRevision } from "./shown.ts";

/**
 * Whether a page of a site that its reader may see names something of the organization, or shows something of it.
 * @param target such as `openapi:<slug>`
 */
export async function isNamedOnSite(
  deps: Pick<Deps, "db" | "content">,
  reader: SiteReader,
  target: string,
): Promise<boolean> {
  const content = deps.content.of(reader.organization);
  for (const id of reader.spaces) {
    const head = await readHead(deps.db.read, { organization_id: reader.organization, id });
    if (head === undefined) continue;
    // As it is stored: there a computed page names what it is made of.
    const stored = storedRevision(content, head.root, await content.root(head.root));
    const opened = await openedRevision(deps.content, stored, reader);
    if (await isNamed(reader.organization, opened, reader, target)) return true;
  }
  return false;
}
