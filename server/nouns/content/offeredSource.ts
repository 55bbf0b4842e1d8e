import { type ContentSource, contentSourceKey, contentSourceOf } from "../../../engine/contentSource.ts";
import { type JsonObject, pointerPart } from "../../../engine/json.ts";
import { installedOnSpace } from "../../access/installations.ts";
import { openAPISpecRights } from "../../access/table.ts";
import type { Page } from "../../../engine/page.ts";
import { countSources, MOST_KEPT, seedOf, sourceKeyOf } from "../../content/computed/contentSources.ts";
import { LONGEST_SOURCE, MOST_DEPENDENCIES, namedSources } from "../../content/computed/namedSources.ts";
import { conflict, invalidField } from "../../http/errors.ts";
import { seeSpace } from "../spaces/queries.ts";
import type { BatchState } from "./batchState.ts";
import { specOfPage } from "../../content/computed/make.ts";

/** Sources of one space, those of its change requests included. */
const MOST_OF_SPACE = 100;

/** Of what page a source is to be, and where the request says so. */
interface SourceOfPage {
  /** What the ids of its pages are made from. */
  readonly seed: string;
  /** It takes the place of another source. */
  readonly isReplacing?: boolean;
  /** Of `computed` in the request. */
  readonly path: string;
}

type Batch = Pick<BatchState, "deps" | "content" | "identity" | "space" | "sources">;

/**
 * Refuses what no page can ever be made of, and what is to be made from something that the caller doesn't see.
 * @returns the key of the source of an integration
 * @throws 400 naming the field; 409 where the space has too many sources
 */
export async function requireSource(
  batch: Batch,
  computed: JsonObject,
  { seed, isReplacing = false, path }: SourceOfPage,
): Promise<string | undefined> {
  if (JSON.stringify(computed).length > LONGEST_SOURCE)
    throw invalidField(path, `is too long: at most ${LONGEST_SOURCE} characters as JSON.`);
  const source = contentSourceOf(computed);
  if (source === undefined) {
    // A specification may still come.
    if (specOfPage({ computed }) !== undefined) return undefined;
    throw invalidField(
      path,
      "is nothing that pages are made of here: `type` has to be `builtin:openapi`, with the slug of an OpenAPI specification in `dependencies.spec.ref.spec`, or `integration:<name>:<source>`.",
    );
  }
  await requireDeclared(batch, source, path);
  await requireSeen(batch, source, path);
  // In a change request the one that is replaced stays, where it is published.
  await requireRoom(batch, path, isReplacing ? MOST_KEPT : MOST_OF_SPACE);
  return contentSourceKey(source, seed);
}

/**
 * The same of a page that is there already, and is to be made of something else.
 * @param page undefined where it is gone
 */
export async function requireOtherSource(
  batch: Batch,
  computed: JsonObject,
  { page, path }: { readonly page: Page | undefined; readonly path: string },
): Promise<string | undefined> {
  if (page === undefined) return undefined;
  if (page.type !== "computed") throw invalidField(path, `is of computed pages; this is a ${page.type}.`);
  const isReplacing = sourceKeyOf(page) !== undefined;
  return requireSource(batch, computed, { seed: seedOf(page), isReplacing, path });
}

async function requireDeclared(
  { deps: { db }, content: { organization }, space }: Batch,
  { integration: name, source }: ContentSource,
  path: string,
): Promise<void> {
  const found = await installedOnSpace.first(db.read, { organization, space, name });
  if (found === undefined)
    throw invalidField(
      `${path}/type`,
      `names the integration "${name}", which is not installed on this space. Install it there first.`,
    );
  const { contentSources = [] } = JSON.parse(found.details) as {
    contentSources?: readonly { readonly id: string }[];
  };
  if (contentSources.some(({ id }) => id === source)) return;
  const ids = contentSources.map(({ id }) => `"${id}"`).join(", ");
  throw invalidField(
    `${path}/type`,
    `names the content source "${source}", which the integration "${name}" doesn't have${ids === "" ? "" : `. It has ${ids}`}.`,
  );
}

/** The script is told of what the pages are made from, and shows it to all who read them. */
async function requireSeen(
  { deps, content: { organization }, identity }: Batch,
  { dependencies }: ContentSource,
  path: string,
): Promise<void> {
  const names = Object.keys(dependencies);
  if (names.length > MOST_DEPENDENCIES)
    throw invalidField(`${path}/dependencies`, `are too many: at most ${MOST_DEPENDENCIES}.`);
  for (const [name, { ref }] of Object.entries(dependencies)) {
    const at = `${path}/dependencies/${pointerPart(name)}/ref`;
    if (ref["kind"] === "openapi") {
      const member = await deps.members.find(organization, identity);
      if (member !== undefined && openAPISpecRights(member.role).view) continue;
      throw invalidField(`${at}/spec`, "names an OpenAPI specification, and you may not see any here.");
    }
    const { space } = ref;
    if (space === undefined) continue;
    const seen = typeof space === "string" ? await seeSpace({ deps, identity }, space) : undefined;
    if (seen?.space.organization_id !== organization)
      throw invalidField(
        `${at}/space`,
        "names no space of this organization that you see. Have somebody who sees it insert the page.",
      );
  }
}

/** @throws 409 */
async function requireRoom(
  { deps, content, space, sources }: Batch,
  path: string,
  most: number,
): Promise<void> {
  const key = { organization_id: content.organization, id: space };
  const kept = await countSources(deps.db.read, key);
  if (kept + sources.length < most) return;
  // Those of deleted pages are kept until their job has run.
  const named = await namedSources(deps.db.read, content, key);
  if (named.size + sources.length < most) return;
  const sentence = `${path}: the space and its change requests have ${most} sources that integrations make pages of, which is the most. ${most === MOST_OF_SPACE ? "Delete some, or insert this one in another space" : "Delete some, or merge or archive change requests that have some of them"}.`;
  throw conflict("too-many-sources", sentence, [{ path, message: "is one too many." }]);
}
