/** What somebody has begun to connect: with a host, and with no repository yet. */
import { putAddress } from "../../access/addresses.ts";
import { deleteSetup } from "../../content/git/leave.ts";
import type { Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { conflict, notFound } from "../../http/errors.ts";
import { refuseBound } from "./commands.ts";
import type { GitChange } from "../../content/git/queue.ts";
import { setupOf } from "./queries.ts";

type Setup = Row<"git_setups">;
type Of = { readonly space_id: string } | { readonly site_id: string };

interface NewSetup extends Pick<Setup, "organization_id" | "provider" | "connection_id"> {
  readonly of: Of;
  readonly by: string;
}

/** @throws 409 for what is kept in step, or begun by somebody already */
export async function createSetup({ tx, now, newId }: GitChange, made: NewSetup): Promise<Setup> {
  const { organization_id, provider, connection_id, of, by } = made;
  await refuseBound(tx, organization_id, of);
  const known = await setupOf(tx, organization_id, of);
  if (known !== undefined)
    throw conflict(
      "git-begun",
      `Somebody has begun to connect it, and has not chosen the repository. Choose that for the installation ${known.id}, or delete it.`,
    );
  const row = await tx
    .insertInto("git_setups")
    .values({
      ...of,
      organization_id,
      id: newId(),
      provider,
      connection_id,
      created_by: by,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await putAddress(tx, row);
  return row;
}

/** Another host, or another way to it. @throws 404 */
export async function patchSetup(
  { tx, now }: GitChange,
  { organization_id, id }: Pick<Setup, "organization_id" | "id">,
  fields: Pick<Setup, "provider" | "connection_id">,
): Promise<Setup> {
  const row = await tx
    .updateTable("git_setups")
    .set((eb) => ({ ...fields, updated_at: now, version: eb("version", "+", 1) }))
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw notFound("The Git installation");
  return row;
}

/** Who connects a space or a site at once has no use for what was begun. */
export async function endSetupOf(tx: Write, organization: string, of: Of): Promise<void> {
  const known = await setupOf(tx, organization, of);
  if (known !== undefined) await deleteSetup(tx, known);
}
