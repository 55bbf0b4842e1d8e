import { type Params, prepared, type Read } from "../../db/database.ts";
import type { ChangeRequestStatus, Row, SpaceKey } from "../../db/schema.ts";
import type { LoadCall, Paging } from "../../http/operation.ts";
import { pageBy } from "../../http/pageBy.ts";
import type { ContentVersion } from "../../http/versioned.ts";
import type { RevisionThing } from "../revisions/queries.ts";
import { loadSpace, type SpaceThing } from "../spaces/queries.ts";

/** A change request with what the caller may do in its space. */
export interface ChangeRequestThing extends SpaceThing {
  readonly request: Row<"change_requests">;
}

/** The same for what is about its content: with the version of that in place of its own. */
export interface RequestContentThing extends Omit<ChangeRequestThing, "version"> {
  readonly version: ContentVersion;
}

const byId = prepared((read, p: Params<{ organization: string; space: string; id: string }>) =>
  read
    .selectFrom("change_requests")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("id", "=", p("id"))
    .where("space_id", "=", p("space")),
);
const byNumber = prepared((read, p: Params<{ organization: string; space: string; number: number }>) =>
  read
    .selectFrom("change_requests")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("space_id", "=", p("space"))
    .where("number", "=", p("number")),
);

const NUMBER = /^[1-9]\d{0,14}$/;

/** A change request of a space, by its id or its number. */
export async function findChangeRequest(
  read: Read,
  { organization_id: organization, id: space }: SpaceKey,
  idOrNumber: string,
): Promise<Row<"change_requests"> | undefined> {
  const numbered = NUMBER.test(idOrNumber)
    ? await byNumber.first(read, { organization, space, number: Number(idOrNumber) })
    : undefined;
  return numbered ?? byId.first(read, { organization, space, id: idOrNumber });
}

/** The change request that the path names, of the space that the path names. */
export async function loadChangeRequest(call: LoadCall): Promise<ChangeRequestThing | undefined> {
  const thing = await loadSpace(call);
  if (thing === undefined) return undefined;
  const named = call.params["changeRequestId"] ?? "";
  const request = await findChangeRequest(call.deps.db.read, thing.space, named);
  return request && { ...thing, request, version: request.version };
}

/** The change request that the path names, as what has content: writing it, merging it, judging it rely on that. */
export async function loadWritable(call: LoadCall): Promise<RequestContentThing | undefined> {
  const thing = await loadChangeRequest(call);
  return thing && aboutContent(thing);
}

/** With the version of the content in place of its own. */
export function aboutContent(thing: ChangeRequestThing): RequestContentThing {
  const content = `/v1/spaces/${thing.space.id}/change-requests/${thing.request.id}/content`;
  return { ...thing, version: { content } };
}

/** The content of the change request that the path names. */
export async function loadRequestContent(call: LoadCall): Promise<RevisionThing | undefined> {
  const thing = await loadChangeRequest(call);
  if (thing === undefined) return undefined;
  const { space, member, rights, request } = thing;
  const revision = await call.deps.content.of(space.organization_id).revision(space.id, request.head);
  return revision && { space, member, rights, revision };
}

interface Which {
  readonly status: ChangeRequestStatus;
  readonly contributor?: string | undefined;
}

/** Change requests of a space in one status, newest first. */
export function listChangeRequests(
  read: Read,
  { organization_id: organization, id: space }: SpaceKey,
  { status, contributor, ...paging }: Which & Paging,
) {
  let found = read
    .selectFrom("change_requests")
    .where("organization_id", "=", organization)
    .where("space_id", "=", space)
    .where("status", "=", status);
  if (contributor !== undefined) {
    found = found.where((eb) =>
      eb.or([
        eb("created_by", "=", contributor),
        eb.exists(
          read
            .selectFrom("revisions")
            .select("revisions.id")
            .where("revisions.organization_id", "=", organization)
            .whereRef("revisions.change_request_id", "=", "change_requests.id" as never)
            .where("revisions.created_by", "=", contributor),
        ),
      ]),
    );
  }
  return pageBy(found.selectAll(), ["number"], paging, { direction: "desc" });
}
