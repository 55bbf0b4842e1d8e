import { isWithin } from "../../access/installations.ts";
import type { Identity } from "../../access/identity.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { forbidden, invalid, notFound } from "../../http/errors.ts";
import type { LoadCall, LoadedThing } from "../../http/operation.ts";
import { loadMembership } from "../orgs/queries.ts";
import { seeSpace } from "../spaces/queries.ts";

/** How long an upload can be gone on with and taken, in milliseconds. */
export const UPLOAD_LIFE = 24 * 3600 * 1000;

/** An upload of the caller's own. */
interface UploadThing extends LoadedThing {
  readonly upload: Row<"file_uploads">;
}

const byId = prepared((read, p: Params<{ id: string }>) =>
  read.selectFrom("file_uploads").selectAll().where("id", "=", p("id")),
);
const partsOf = prepared((read, p: Params<{ organization: string; upload: string }>) =>
  read
    .selectFrom("file_upload_parts")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("upload_id", "=", p("upload"))
    .orderBy("number"),
);

/** An upload whose bytes may be there, whoever made it and whether or not it was taken. */
export function findUpload(read: Read, id: string): Promise<Row<"file_uploads"> | undefined> {
  return byId.first(read, { id });
}

/** What has come of an upload, in the order of the numbers. */
export function listParts(
  read: Read,
  { organization_id, id }: Pick<Row<"file_uploads">, "organization_id" | "id">,
): Promise<Row<"file_upload_parts">[]> {
  return partsOf.all(read, { organization: organization_id, upload: id });
}

/** The caller's own upload, while it goes on and they belong to the organization. */
export async function ownUpload(
  deps: Deps,
  identity: Identity,
  id: string,
): Promise<Row<"file_uploads"> | undefined> {
  const upload = await findUpload(deps.db.read, id);
  if (upload === undefined || upload.ended_at !== null) return undefined;
  if (upload.created_by !== identity.userId) return undefined;
  if (upload.installation_id !== (identity.installation?.id ?? null)) return undefined;
  if (upload.created_at <= deps.clock.now() - UPLOAD_LIFE) return undefined;
  const member = await deps.members.find(upload.organization_id, identity);
  return member && upload;
}

/** The upload that the path names. Nobody but who made it hears of it. */
export async function loadUpload({ deps, identity, params }: LoadCall): Promise<UploadThing | undefined> {
  const upload = await ownUpload(deps, identity, params["uploadId"] ?? "");
  return upload && { upload, rights: { view: true } };
}

interface Purpose {
  readonly space?: string | undefined;
  readonly organization?: string | undefined;
}

/**
 * The organization that an upload counts for.
 * @throws 400 unless exactly one of the two is named, 403 and 404 as the operations that take files
 */
export async function organizationOf(
  call: Pick<LoadCall, "deps" | "identity">,
  { space, organization }: Purpose,
): Promise<string> {
  if ((space === undefined) === (organization === undefined))
    throw invalid("Name either the space that will take the upload, or the organization.");
  if (space !== undefined) {
    const thing = await seeSpace(call, space);
    if (thing === undefined) throw notFound("The space");
    if (!thing.rights.edit) throw forbidden("Your role doesn't let you send files to this space.");
    return thing.space.organization_id;
  }
  const named = { organizationId: organization ?? "" };
  const { installation } = call.identity;
  if (installation !== undefined && !(await isWithin(call.deps.db.read, installation, named)))
    throw notFound("The organization");
  const thing = await loadMembership({ ...call, params: named });
  if (thing === undefined) throw notFound("The organization");
  if (!thing.rights.createContent)
    throw forbidden(
      "Your role doesn't let you send files to this organization; name a space that you may edit.",
    );
  return thing.organizationId;
}
