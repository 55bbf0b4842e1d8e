import type { Write } from "../../db/database.ts";
import { enqueue } from "../../db/jobs.ts";
import { conflict, invalidField, notFound, preconditionFailed } from "../../http/errors.ts";
import type { SpecRow } from "./present.ts";

/** The kind of the jobs that read sources. */
export const SPEC_JOB = "openapi-spec";

/** Most descriptions of one organization. */
const MOST = 1000;

/** An address or a text. */
type Source = { readonly url: string } | { readonly text: string };

/**
 * Refuses what can never be fetched, and what should be in no answer: names and passwords stay in addresses for all
 * members to see.
 * @throws 400
 */
function refuseAddress(source: Source): void {
  if (!("url" in source)) return;
  const url = URL.canParse(source.url) ? new URL(source.url) : undefined;
  if (url === undefined) throw invalidField("/source/url", "is not an address; check its host and its port.");
  if (url.username !== "" || url.password !== "")
    throw invalidField(
      "/source/url",
      "may not carry a name or password: members of the organization see it.",
    );
}

interface At {
  readonly now: number;
  readonly newId: () => string;
}

interface NewSpec {
  readonly organization: string;
  readonly slug: string;
  readonly source: Source;
}

/**
 * Adds a description, which a job then reads; undefined when there is one of this slug.
 * @throws 400 for an address that is refused, 409 when there are too many
 */
export async function addSpec(
  tx: Write,
  { organization, slug, source }: NewSpec,
  { now, newId }: At,
): Promise<SpecRow | undefined> {
  refuseAddress(source);
  const { count } = await tx
    .selectFrom("openapi_specs")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("organization_id", "=", organization)
    .executeTakeFirstOrThrow();
  if (count >= MOST)
    throw conflict("too-many-openapi-specs", `An organization has at most ${MOST} OpenAPI specifications.`);
  const row = await tx
    .insertInto("openapi_specs")
    .values({
      id: newId(),
      organization_id: organization,
      slug,
      source_url: "url" in source ? source.url : null,
      visibility: "private",
      state: "pending",
      created_at: now,
      updated_at: now,
    })
    .onConflict((on) => on.columns(["organization_id", "slug"]).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await keepText(tx, row, source);
  await queueSpec(tx, row, { now, newId });
  return row;
}

/** Makes a description; a job reads its source. @throws 400 for no address; 409 when the slug is taken */
export async function createSpec(tx: Write, made: NewSpec, at: At): Promise<SpecRow> {
  const row = await addSpec(tx, made, at);
  if (row !== undefined) return row;
  throw conflict(
    "slug-taken",
    `There is an OpenAPI specification "${made.slug}" already. Update it with PUT, or choose another slug.`,
    [{ path: "/slug", message: "is taken; choose another." }],
  );
}

/** What names a description. */
type SpecKey = Pick<SpecRow, "organization_id" | "id">;

/** Sets the source, or has the same one read again. @throws 400, 404 when it is gone; 412 when it is not at `expected` */
export async function setSource(
  tx: Write,
  { organization_id, id }: SpecKey,
  source: Source,
  expected: number | undefined,
  { now, newId }: At,
): Promise<SpecRow> {
  refuseAddress(source);
  let update = tx
    .updateTable("openapi_specs")
    .set((eb) => ({
      source_url: "url" in source ? source.url : null,
      source: eb("source", "+", 1),
      state: "pending",
      due_at: null,
      updated_at: now,
      version: eb("version", "+", 1),
    }))
    .where("organization_id", "=", organization_id)
    .where("id", "=", id);
  if (expected !== undefined) update = update.where("version", "=", expected);
  const row = await update.returningAll().executeTakeFirst();
  if (row === undefined)
    throw expected === undefined ? notFound("The OpenAPI specification") : preconditionFailed();
  await forgetText(tx, row);
  await keepText(tx, row, source);
  await queueSpec(tx, row, { now, newId });
  return row;
}

async function keepText(tx: Write, { organization_id, id }: SpecKey, source: Source): Promise<void> {
  if (!("text" in source)) return;
  await tx
    .insertInto("openapi_sources")
    .values({ organization_id, spec_id: id, text: source.text })
    .execute();
}

/** Drops the text that a description was given, once it is read or another source is set. */
export async function forgetText(tx: Write, { organization_id, id }: SpecKey): Promise<void> {
  await tx
    .deleteFrom("openapi_sources")
    .where("organization_id", "=", organization_id)
    .where("spec_id", "=", id)
    .execute();
}

/** Has a source read; one that is being read already is read once more afterwards. */
export function queueSpec(
  tx: Write,
  { id, organization_id: organization }: SpecKey,
  { now, newId }: At,
): Promise<void> {
  const key = `${SPEC_JOB}:${id}`;
  return enqueue(tx, {
    id: newId(),
    kind: SPEC_JOB,
    key,
    payload: { organization, spec: id },
    due: now,
    now,
    organization,
  });
}

/** Opens or closes its published address. @throws 404, 412 */
export async function setVisibility(
  tx: Write,
  { organization_id, id }: SpecKey,
  visibility: SpecRow["visibility"],
  expected: number | undefined,
  now: number,
): Promise<SpecRow> {
  let update = tx
    .updateTable("openapi_specs")
    .set((eb) => ({ visibility, updated_at: now, version: eb("version", "+", 1) }))
    .where("organization_id", "=", organization_id)
    .where("id", "=", id);
  if (expected !== undefined) update = update.where("version", "=", expected);
  const row = await update.returningAll().executeTakeFirst();
  if (row === undefined)
    throw expected === undefined ? notFound("The OpenAPI specification") : preconditionFailed();
  return row;
}

/** Deletes a description with its versions. @throws 404 the second time */
export async function deleteSpec(tx: Write, { organization_id, id }: SpecKey): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom("openapi_specs")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound("The OpenAPI specification");
}
