/** What was made of the content sources of integrations: nobody who asks for it waits for a script. */
import {
  contentSourceKey,
  contentSourceOf,
  readersSource,
  writtenSource,
} from "../../../engine/contentSource.ts";
import { type JsonObject, sameJson } from "../../../engine/json.ts";
import type { Page } from "../../../engine/page.ts";
import type { PageBranch } from "../../../engine/tree.ts";
import type { Identity } from "../../access/identity.ts";
import { READING_SPECS } from "../../access/scopes.ts";
import {
  type SourcePage,
  sourcePages,
  sourceResults,
  whileFresh,
} from "../../content/computed/contentSources.ts";
import type { Deps } from "../../deps.ts";
import { forbidden, invalidField } from "../../http/errors.ts";
import { documentOfMade } from "../revisions/documents.ts";
import type { SpaceThing } from "../spaces/queries.ts";

/** Scopes by which a narrowed token reads content, and with it what integrations made of it. */
export const READING = ["space:content:read", "space:read"] as const;

/** @throws 403 for a narrowed token that reads specifications alone */
function requireReading(identity: Identity): void {
  requireScope(identity, READING, "an integration's source");
}

/** @throws 403 for a narrowed token that reads content alone */
export function requireOpenAPI(identity: Identity): void {
  requireScope(identity, READING_SPECS, "the source `builtin:openapi`");
}

function requireScope({ scopes, reader }: Identity, opening: readonly string[], of: string): void {
  if (scopes === undefined || reader !== undefined || opening.some((scope) => scopes.includes(scope))) return;
  const list = opening.map((scope) => `"${scope}"`).join(" or ");
  throw forbidden(`The token's scopes don't open this: for ${of} it takes ${list}.`);
}

/** The pages of a source as they would stand at the top of a space. @throws 400 where none were made of it */
export async function branchesOfSource(
  { db }: Pick<Deps, "db">,
  { space, identity }: Pick<SpaceThing, "space"> & { readonly identity: Identity },
  computed: JsonObject,
  seed: string,
): Promise<PageBranch[]> {
  requireReading(identity);
  const source = contentSourceOf(computed);
  const key = source && contentSourceKey(source, seed);
  const made = await whileFresh(async () => {
    const result = key === undefined ? undefined : (await sourceResults(db.read, space, [key])).get(key);
    return result && { pages: await sourcePages(db.read, space, result), madeAt: result.madeAt };
  });
  if (made === undefined)
    throw invalidField(
      "/source",
      "is none that pages were made of in this space. It has to be as `computed` of a page has it, with the id of the page as `seed`: listComputedSources says what was made.",
    );
  return branches(made.pages, seed, made.madeAt, { id: null, path: "" });
}

function branches(
  pages: readonly SourcePage[],
  computedSeed: string,
  madeAt: number,
  above: { readonly id: string | null; readonly path: string },
): PageBranch[] {
  return pages.map(({ body: _body, pages: below, ...made }, at) => {
    const path = above.path === "" ? made.slug : `${above.path}/${made.slug}`;
    const order = String(at).padStart(6, "0");
    const seed = made.computed === undefined ? {} : { computedSeed };
    const page: Page = { ...made, ...seed, parent: above.id, order, createdAt: madeAt, updatedAt: madeAt };
    return { page, path, pages: branches(below, computedSeed, madeAt, { id: made.id, path }) };
  });
}

/** The text of a page that was made, as whoever asks may read it. @throws 400 where they see no such page */
export async function documentOfSource(
  deps: Deps,
  thing: SpaceThing,
  identity: Identity,
  computed: JsonObject,
) {
  requireReading(identity);
  const source = contentSourceOf(computed);
  const wanted = source && writtenSource(source);
  const toldOf = ({ id, computed: own }: Page) => (thing.reader === undefined ? own : readersSource(id, own));
  const document = await documentOfMade(deps, thing, (page) => sameJson(toldOf(page), wanted));
  if (document === undefined)
    throw invalidField(
      "/source",
      "is none that a page of this space was made of. It is `computed` of a page.",
    );
  return document;
}
