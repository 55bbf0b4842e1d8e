import type { Read } from "../db/database.ts";
import type { Row, SpaceKey } from "../db/schema.ts";
import { createSpace } from "../nouns/spaces/commands.ts";
import { deleteSpace } from "../nouns/spaces/trash.ts";
import { StartRefused } from "../ports/start-refused.ts";
import type { OpenedInstallation } from "./alone.ts";

/**
 * The space that a command names by its id or by its title.
 * @throws StartRefused when there is none, or more than one
 */
export async function findSpace(
  read: Read,
  name: string,
  organization: string | undefined,
): Promise<Row<"spaces">> {
  let query = read
    .selectFrom("spaces")
    .selectAll()
    .where("deleted_at", "is", null)
    .where((eb) => eb.or([eb("id", "=", name), eb("title", "=", name)]));
  if (organization !== undefined) {
    const { id } = await findOrganization(read, organization);
    query = query.where("organization_id", "=", id);
  }
  const rows = await query.orderBy("id").execute();
  return onlyOne(rows.find(({ id }) => id === name) ?? rows, "space", name);
}

/** The organization that a command names by its id, hostname or title; unnamed, the only one. */
export async function findOrganization(read: Read, name: string | undefined): Promise<Row<"organizations">> {
  const all = read.selectFrom("organizations").selectAll().where("ended_at", "is", null).orderBy("id");
  if (name === undefined) return onlyOne(await all.execute(), "organization", undefined);
  const rows = await all
    .where((eb) => eb.or([eb("id", "=", name), eb("hostname", "=", name), eb("title", "=", name)]))
    .execute();
  return onlyOne(
    rows.find(({ id, hostname }) => id === name || hostname === name) ?? rows,
    "organization",
    name,
  );
}

/** What is found once. @throws StartRefused otherwise, saying what to name instead */
export function onlyOne<T extends { readonly id: string; readonly title: string }>(
  found: T | readonly T[],
  noun: string,
  name: string | undefined,
): T {
  const rows = Array.isArray(found) ? (found as readonly T[]) : [found as T];
  const [first] = rows;
  if (first !== undefined && rows.length === 1) return first;
  const called = name === undefined ? "" : ` called "${name}"`;
  if (first === undefined) throw new StartRefused(`There is no ${noun}${called}.`);
  const list = rows.slice(0, 10).map(({ id, title }) => `${id} (${title})`);
  throw new StartRefused(
    `There are ${rows.length} ${noun}s${called}; name one by its id: ${list.join(", ")}.`,
  );
}

/** Makes a space for an import, in the name of the organization's first administrator. */
export async function addSpace(
  { deps, change }: OpenedInstallation,
  title: string,
  organization: string | undefined,
): Promise<SpaceKey> {
  const { id: org } = await findOrganization(deps.db.read, organization);
  const admin = await deps.db.read
    .selectFrom("members")
    .select("user_id")
    .where("organization_id", "=", org)
    .where("role", "=", "admin")
    .orderBy("joined_at")
    .orderBy("user_id")
    .limit(1)
    .executeTakeFirst();
  if (admin === undefined) throw new StartRefused(`The organization ${org} has no administrator.`);
  const { id } = await change(async ({ tx, now, newId, trace }) => {
    const id = newId();
    const createdBy = admin.user_id;
    await createSpace(tx, { id, revision: newId(), organization: org, createdBy, now, title });
    const target = { type: "space", id, label: title };
    await trace({ action: "space.create", organization: org, target, after: { title } });
    return { status: 201, id };
  });
  return { id, organization_id: org };
}

/** Puts a space that was made in vain into the trash. */
export async function removeSpace({ deps, change }: OpenedInstallation, id: string): Promise<void> {
  const space = await findSpace(deps.db.read, id, undefined);
  await change(async ({ tx, now, newId, trace }) => {
    await deleteSpace(tx, space, now, newId);
    const target = { type: "space", id, label: space.title };
    await trace({ action: "space.delete", organization: space.organization_id, target });
    return { status: 205 };
  });
}
