import type { Deps } from "../../../deps.ts";
import { parseRison, RisonProblem } from "../../../../engine/claims/rison.ts";
import { invalidField } from "../../../http/errors.ts";
import { placeOfChangeRequest } from "../../change-requests/queries.ts";
import { placeOfRevision } from "../../revisions/queries.ts";
import { addressOf, type SiteSpaceRow } from "../site/present.ts";
import type { SiteThing } from "../site/queries.ts";
import { readStructure } from "../structure/queries.ts";
import { signPreview } from "./previewToken.ts";

/** How long claims of a preview may be, as JSON, in characters: they travel in its address. */
const LONGEST = 1500;

/** What a preview shows, and to whom. */
interface WantedPreview {
  readonly siteSpace?: string | undefined;
  readonly claims?: Claims | undefined;
  /** The draft of the caller's that it looks as. */
  readonly look?: string | undefined;
  /** The id of the change request whose content it shows. */
  readonly changeRequest?: string | undefined;
  /** The same of a revision. */
  readonly revision?: string | undefined;
}

type Claims = Readonly<Record<string, unknown>>;

/**
 * The address that shows a site to a visitor with some claims, published or not, and the variant that it begins with.
 * @throws 400 for a variant that the site lacks or the caller may not see, for a change request or a revision of none of
 *   those or for both, and for claims that are too long
 */
export async function previewOf(
  deps: Deps,
  { site, member }: SiteThing,
  { siteSpace, claims, look, changeRequest, revision }: WantedPreview,
): Promise<{ readonly address: string; readonly place: SiteSpaceRow }> {
  if (claims !== undefined && JSON.stringify(claims).length > LONGEST)
    throw invalidField("/claims", `is too long: as JSON it may have ${LONGEST} characters.`);
  const { siteSpaces } = await readStructure(deps, site, { member });
  if (changeRequest !== undefined && revision !== undefined)
    throw invalidField("/revision", "can't come with `changeRequest`: a site shows one of them.");
  const draft =
    changeRequest !== undefined
      ? await proposedIn(deps, site, siteSpaces, changeRequest)
      : revision !== undefined
        ? await revisedIn(deps, site, siteSpaces, revision)
        : undefined;
  const place = chosen(draft?.among ?? siteSpaces, siteSpace);
  const grant = { site: site.id, owner: member.userId, siteSpace: place.id, claims, look };
  const token = await signPreview(deps.secrets, grant, deps.clock.now());
  // It stands alone there: it has no variants to lead to.
  const below = draft?.below ?? place.below;
  return { address: `${addressOf(site, deps.addresses)}~/preview/${token}/${below}`, place };
}

/** What is shown instead of the published content. */
interface ShownDraft {
  /** Its address below the preview's. */
  readonly below: string;
  /** Where its space stands on the site. */
  readonly among: readonly SiteSpaceRow[];
}

/** @throws 400 where the site has not the change request's space */
async function proposedIn(
  { db }: Pick<Deps, "db">,
  { organization_id }: SiteThing["site"],
  siteSpaces: readonly SiteSpaceRow[],
  id: string,
): Promise<ShownDraft> {
  const request = await placeOfChangeRequest(db.read, organization_id, id);
  const among = siteSpaces.filter(({ space }) => space.id === request?.space_id);
  if (request !== undefined && among.length > 0) return { below: `~/changes/${request.number}/`, among };
  throw invalidField(
    "/changeRequest",
    "is no change request of a space that this site shows, or you have no access to its space: name one by its id.",
  );
}

/** @throws 400 where the site has not the revision's space */
async function revisedIn(
  { db }: Pick<Deps, "db">,
  { organization_id }: SiteThing["site"],
  siteSpaces: readonly SiteSpaceRow[],
  id: string,
): Promise<ShownDraft> {
  const of = await placeOfRevision(db.read, organization_id, id);
  const among = siteSpaces.filter(({ space }) => space.id === of);
  if (among.length > 0) return { below: `~/revisions/${id}/`, among };
  throw invalidField(
    "/revision",
    "is no revision of a space that this site shows, or you have no access to its space: name one by its id.",
  );
}

function chosen(siteSpaces: readonly SiteSpaceRow[], id: string | undefined): SiteSpaceRow {
  const found =
    id === undefined
      ? (siteSpaces.find(({ below }) => below === "") ?? siteSpaces[0])
      : siteSpaces.find((each) => each.id === id);
  if (found !== undefined) return found;
  throw invalidField("/siteSpace", "is not a site-space of this site, or you have no access to its space.");
}

/** Claims as they stand in an address. @throws 400 for what is no Rison, or no object */
export function readClaims(text: string): Claims {
  try {
    const value = parseRison(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw invalidField("/claims", "is not an object: write (name:value), with the names of claims.");
    }
    return value as Claims;
  } catch (error) {
    if (!(error instanceof RisonProblem)) throw error;
    throw invalidField(
      "/claims",
      `is not Rison, as in (plan:pro,beta:!t). ${error.message} (at ${error.at})`,
    );
  }
}
