/** What is told of the repository that a space is kept in step with, and to whom: those who may edit the space. */
import { type Agreement, openAgreement, type ContentFile } from "../../content/git/files.ts";
import { type Params, prepared } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import type { RevisionThing } from "./queries.ts";

/** Files by the ids of what they say. */
export type InRepository = ReadonlyMap<string, ContentFile>;

/** Where the content is in its repository: of what is current, and of nothing else. */
export async function whereInRepository(
  { db }: Pick<Deps, "db">,
  { space, revision, rights, reader }: RevisionThing,
  { metadata = true }: { readonly metadata?: boolean },
): Promise<Agreement | undefined> {
  const isTold = metadata && reader === undefined && rights.edit;
  if (!isTold || space.git_sync === null || revision.id !== space.head) return undefined;
  return openAgreement(db.read, space);
}

const commitOf = prepared((read, p: Params<{ organization: string; id: string }>) =>
  read
    .selectFrom("revisions")
    .select("git")
    .where("organization_id", "=", p("organization"))
    .where("id", "=", p("id")),
);

/** The commit that a revision came with or was pushed as; where that is, is told to editors alone. */
export async function presentCommit(
  { db }: Pick<Deps, "db">,
  { space, revision, rights, reader }: RevisionThing,
): Promise<Record<string, unknown> | undefined> {
  if (reader !== undefined) return undefined;
  // Nothing else of a revision changes: the row is kept since before it was pushed.
  const isLate = revision.git === null && space.git_sync !== null;
  const key = { organization: space.organization_id, id: revision.id };
  const git = isLate ? (await commitOf.first(db.read, key))?.git : revision.git;
  if (git === null || git === undefined) return undefined;
  const { url, ref, ...commit } = JSON.parse(git) as Record<string, unknown>;
  return rights.edit ? { ...commit, url, ref } : commit;
}
