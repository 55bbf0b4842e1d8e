import type { Static } from "typebox";
import { withFactor } from "../../access/secondFactor.ts";
import type { Caller } from "../../access/singleSignOn.ts";
import { brokenRule, type Write } from "../../db/database.ts";
import type { Flag, Row } from "../../db/schema.ts";
import { instant } from "../../http/input.ts";
import { conflict, invalidField, notFound } from "../../http/errors.ts";
import { refuseUselessRules } from "../merge-rules/check.ts";
import { storedOrganizationRules } from "../merge-rules/stored.ts";
import type { UpdateOrganization } from "./schema.ts";

type Patch = Static<typeof UpdateOrganization>;

/** A site as the default content of an organization, as it is stored: the same text for the same site. */
const contentOf = (site: string): string => JSON.stringify({ type: "site", site });

function ruleOf(rule: NonNullable<Patch["secondFactor"]> | null) {
  if (rule === null) return { factor_from: null };
  const by_sso: Flag = rule.singleSignOn === "counts" ? 1 : 0;
  return { factor_from: instant("/secondFactor/from", rule.from), factor_by_sso: by_sso };
}

/** The columns that a patch changes. `undefined` leaves a field, null clears it. */
function columns(patch: Patch): Partial<Row<"organizations">> {
  const flag = (value: boolean): Flag => (value ? 1 : 0);
  return {
    ...(patch.title === undefined ? {} : { title: patch.title }),
    ...(patch.emailDomains === undefined ? {} : { email_domains: JSON.stringify(patch.emailDomains) }),
    ...(patch.hostname === undefined ? {} : { hostname: patch.hostname }),
    ...(patch.defaultRole === undefined ? {} : { default_role: patch.defaultRole }),
    ...(patch.defaultContent === undefined
      ? {}
      : { default_content: patch.defaultContent && contentOf(patch.defaultContent.site) }),
    ...(patch.logo === undefined ? {} : { logo: patch.logo }),
    ...(patch.sso === undefined ? {} : { sso: flag(patch.sso) }),
    ...(patch.secondFactor === undefined ? {} : ruleOf(patch.secondFactor)),
    ...(patch.ai === undefined ? {} : { ai: flag(patch.ai) }),
    ...(patch.inviteLinks === undefined ? {} : { invite_links: flag(patch.inviteLinks) }),
    ...storedOrganizationRules(patch.mergeRules),
  };
}

/**
 * Changes an organization.
 * @throws 409 when the hostname is taken, and when single sign-on would be the only way and nobody has come by it; 400 for a site of another one, and
 *   for merge rules that could never be met
 */
export async function patchOrganization(
  tx: Write,
  id: string,
  patch: Patch,
  by: Caller,
): Promise<Row<"organizations">> {
  await refuseUselessRules(tx, id, patch.mergeRules);
  if (patch.sso === true) await refuseUntriedSignOn(tx, id);
  if (patch.secondFactor) await refuseLockingOut(tx, patch.secondFactor, by);
  if (patch.secondFactor?.singleSignOn === "asks" && !(await asksAlready(tx, id))) await endSignOns(tx, id);
  if (patch.defaultContent) await refuseForeignSite(tx, id, patch.defaultContent.site);
  if (patch.hostname !== undefined) await keepFormerHostname(tx, id, patch.hostname);
  const update = tx
    .updateTable("organizations")
    .set(columns(patch))
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", id);
  const row = await update
    .returningAll()
    .executeTakeFirst()
    .catch((error: unknown) => {
      if (brokenRule(error) !== "unique") throw error;
      throw conflict("hostname-taken", "/hostname: another organization has this hostname; choose another.", [
        { path: "/hostname", message: "is taken; choose another." },
      ]);
    });
  if (row === undefined) throw notFound("The organization");
  return row;
}

