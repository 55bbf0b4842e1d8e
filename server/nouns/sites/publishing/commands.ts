import type { Write } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import { notFound, preconditionFailed } from "../../../http/errors.ts";
import type { Secrets } from "../../../ports/secrets.ts";
import type { SiteKey } from "../site/present.ts";
import { newSealedKey } from "./key.ts";
import { integrationsOn, loginsOf } from "../site/integrations.ts";
import { findAuth } from "./queries.ts";

/** Gives a site its first key; of two that ask at once, both get the one that was first. */
export async function ensureAuth(
  tx: Write,
  secrets: Secrets,
  site: SiteKey,
  now: number,
): Promise<{ readonly row: Row<"site_auth">; readonly isNew: boolean }> {
  const made = await tx
    .insertInto("site_auth")
    .values({
      organization_id: site.organization_id,
      site_id: site.id,
      sealed: newSealedKey(secrets, site.id),
      backend: "custom",
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(["organization_id", "site_id"]).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made !== undefined) return { row: made, isNew: true };
  const row = await findAuth(tx, site);
  if (row === undefined) throw notFound("The site");
  return { row, isNew: false };
}

interface AuthPatch {
  readonly sealed?: string;
  readonly backend?: Row<"site_auth">["backend"] | undefined;
  readonly fallbackUrl?: string | null | undefined;
  /** The installation that asks for it, if one does. */
  readonly installation?: string | undefined;
}

/**
 * Changes how a site signs visitors in. Who leaves it to an integration chooses the one that asks for it, or that it was
 * left to before, or the oldest; that one signs from then on, and none comes in its place by itself.
 * @throws 412 when it is no longer at `expected`
 */
export async function patchAuth(
  tx: Write,
  site: SiteKey,
  { sealed, backend, fallbackUrl, installation }: AuthPatch,
  now: number,
  expected: number | undefined,
): Promise<Row<"site_auth">> {
  let update = tx
    .updateTable("site_auth")
    .set({
      updated_at: now,
      ...(sealed === undefined ? {} : { sealed }),
      ...(backend === undefined
        ? {}
        : { backend, installation_id: backend === "custom" ? null : await choose(tx, site, installation) }),
      ...(fallbackUrl === undefined ? {} : { fallback_url: fallbackUrl }),
    })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", site.organization_id)
    .where("site_id", "=", site.id);
  if (expected !== undefined) update = update.where("version", "=", expected);
  const row = await update.returningAll().executeTakeFirst();
  if (row === undefined) throw preconditionFailed();
  return row;
}

async function choose(tx: Write, site: SiteKey, asking: string | undefined): Promise<string | null> {
  const before = (await findAuth(tx, site))?.installation_id;
  const able = loginsOf(await integrationsOn(tx, site)).map(({ installation }) => installation);
  return [asking, before].find((one) => able.includes(one ?? "")) ?? able[0] ?? null;
}
