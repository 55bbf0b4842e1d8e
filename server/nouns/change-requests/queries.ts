import { addressOf } from "../../../console/routes.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { ChangeRequestStatus, Row, SpaceKey } from "../../db/schema.ts";
import { NO_ROWS } from "../../http/list.ts";
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
const inAnySpace = prepared((read, p: Params<{ organization: string; id: string }>) =>
  read
    .selectFrom("change_requests")
    .select(["number", "space_id"])
    .where("organization_id", "=", p("organization"))
    .where("id", "=", p("id")),
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

/** Where a change request of an organization is, by its id. */
export function placeOfChangeRequest(
  read: Read,
  organization: string,
  id: string,
): Promise<Pick<Row<"change_requests">, "number" | "space_id"> | undefined> {
  return inAnySpace.first(read, { organization, id });
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

/** Where the console has the pages of a change request. */
export const pagesOfRequest = ({ space_id: space, number }: Row<"change_requests">): string =>
  addressOf("change", { space, number: String(number) });

/** The content of the change request that the path names. */
export async function loadRequestContent(call: LoadCall): Promise<RevisionThing | undefined> {
  const thing = await loadChangeRequest(call);
  if (thing === undefined) return undefined;
  const { space, member, rights, request } = thing;
  const revision = await call.deps.content.of(space.organization_id).revision(space.id, request.head);
  return revision && { space, member, rights, revision, pagesAt: pagesOfRequest(request) };
}

interface Which {
  readonly status: ChangeRequestStatus;
  readonly contributor?: string | undefined;
  /** Only these. */
  readonly numbers?: readonly number[] | undefined;
}

/** Change requests of a space in one status, newest first. */
export async function listChangeRequests(
  read: Read,
  { organization_id: organization, id: space }: SpaceKey,
  { status, contributor, numbers, ...paging }: Which & Paging,
) {
  if (numbers?.length === 0) return NO_ROWS;
  let found = read
    .selectFrom("change_requests")
    .where("organization_id", "=", organization)
    .where("space_id", "=", space)
    .where("status", "=", status);
  if (numbers !== undefined) found = found.where("number", "in", numbers);
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

/** What a list over all spaces of an organization is for. */
interface InOrganization {
  readonly organization: string;
  /** The policies of the spaces that the caller sees. */
  readonly acls: readonly string[];
  readonly user: string;
  readonly for?: "author" | "reviewer" | "involved" | undefined;
  readonly status?: readonly ChangeRequestStatus[] | undefined;
  readonly space?: string | undefined;
  readonly site?: string | undefined;
  readonly creator?: string | undefined;
  readonly contributor?: string | undefined;
  readonly requestedReviewer?: string | undefined;
}

/** The change requests that somebody was asked to review. */
function askedOf(read: Read, organization: string, user: string) {
  return read
    .selectFrom("requested_reviewers")
    .select("change_request_id")
    .where("organization_id", "=", organization)
    .where("user_id", "=", user);
}

/** The change requests that somebody wrote in. */
function writtenBy(read: Read, organization: string, user: string) {
  return read
    .selectFrom("revisions")
    .select("change_request_id")
    .where("organization_id", "=", organization)
    .where("created_by", "=", user)
    .where("change_request_id", "is not", null)
    .$castTo<{ change_request_id: string }>();
}

/** Change requests of the spaces of an organization, the last changed first, each with the head of its space. */
export function listInOrganization(
  read: Read,
  { organization, acls, user, ...which }: InOrganization & Paging,
) {
  let found = read
    .selectFrom("change_requests")
    .innerJoin("spaces", (on) =>
      on
        .onRef("spaces.organization_id", "=", "change_requests.organization_id")
        .onRef("spaces.id", "=", "change_requests.space_id"),
    )
    .where("change_requests.organization_id", "=", organization)
    .where("spaces.deleted_at", "is", null)
    .where("spaces.acl", "in", acls);
  const { status, space, site, creator, contributor, requestedReviewer } = which;
  const asked = (by: string) => askedOf(read, organization, by);
  const wrote = (by: string) => writtenBy(read, organization, by);
  const reviewed = read
    .selectFrom("reviews")
    .select("change_request_id")
    .where("organization_id", "=", organization)
    .where("reviewer_id", "=", user);
  if (status !== undefined) found = found.where("change_requests.status", "in", status);
  if (space !== undefined) found = found.where("change_requests.space_id", "=", space);
  if (site !== undefined) {
    const shown = read
      .selectFrom("site_spaces")
      .select("space_id")
      .where("organization_id", "=", organization)
      .where("site_id", "=", site);
    found = found.where("change_requests.space_id", "in", shown);
  }
  if (creator !== undefined) found = found.where("change_requests.created_by", "=", creator);
  if (requestedReviewer !== undefined)
    found = found.where("change_requests.id", "in", asked(requestedReviewer));
  if (contributor !== undefined) {
    found = found.where((eb) =>
      eb.or([
        eb("change_requests.created_by", "=", contributor),
        eb("change_requests.id", "in", wrote(contributor)),
      ]),
    );
  }
  if (which.for === "author") found = found.where("change_requests.created_by", "=", user);
  if (which.for === "reviewer") {
    found = found
      .where("change_requests.id", "in", asked(user))
      .where("change_requests.id", "not in", reviewed.where("outdated", "=", 0));
  }
  if (which.for === "involved") {
    found = found.where((eb) =>
      eb.or([
        eb("change_requests.created_by", "=", user),
        ...[asked(user), reviewed, wrote(user)].map((ids) => eb("change_requests.id", "in", ids)),
      ]),
    );
  }
  const rows = found
    .selectAll("change_requests")
    .select(["spaces.head as space_head", "spaces.title as space_title"]);
  return pageBy(rows, ["change_requests.updated_at", "change_requests.id"], which, { direction: "desc" });
}