/** Lets addresses under the hostname that an organization has lead to it after it has taken another. */
async function keepFormerHostname(tx: Write, id: string, hostname: string): Promise<void> {
  const row = await tx.selectFrom("organizations").select("hostname").where("id", "=", id).executeTakeFirst();
  if (row === undefined || row.hostname === hostname) return;
  await tx
    .insertInto("former_hostnames")
    .values({ hostname: row.hostname, organization_id: id })
    .onConflict((on) =>
      on.column("hostname").doUpdateSet((set) => ({ organization_id: set.ref("excluded.organization_id") })),
    )
    .execute();
}

/** What was a site that is gone is the default content of its organization no longer. */
export async function forgetDefaultContent(tx: Write, organization: string, site: string): Promise<void> {
  await tx
    .updateTable("organizations")
    .set({ default_content: null })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", organization)
    .where("default_content", "=", contentOf(site))
    .execute();
}

/** What nobody has come by yet may let nobody in: it is tried before it is the only way. */
async function refuseUntriedSignOn(tx: Write, organization: string): Promise<void> {
  const enforced = tx
    .selectFrom("organizations")
    .select("id")
    .where("id", "=", organization)
    .where("sso", "=", 1);
  const arrived = tx
    .selectFrom("saml_identities")
    .select("user_id as id")
    .where("organization_id", "=", organization);
  const found = (await enforced.executeTakeFirst()) ?? (await arrived.limit(1).executeTakeFirst());
  if (found !== undefined) return;
  const remedy =
    "nobody has signed in by an identity provider of this organization yet; let somebody sign in by it first.";
  throw conflict("single-sign-on-untried", `/sso: ${remedy}`, [{ path: "/sso", message: remedy }]);
}

/** Who asks others for a second factor has one: nobody locks themselves out, or asks for what they haven't tried. */
async function refuseLockingOut(
  tx: Write,
  { singleSignOn }: NonNullable<Patch["secondFactor"]>,
  { userId, through }: Caller,
): Promise<void> {
  if (through !== undefined && singleSignOn === "counts") return;
  if ((await withFactor(tx, [userId])).size > 0) return;
  const remedy = "you have no second factor yourself; set one up under your account first.";
  throw conflict("second-factor-missing", `/secondFactor: ${remedy}`, [
    { path: "/secondFactor", message: remedy },
  ]);
}

async function asksAlready(tx: Write, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom("organizations")
    .select(["factor_from", "factor_by_sso"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined && row.factor_from !== null && row.factor_by_sso === 0;
}

/** Sessions that single sign-on opened without asking for more: their people come again, and are asked. */
async function endSignOns(tx: Write, organization: string): Promise<void> {
  await tx
    .updateTable("sessions")
    .set({ hash: null })
    .where("hash", "is not", null)
    .where("id", "in", (eb) =>
      eb.selectFrom("saml_sessions").select("session_id").where("organization_id", "=", organization),
    )
    .execute();
}

/** The site stays until the end of the transaction: who deletes it then takes it out of here. */
async function refuseForeignSite(tx: Write, organization: string, site: string): Promise<void> {
  const found = await tx
    .selectFrom("sites")
    .select("id")
    .where("id", "=", site)
    .where("organization_id", "=", organization)
    .where("deleted_at", "is", null)
    .forShare()
    .executeTakeFirst();
  if (found === undefined) throw invalidField("/defaultContent/site", "is not a site of this organization.");
}

interface NewOrganization {
  readonly id: string;
  readonly title: string;
  readonly hostname: string;
  /** The user who administrates it. */
  readonly admin: string;
  readonly now: number;
}

/** Makes an organization with its first administrator, and gives its id. */
export async function createOrganization(tx: Write, input: NewOrganization): Promise<string> {
  await tx
    .insertInto("organizations")
    .values({
      id: input.id,
      title: input.title,
      hostname: input.hostname,
      type: "business",
      plan: "enterprise_2024",
      ai: 0,
      invite_links: 1,
      created_at: input.now,
    })
    .execute();
  await tx
    .insertInto("members")
    .values({ organization_id: input.id, user_id: input.admin, role: "admin", joined_at: input.now })
    .execute();
  return input.id;
}
