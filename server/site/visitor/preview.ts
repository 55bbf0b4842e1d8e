/** Sites as nobody reads them yet: opened by a signed address, for an hour or until its owner's rights end. */
import { readRevision } from "../../content/commit.ts";
import type { SpaceKey } from "../../db/schema.ts";
import { roleUnder } from "../../access/scope.ts";
import { siteRights, spaceRights } from "../../access/table.ts";
import { type Params, prepared } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { type PreviewGrant, readPreview } from "../../nouns/sites/publishing/previewToken.ts";
import { findLookDraft } from "../../nouns/sites/customization/queries.ts";
import { inLook, type PublishedSite, type Variant } from "../reading/publishedSite.ts";
import { ANYBODY, type Visitor } from "../reading/visitor.ts";

/** A site as a preview shows it. */
interface PreviewSubject {
  readonly published: PublishedSite;
  readonly visitor: Visitor;
  /** What the address has between the site's prefix and the rest, with a slash at its end. */
  readonly inside: string;
  readonly rest: readonly string[];
  /** The change request or the revision that is shown in place of what is published. */
  readonly draft?: { readonly changeRequest: string } | { readonly revision: string };
}

type Knowing = Pick<Deps, "db" | "secrets" | "clock" | "members" | "spaces">;

/** Whether a path asks for what only previews show. */
export function asksForPreview(rest: readonly string[]): boolean {
  return isOurs(rest[0]) && ["preview", "changes", "revisions"].includes(rest[1] ?? "");
}

const isOurs = (segment: string | undefined): boolean =>
  segment === "~" || segment?.toLowerCase() === "~gitbook";

/**
 * What the address of a preview shows; undefined for one that is forged, too old or another site's, or whose owner may
 * not edit the site any more.
 */
export async function readPreviewed(
  deps: Knowing,
  published: PublishedSite,
  [, name, token, ...rest]: readonly string[],
): Promise<PreviewSubject | undefined> {
  if (name !== "preview" || token === undefined) return undefined;
  const grant = await readPreview(deps.secrets, published.site.id, token, deps.clock.now());
  if (grant === undefined) return undefined;
  const dressed = await inDraftLook(deps, published, grant);
  if (dressed === undefined) return undefined;
  const variants = await variantsFor(deps, dressed, grant.owner);
  if (variants.length === 0) return undefined;
  const claims = grant.claims === undefined ? ANYBODY.claims : { unsigned: {}, ...grant.claims };
  const shown = {
    published: { ...dressed, variants },
    visitor: { isSignedIn: true, claims },
    inside: `~/preview/${token}/`,
    rest,
  };
  return asksForPreview(rest) ? withDraft(deps, shown, grant) : shown;
}

/** The site in the look that a grant names; undefined where that draft is not kept any more. */
async function inDraftLook(
  { db }: Pick<Deps, "db">,
  published: PublishedSite,
  { owner, look, siteSpace }: PreviewGrant,
): Promise<PublishedSite | undefined> {
  if (look === undefined) return published;
  const draft = await findLookDraft(db.read, published.site, owner, look);
  return draft && inLook(published, { ...draft, variant: siteSpace });
}

/** The variants whose spaces the owner of a preview may see now. None: they may not edit the site. */
async function variantsFor(
  { members, spaces }: Knowing,
  { site, variants }: PublishedSite,
  owner: string,
): Promise<Variant[]> {
  const member = await members.ofUser(site.organization_id, owner);
  if (member === undefined) return [];
  if (!siteRights(await roleUnder(members, site, member), member).edit) return [];
  const seen: Variant[] = [];
  for (const variant of variants) {
    const space = await spaces.find(variant.space);
    if (space !== undefined && spaceRights(await roleUnder(members, space, member)).view) seen.push(variant);
  }
  return seen;
}

/** The same with the variant of the grant alone, as it is in a change request or a revision of its space. */
async function withDraft(
  deps: Pick<Deps, "db">,
  shown: PreviewSubject,
  grant: PreviewGrant,
): Promise<PreviewSubject | undefined> {
  const [, kind, id = "", ...rest] = shown.rest;
  const variant = shown.published.variants.find((each) => each.id === grant.siteSpace);
  if (variant === undefined || (kind !== "changes" && kind !== "revisions")) return undefined;
  const space = { organization_id: shown.published.site.organization_id, id: variant.space };
  const found = await (kind === "changes" ? findChange : findRevision)(deps, space, id);
  if (found === undefined) return undefined;
  const { root, draft } = found;
  const alone = { ...variant, section: null, condition: null, root };
  const below = `~/${kind}/${id}/`;
  const around = { published: shown.published, below };
  return {
    ...shown,
    draft,
    published: { ...shown.published, sections: [], variants: [alone], around },
    inside: shown.inside + below,
    rest,
  };
}

const changeByNumber = prepared((read, p: Params<SpaceKey & { readonly number: number }>) =>
  read
    .selectFrom("change_requests")
    .innerJoin("revisions", (on) =>
      on
        .onRef("revisions.organization_id", "=", "change_requests.organization_id")
        .onRef("revisions.id", "=", "change_requests.head"),
    )
    .select(["change_requests.id", "revisions.root"])
    .where("change_requests.organization_id", "=", p("organization_id"))
    .where("change_requests.space_id", "=", p("id"))
    .where("change_requests.number", "=", p("number")),
);

async function findChange({ db }: Pick<Deps, "db">, { organization_id, id }: SpaceKey, number: string) {
  if (!/^[1-9]\d{0,8}$/.test(number)) return undefined;
  const found = await changeByNumber.first(db.read, { organization_id, id, number: Number(number) });
  return found && { root: found.root, draft: { changeRequest: found.id } };
}

async function findRevision({ db }: Pick<Deps, "db">, space: SpaceKey, id: string) {
  const found = await readRevision(db.read, space, id);
  return found && { root: found.root, draft: { revision: id } };
}
