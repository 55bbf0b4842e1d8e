/** The PDF of a space's content: what it depends on, and where it is found. */
import { lastDrawn } from "../../content/keptDrawings.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { contentHash } from "../../../engine/hash.ts";
import { TEMPLATE } from "../../../engine/print/template.ts";
import type { Paper } from "../../../engine/print/printed.ts";
import { oneEmoji } from "../../../engine/oneEmoji.ts";
import { slugFromTitle } from "../../../engine/slug.ts";
import { findOrganization } from "../orgs/queries.ts";
import { signPdfAddress } from "./address.ts";
import { type Cover, gatherOrder, type Selection, selectPages } from "./gather.ts";
import type { ForeignContent } from "./elsewhere.ts";
import { keepPrint } from "./kept.ts";
import type { OnProgress } from "./parts.ts";

/** Counts up when documents come out differently for another reason than the template. */
const MAKING = 5;

/** The key of a document: equal for all that would be equal. */
export function printKey(...dependsOn: readonly unknown[]): string {
  return contentHash(JSON.stringify([MAKING, contentHash(TEMPLATE), ...dependsOn]));
}

interface PrintRequest extends Selection {
  readonly space: Row<"spaces">;
  readonly revision: Row<"revisions">;
  /** What else stands on the cover. */
  readonly subtitle: string;
  readonly paper: Paper;
  /** What its pages show of other spaces. */
  readonly elsewhere: readonly ForeignContent[];
  readonly onProgress?: OnProgress | undefined;
}

/** Makes the document unless it is kept, and gives its address, good for an hour. @throws 404, 413, 503 */
export async function printContent(deps: Deps, request: PrintRequest): Promise<string> {
  const { space, revision, page, only, subtitle, paper, elsewhere } = request;
  const { root } = revision;
  const selected = selectPages(await deps.content.of(space.organization_id).tree(root), { page, only });
  const organization = await findOrganization(deps.db.read, space.organization_id);
  const named = page === undefined ? space : (selected[0]?.page ?? space);
  const title = named.title === "" ? "Untitled" : named.title;
  const cover: Cover = {
    title: onCover(named.emoji, title),
    subtitle: page === undefined ? subtitle : [space.title, subtitle].filter((one) => one !== "").join(" · "),
    organization: organization?.title ?? "",
    at: revision.created_at,
    locale: space.language ?? "en",
    paper,
  };
  const others = elsewhere.length === 0 ? [] : [elsewhere];
  const drawn = await lastDrawn(deps.db.read, space);
  const key = printKey(space.id, root, page ?? null, only ?? false, cover, drawn, ...others);
  const organizationId = space.organization_id;
  const print = { organization: organizationId, key, space: space.id };
  const { onProgress } = request;
  const gather = () =>
    gatherOrder(deps, { space: space.id, organization: organizationId, root, selected, cover, elsewhere });
  await keepPrint(deps, print, gather, { onProgress });
  return signPdfAddress(deps, print, slugFromTitle(title), deps.clock.now());
}

/** A title as it stands on a cover, with its emoji. */
function onCover(emoji: string | null | undefined, title: string): string {
  const picture = typeof emoji === "string" ? oneEmoji(emoji) : undefined;
  return picture === undefined ? title : `${picture} ${title}`;
}
