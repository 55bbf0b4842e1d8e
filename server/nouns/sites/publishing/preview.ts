import type { Deps } from "../../../deps.ts";
import { parseRison, RisonProblem } from "../../../../engine/claims/rison.ts";
import { invalidField } from "../../../http/errors.ts";
import { addressOf, type SiteSpaceRow } from "../site/present.ts";
import type { SiteThing } from "../site/queries.ts";
import { readStructure } from "../structure/queries.ts";
import { signPreview } from "./previewToken.ts";

/** How long claims of a preview may be, as JSON, in characters: they travel in its address. */
const LONGEST = 1500;

/**
 * The address that shows a site to a visitor with some claims, published or not.
 * @throws 400 for a variant that the site lacks or the caller may not see, and for claims that are none
 */
export async function previewAddress(
  deps: Deps,
  { site, member }: SiteThing,
  asked: { readonly siteSpace?: string | undefined; readonly claims?: string | undefined },
): Promise<string> {
  const { siteSpaces } = await readStructure(deps, site, { member });
  const shown = chosen(siteSpaces, asked.siteSpace);
  const claims = asked.claims === undefined ? undefined : readClaims(asked.claims);
  const grant = { site: site.id, owner: member.userId, siteSpace: shown.id, claims };
  const token = await signPreview(deps.secrets, grant, deps.clock.now());
  return `${addressOf(site, deps.addresses)}~/preview/${token}/${shown.below}`;
}

function chosen(siteSpaces: readonly SiteSpaceRow[], id: string | undefined): SiteSpaceRow {
  const found =
    id === undefined
      ? (siteSpaces.find(({ below }) => below === "") ?? siteSpaces[0])
      : siteSpaces.find((each) => each.id === id);
  if (found !== undefined) return found;
  throw invalidField("/siteSpace", "is not a site-space of this site, or you have no access to its space.");
}

function readClaims(text: string): Readonly<Record<string, unknown>> {
  try {
    const value = parseRison(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw invalidField("/claims", "is not an object: write (name:value), with the names of claims.");
    }
    if (JSON.stringify(value).length > LONGEST) {
      throw invalidField("/claims", `is too long: as JSON it may have ${LONGEST} characters.`);
    }
    return value as Readonly<Record<string, unknown>>;
  } catch (error) {
    if (!(error instanceof RisonProblem)) throw error;
    throw invalidField(
      "/claims",
      `is not Rison, as in (plan:pro,beta:!t). ${error.message} (at ${error.at})`,
    );
  }
}
