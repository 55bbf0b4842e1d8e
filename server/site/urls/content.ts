/** What an address of the application means: a collection, a space, a change request, a page. */
import type { RevisionThing } from "../../nouns/revisions/queries.ts";
import type { Identity } from "../../access/identity.ts";
import { resolvePath } from "../../content/formerSlugs.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../http/errors.ts";
import { presentOne } from "../../nouns/change-requests/present.ts";
import { loadChangeRequest, loadRequestContent } from "../../nouns/change-requests/queries.ts";
import { presentCollection } from "../../nouns/collections/present.ts";
import { loadCollection } from "../../nouns/collections/queries.ts";
import { presentPage } from "../../nouns/revisions/present.ts";
import { loadHead, loadRevision, readBranch } from "../../nouns/revisions/queries.ts";
import { presentSpace } from "../../nouns/spaces/present.ts";
import { withPublished } from "../../nouns/spaces/queries.ts";
import { segmentsOf } from "../reading/place.ts";

const noContent = () => notFound("Content at this address");

/**
 * The content at an address of the application: `/c/<collection>`, `/s/<space>` with `~/changes/<number>` or
 * `~/revisions/<id>` and a page by its id or path behind it, each also below `/o/<organization>`.
 * @throws 404 for what is not there, or not for the caller
 */
export async function resolveContent(deps: Deps, identity: Identity, address: string) {
  const url = new URL(address);
  const segments = url.origin === new URL(deps.addresses.app).origin ? segmentsOf(url.pathname) : undefined;
  const [kind, id = "", ...rest] = segments?.[0] === "o" ? segments.slice(2) : (segments ?? []);
  if (kind === "c" && rest.length === 0) {
    const found = await loadCollection({ deps, identity, params: { collectionId: id } });
    if (found === undefined || !found.rights.view) throw noContent();
    return { collection: presentCollection(found.collection, found.rights, deps.addresses) };
  }
  if (kind !== "s") throw noContent();
  const [tilde, kindOfPlace = "", named, ...path] = rest;
  const isPlace = tilde === "~" && Object.hasOwn(PLACES, kindOfPlace) && named !== undefined;
  const place = isPlace ? { [PLACES[kindOfPlace as keyof typeof PLACES]]: named } : {};
  return spaceContent(deps, identity, { spaceId: id, ...place }, isPlace ? path : rest);
}

/** What of a space an address may name besides its head, by what names it. */
const PLACES = { changes: "changeRequestId", revisions: "revisionId" } as const;

interface PlaceNames extends Readonly<Record<string, string>> {
  readonly spaceId: string;
}

async function spaceContent(deps: Deps, identity: Identity, params: PlaceNames, path: readonly string[]) {
  const call = { deps, identity, params };
  const { changeRequestId: change, revisionId } = params;
  const load = change !== undefined ? loadRequestContent : revisionId === undefined ? loadHead : loadRevision;
  const content = await load(call);
  if (content === undefined || !content.rights.view) throw noContent();
  const [row] = await withPublished(deps.db.read, deps.addresses, [content.space]);
  if (row === undefined) throw noContent();
  const request = change === undefined ? undefined : await loadChangeRequest(call);
  const page = path.length === 0 ? undefined : await pageAt(deps, content, path);
  return {
    space: presentSpace(row, content.rights, deps.addresses),
    ...(request && {
      changeRequest: await presentOne(deps.db.read, request.request, deps.addresses, request.member),
    }),
    ...(page && { page }),
  };
}

/** A page by its id, or by its path. @throws 404 */
async function pageAt(deps: Deps, { space, revision, pagesAt }: RevisionThing, path: readonly string[]) {
  const content = deps.content.of(revision.organization_id);
  const { nodes } = content;
  const root = await content.root(revision.root);
  const byId = path.length === 1 ? await readBranch({ nodes, root }, path[0] as string) : undefined;
  const found = byId ? undefined : await resolvePath(deps.db.read, content, space.id, root, path.join("/"));
  const branch = byId ?? (found && (await readBranch({ nodes, root }, found.page.id)));
  if (branch === undefined) throw noContent();
  return presentPage(branch, { deps, space: space.id, pagesAt, metadata: true });
}
