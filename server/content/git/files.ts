/** In which files of its repository the content of a space is. */
import { slicesOf } from "../../../engine/slices.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Row, SpaceKey } from "../../db/schema.ts";
import { type EditPlace, editPlace } from "./hostPlaces.ts";

/** A file of the agreed commit, as it is told. */
export type ContentFile = {
  readonly oid: string;
  /** From the top of the repository. */
  readonly path: string;
  /** Where it is edited on its host; undefined for a host of which nothing is known. */
  readonly url?: string;
};

/** The last agreement of a space and its branch. */
export interface Agreement {
  /** Another one with each agreement. */
  readonly key: string;
  readonly installation: Row<"git_installations">;
  /** The files of pages, files and reusable contents, by the ids of these: of all, or of those that are asked for. */
  readonly files: (things?: readonly string[]) => Promise<ReadonlyMap<string, ContentFile>>;
}

const agreed = prepared((read, p: Params<{ organization: string; space: string }>) =>
  read
    .selectFrom("git_installations")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("space_id", "=", p("space"))
    .where("base_commit", "is not", null),
);

const READ = 2_000;
/** Things that are asked for at once. */
const ASKED = 100;

const some = prepared((read, p: Params<{ organization: string; installation: string; after: string }>) =>
  read
    .selectFrom("git_entries")
    .select(["object_id", "oid", "name"])
    .where("organization_id", "=", p("organization"))
    .where("installation_id", "=", p("installation"))
    .where("object_id", ">", p("after"))
    .where("name", "is not", null)
    .orderBy("object_id")
    .limit(READ),
);

/** Undefined for a space that has agreed on nothing with a branch. */
export async function openAgreement(
  read: Read,
  { organization_id: organization, id: space }: SpaceKey,
): Promise<Agreement | undefined> {
  const installation = await agreed.first(read, { organization, space });
  if (installation === undefined) return undefined;
  const { id, base_commit, base_revision } = installation;
  return {
    key: `${id} ${base_commit ?? ""} ${base_revision ?? ""}`,
    installation,
    files: async (things) =>
      mapOf(
        installation,
        await (things === undefined ? all(read, organization, id) : named(read, installation, things)),
      ),
  };
}

type FileRow = Pick<Row<"git_entries">, "object_id" | "oid" | "name">;

function mapOf(
  installation: Row<"git_installations">,
  rows: readonly FileRow[],
): ReadonlyMap<string, ContentFile> {
  return new Map(
    rows.map(({ object_id, oid, name }) => {
      const url = editPlace(installation, name ?? "")?.href;
      return [object_id ?? "", { oid: oid ?? "", path: name ?? "", ...(url && { url }) }];
    }),
  );
}

const fileOf = prepared((read, p: Params<{ organization: string; space: string; thing: string }>) =>
  read
    .selectFrom("git_installations")
    .innerJoin("git_entries", (on) =>
      on
        .onRef("git_entries.organization_id", "=", "git_installations.organization_id")
        .onRef("git_entries.installation_id", "=", "git_installations.id"),
    )
    // Nothing that changes with every look at the branch: whoever relies on this would look each time.
    .select(["provider", "remote_url", "branch", "project_directory", "git_entries.name"])
    .where("git_installations.organization_id", "=", p("organization"))
    .where("git_installations.space_id", "=", p("space"))
    .where("git_entries.object_id", "=", p("thing"))
    .where("git_entries.name", "is not", null),
);

/** Where the file of one thing is edited, and what its host is called; undefined where nobody knows. */
export async function editPlaceOf(
  read: Read,
  { organization_id: organization, id: space }: SpaceKey,
  thing: string,
): Promise<EditPlace | undefined> {
  const row = await fileOf.first(read, { organization, space, thing });
  return row && editPlace(row, row.name ?? "");
}

async function all(read: Read, organization: string, installation: string): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for (let after = ""; ;) {
    const found = await some.all(read, { organization, installation, after });
    rows.push(...found);
    if (found.length < READ) return rows;
    after = found.at(-1)?.object_id ?? "";
  }
}

async function named(
  read: Read,
  { organization_id, id }: Row<"git_installations">,
  things: readonly string[],
): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for (const slice of slicesOf(new Set(things), ASKED))
    rows.push(
      ...(await read
        .selectFrom("git_entries")
        .select(["object_id", "oid", "name"])
        .where("organization_id", "=", organization_id)
        .where("installation_id", "=", id)
        .where("object_id", "in", slice)
        .where("name", "is not", null)
        .execute()),
    );
  return rows;
}
