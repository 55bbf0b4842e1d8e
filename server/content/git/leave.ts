/** Ending to keep spaces in step with a repository. Their content stays on both sides. */
import { removeAddress } from "../../access/addresses.ts";
import type { Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";

/** Forgets an installation with all that hangs on it. @returns whether there was one */
export async function deleteInstallation(
  tx: Write,
  { organization_id, id }: Pick<Row<"git_installations">, "organization_id" | "id">,
): Promise<boolean> {
  const gone = await tx
    .deleteFrom("git_installations")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .returning("space_id")
    .executeTakeFirst();
  await removeAddress(tx, id);
  if (gone === undefined) return false;
  await tx
    .updateTable("spaces")
    .set((eb) => ({ git_sync: null, version: eb("version", "+", 1) }))
    .where("organization_id", "=", organization_id)
    .where("id", "=", gone.space_id)
    .execute();
  return true;
}

/** The same for spaces that go: credentials stay with the organization. */
export async function leaveRepositories(
  tx: Write,
  organization: string,
  spaces: readonly string[],
): Promise<void> {
  if (spaces.length === 0) return;
  const rows = await tx
    .selectFrom("git_installations")
    .select(["organization_id", "id"])
    .where("organization_id", "=", organization)
    .where("space_id", "in", spaces)
    .execute();
  for (const row of rows) await deleteInstallation(tx, row);
}
