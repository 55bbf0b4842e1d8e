/** What answers about links ask of the database each time, kept while nobody has committed anything. */
import type { SpaceKey } from "../../db/schema.ts";
import { type Database, type Params, prepared, type Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { openKnown } from "../../memory/believed.ts";
import { Beside } from "../../memory/beside.ts";
import { findOrganization } from "../orgs/queries.ts";

/** An open change request by the hashes of two roots: of its content, and of what it last took in. */
interface OpenRequest {
  readonly head: string;
  readonly ancestor: string;
}

const openAround = (db: Database) => ({
  organizations: openKnown<Row<"organizations">>(db, "link_organizations", { bytesOf: 1000 }),
  hostnames: openKnown<readonly string[]>(db, "link_hostnames", { bytesOf: (names) => names.length * 100 }),
  requests: openKnown<readonly OpenRequest[]>(db, "link_requests", { bytesOf: (all) => all.length * 200 }),
});
const opened = new Beside<ReturnType<typeof openAround>, Database>();
const around = (db: Database) => opened.make(db, openAround);

/** The organization that a space is in. */
export function organizationOf(db: Database, id: string): Promise<Row<"organizations"> | undefined> {
  return around(db).organizations.read(id, (on) => findOrganization(on, id));
}

const hostnames = prepared((read, p: Params<{ organization: string }>) =>
  read
    .selectFrom("sites")
    .select("hostname")
    .where("organization_id", "=", p("organization"))
    .where("hostname", "is not", null)
    .where("deleted_at", "is", null),
);

/** The hostnames at which sites of an organization are served. */
export async function hostnamesOf(db: Database, organization: string): Promise<readonly string[]> {
  const read = async (on: Read) =>
    (await hostnames.all(on, { organization })).flatMap(({ hostname }) => hostname ?? []);
  return (await around(db).hostnames.read(organization, read)) ?? [];
}

const openRequests = prepared((read, p: Params<SpaceKey>) =>
  read
    .selectFrom("change_requests")
    .innerJoin("revisions as heads", (on) =>
      on
        .onRef("heads.organization_id", "=", "change_requests.organization_id")
        .onRef("heads.id", "=", "change_requests.head"),
    )
    .innerJoin("revisions as ancestors", (on) =>
      on
        .onRef("ancestors.organization_id", "=", "change_requests.organization_id")
        .on((eb) =>
          eb(
            "ancestors.id",
            "=",
            eb.fn.coalesce("change_requests.merged_ancestor", "change_requests.revision_initial"),
          ),
        ),
    )
    .select(["heads.root as head", "ancestors.root as ancestor"])
    .where("change_requests.organization_id", "=", p("organization_id"))
    .where("change_requests.space_id", "=", p("id"))
    .where("change_requests.status", "=", "open"),
);

/** The open change requests of a space. */
export async function openRequestsOf(
  db: Database,
  { organization_id, id }: SpaceKey,
): Promise<readonly OpenRequest[]> {
  const key = `${organization_id} ${id}`;
  const read = (on: Read) => openRequests.all(on, { organization_id, id });
  return (await around(db).requests.read(key, read)) ?? [];
}
