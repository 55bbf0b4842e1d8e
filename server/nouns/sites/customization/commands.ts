import type { Write } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import { notFound, invalid } from "../../../http/errors.ts";
import { refuseUselessCondition } from "../../content/condition.ts";
import { emojiCharacters } from "../../spaces/emoji.ts";
import type { SiteKey } from "../site/present.ts";
import type { Static } from "typebox";
import type { PutCustomization } from "./schema.ts";
import {
  customizationPut,
  type Overrides,
  overridesOf,
  patchedOverrides,
  type SiteCustomization,
} from "./settings.ts";

/** Characters of settings as JSON. */
const LONGEST = 256 * 1024;

/**
 * How a site is to look, as it is kept.
 * @param path where the request has it
 * @throws 400 for a condition that can never hold, no emoji or settings beyond all measure
 */
function kept(put: SiteCustomization, path = "") {
  refuseUselessConditions(put.header.links, path);
  const settings = { ...put, favicon: withCharacters(put.favicon, path) };
  return { customization: printed(settings), icon: iconOf(settings.favicon) };
}

/**
 * Puts how a site looks, in place of what it was.
 * @throws 400 for what `kept` refuses; 404 when the site is gone
 */
export async function putCustomization(tx: Write, site: SiteKey, put: SiteCustomization): Promise<void> {
  const result = await tx
    .updateTable("sites")
    .set(kept(put))
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", site.organization_id)
    .where("id", "=", site.id)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) throw notFound("The site");
}

/** The picture of a site is its favicon; without one it has none. */
function iconOf(favicon: SiteCustomization["favicon"]): string | null {
  return Object.keys(favicon).length === 0 ? null : JSON.stringify(favicon);
}

/** A favicon with its emoji as it is kept, whether that came as characters or as code points. */
function withCharacters(favicon: SiteCustomization["favicon"], path = ""): SiteCustomization["favicon"] {
  return "emoji" in favicon ? { emoji: emojiCharacters(favicon.emoji, `${path}/favicon/emoji`) } : favicon;
}

/** So many drafts of one person are kept of a site: a preview shows the one that it was asked with. */
const MOST_DRAFTS = 20;

interface LookDraft {
  readonly id: string;
  /** Whose it is. */
  readonly user: string;
  /** JSON, as a site's own; null: as the site looks. */
  readonly customization: string | null;
  /** JSON, as a variant's own: for the variant that the preview is of; null: as it looks. */
  readonly overrides: string | null;
  /** Milliseconds. */
  readonly at: number;
}

/**
 * A look that is only tried, as it is kept.
 * @param before how the site looks
 * @throws 400 for what `putCustomization` refuses
 */
export function triedLook(put: Static<typeof PutCustomization>, before: SiteCustomization): string {
  return kept(customizationPut(put, before), "/customization").customization;
}

/**
 * What a variant would have otherwise after a patch that is only tried, as it is kept.
 * @param stored JSON, what it has otherwise; null: nothing
 * @throws 400 for what `patchOverrides` refuses
 */
export function triedOverrides(patch: Overrides, stored: string | null): string {
  return printed(overridesAfter(patch, stored, "/overrides") ?? {});
}

/** Keeps how somebody would have a site look. Nobody else sees it, and the site stays as it is. */
export async function keepLookDraft(
  tx: Write,
  site: SiteKey,
  { id, user, customization, overrides, at }: LookDraft,
): Promise<void> {
  const whose = { organization_id: site.organization_id, site_id: site.id, user_id: user };
  await tx
    .insertInto("site_look_drafts")
    .values({ ...whose, id, customization, overrides, created_at: at })
    .execute();
  const older = await tx
    .selectFrom("site_look_drafts")
    .select("id")
    .where("organization_id", "=", whose.organization_id)
    .where("site_id", "=", whose.site_id)
    .where("user_id", "=", whose.user_id)
    .where("id", "!=", id)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  const over = older.slice(MOST_DRAFTS - 1).map((draft) => draft.id);
  if (over.length === 0) return;
  await tx
    .deleteFrom("site_look_drafts")
    .where("organization_id", "=", whose.organization_id)
    .where("site_id", "=", whose.site_id)
    .where("user_id", "=", whose.user_id)
    .where("id", "in", over)
    .execute();
}

/** What names a variant. */
type PlaceKey = Pick<Row<"site_spaces">, "organization_id" | "id">;

interface Link {
  readonly condition?: string | undefined;
}

function refuseUselessConditions(links: readonly Link[] | null | undefined, path = ""): void {
  for (const [index, { condition }] of (links ?? []).entries())
    refuseUselessCondition(condition, `${path}/header/links/${index}/condition`);
}

function printed(settings: object): string {
  const json = JSON.stringify(settings);
  if (json.length <= LONGEST) return json;
  throw invalid("The settings are larger than 256 KiB; make the header and the footer shorter.", []);
}

/**
 * What a variant has otherwise after a patch; undefined: nothing any more.
 * @param stored JSON, what it has otherwise until then; null: nothing
 * @param path where the request has the patch
 * @throws 400 for a condition that can never hold, or no emoji
 */
function overridesAfter(patch: Overrides, stored: string | null, path = ""): Overrides | undefined {
  const header = patch["header"] as { links?: readonly Link[] | null } | undefined;
  refuseUselessConditions(header?.links, path);
  const favicon = patch["favicon"] as SiteCustomization["favicon"] | null | undefined;
  const changes = favicon ? { ...patch, favicon: withCharacters(favicon, path) } : patch;
  return patchedOverrides(overridesOf(stored), changes);
}

/**
 * Changes what a variant has otherwise than its site, or with `undefined` takes everything back.
 * @throws 400 for a condition that can never hold, or no emoji; 404 when the variant is gone
 */
export async function patchOverrides(
  tx: Write,
  { organization_id, id }: PlaceKey,
  patch: Overrides | undefined,
): Promise<void> {
  const before = await tx
    .selectFrom("site_spaces")
    .select("customization")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (before === undefined) throw notFound("The site-space");
  const after = patch && overridesAfter(patch, before.customization);
  await tx
    .updateTable("site_spaces")
    .set({
      customization: after === undefined ? null : printed(after),
      // What the variant is called where readers choose between several.
      title: (after?.["title"] as string | undefined) ?? null,
    })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .execute();
}
