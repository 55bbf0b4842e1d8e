/** From what a request says of its reader to a visitor: the one place where that is decided. */
import { Beside } from "../../memory/beside.ts";
import { admittedClaims } from "../../../engine/claims/claimSchema.ts";
import {
  type UnsignedClaims,
  claimsOfQuery,
  claimsOfText,
  LONGEST_CLAIMS,
  mergeClaims,
} from "../../../engine/claims/unsigned.ts";
import type { Deps } from "../../deps.ts";
import { signingSecret } from "../../nouns/installations/environment.ts";
import { openKey } from "../../nouns/sites/publishing/key.ts";
import { redirectAnswer, type SiteAnswer } from "../../pages/answer.ts";
import type { PublishedSite, SiteAuth } from "../reading/publishedSite.ts";
import { ANYBODY, type Visitor } from "../reading/visitor.ts";
import {
  type CookiePlace,
  keepPublicClaims,
  keepToken,
  ownPublicClaims,
  publicClaimsFor,
  tokensFor,
} from "./cookies.ts";
import { cleanQuery, type Credentials, tokenOf } from "./credentials.ts";
import { countsUntil, type Verdict, verifyToken } from "./token.ts";

/** A request at the door of a site. */
interface Arrival {
  readonly published: PublishedSite;
  readonly credentials: Credentials;
  /** Where its cookies are kept. */
  readonly place: CookiePlace;
  /** The path that was asked for, as the site writes it. */
  readonly path: string;
}

/** Somebody at the door. */
type Admission =
  | {
      readonly kind: "visitor";
      readonly visitor: Visitor;
      /** Until when what they signed in with counts, in milliseconds; undefined for those who didn't. */
      readonly signedUntil?: number;
      /** Why the token that they sent counts for nothing, where they sent one. */
      readonly refused?: string;
      /**
       * Until when the same cookies give the same visitor while the site is as it is, in milliseconds of the clock, and
       * not before now. undefined: that is not known, and they have to be looked at each time.
       */
      readonly until?: number;
    }
  /** What they are sent instead of a page: to the address without what it says of them. */
  | { readonly kind: "redirect"; readonly answer: SiteAnswer }
  /** The address carries a token that counts for nothing. */
  | { readonly kind: "refused"; readonly reason: string };

/** A token that counts, with what it says. */
type SignedToken = Extract<Verdict, { ok: true }> & { readonly token: string };

/** Longest token that browsers keep as a cookie, in characters. */
const LONGEST_KEPT = 3800;
const SHORTEST_KEPT_SECONDS = 60;

/** Says who reads, or moves what an address says of its reader into cookies. */
export async function admit(deps: Deps, arrival: Arrival): Promise<Admission> {
  const { published, credentials } = arrival;
  // Nobody can read it: what readers say of themselves is not even looked at.
  if (published.site.published === 0) return { kind: "visitor", visitor: ANYBODY };
  const moved = credentials.query && (await moveIntoCookies(deps, arrival, credentials.query));
  if (moved !== undefined) return moved;
  const { bearer } = credentials;
  const tokens = tokensFor(credentials.cookies, arrival.place.base);
  let refused: string | undefined;
  let signed: SignedToken | undefined;
  for (const token of bearer === undefined ? tokens : [bearer, ...tokens]) {
    const verdict = await check(deps, published, token);
    if (verdict.ok) {
      signed = { ...verdict, token };
      break;
    }
    if (token === bearer) refused = verdict.reason;
  }
  const visitor = visitorWith(published, signed?.claims, unsignedClaims(arrival));
  if (signed === undefined && refused !== undefined) return { kind: "visitor", visitor, refused };
  const signedUntil = signed && countsUntil(signed);
  return {
    kind: "visitor",
    visitor,
    ...(signedUntil === undefined ? {} : { signedUntil }),
    ...lasting(tokens, bearer, signed),
  };
}

/** A token that counts for nothing may count later, and come before the one that counts now: then nothing is certain. */
function lasting(tokens: readonly string[], bearer: string | undefined, signed: SignedToken | undefined) {
  if (bearer !== undefined) return {};
  if (signed === undefined) return tokens.length === 0 ? { until: Infinity } : {};
  return signed.token === tokens[0] ? { until: countsUntil(signed) } : {};
}

/** A visitor with claims as the site's conditions may see them. */
function visitorWith(
  { site, claimsSchema }: PublishedSite,
  signed: UnsignedClaims | undefined,
  unsigned: UnsignedClaims,
): Visitor {
  const isSignedIn = signed !== undefined;
  if (site.adaptive_content === 0) return { isSignedIn, claims: ANYBODY.claims };
  // What a token calls "unsigned" is signed all the same, and would hide who says it.
  const claims = { ...signed, unsigned };
  if (claimsSchema === undefined) return { isSignedIn, claims };
  return { isSignedIn, claims: { unsigned: {}, ...admittedClaims(claimsSchema, claims) } };
}

function unsignedClaims({ published, credentials, place }: Arrival): UnsignedClaims {
  if (published.site.adaptive_content === 0) return {};
  const texts = publicClaimsFor(credentials.cookies, place.base);
  return texts.reduce<UnsignedClaims>((claims, text) => mergeClaims(claims, claimsOfText(text)), {});
}

/** undefined: the query says nothing that this site listens to. */
async function moveIntoCookies(
  deps: Deps,
  { published, credentials, place, path }: Arrival,
  query: URLSearchParams,
): Promise<Admission | undefined> {
  const token = tokenOf(query);
  const isAdaptive = published.site.adaptive_content === 1;
  const claims = isAdaptive ? claimsOfQuery(query) : {};
  const cookies: string[] = [];
  if (token !== undefined) {
    const verdict = await checkKept(deps, published, token);
    if (!verdict.ok) return { kind: "refused", reason: verdict.reason };
    const seconds = (verdict.expiresAt - deps.clock.now()) / 1000;
    cookies.push(keepToken(place, token, Math.max(seconds, SHORTEST_KEPT_SECONDS)));
  }
  if (isAdaptive && [...query.keys()].some((name) => name.startsWith("visitor."))) {
    const own = claimsOfText(ownPublicClaims(credentials.cookies, place.base) ?? "{}");
    const merged = mergeClaims(own, claims);
    // What is more than a cookie holds is not listened to.
    const isSmall = encodeURIComponent(JSON.stringify(merged)).length <= LONGEST_CLAIMS;
    cookies.push(keepPublicClaims(place, isSmall ? merged : own));
  }
  if (cookies.length === 0) return undefined;
  const answer = redirectAnswer(path + cleanQuery(query), 303);
  return {
    kind: "redirect",
    answer: { ...answer, headers: { ...answer.headers, ...SECRET, "set-cookie": cookies } },
  };
}

/** Answers to addresses that carry a token tell nobody about them. */
const SECRET = { "referrer-policy": "no-referrer" } as const;

async function checkKept(deps: Deps, published: PublishedSite, token: string): Promise<Verdict> {
  const verdict = await check(deps, published, token);
  if (!verdict.ok || token.length <= LONGEST_KEPT) return verdict;
  const reason = `The token is longer than ${LONGEST_KEPT} characters, which is more than browsers keep.`;
  return { ok: false, reason };
}

async function check(deps: Deps, { site, auth }: PublishedSite, token: string): Promise<Verdict> {
  const now = deps.clock.now();
  const { integration, installation } = auth?.integration ?? {};
  if (integration !== undefined && installation !== undefined) {
    const secret = signingSecret(deps.secrets, [integration, installation, "site", site.id]);
    const verdict = await verifyToken(token, secret, now);
    if (verdict.ok) return verdict;
  }
  return verifyToken(token, auth && keyOf(deps, site.id, auth), now);
}

/** Keys as they were opened, for as long as their site is as it was read: every request of a visitor needs one. */
const OPENED = new Beside<string, SiteAuth>();

/** A key that can't be opened signs nobody in, and closes nothing to those who need none. */
function keyOf({ secrets, log }: Deps, site: string, auth: SiteAuth): string | undefined {
  try {
    return OPENED.make(auth, () => openKey(secrets, site, auth.sealed));
  } catch (error) {
    log.error({ err: error, site }, "the key of a site's visitors can't be opened");
    return undefined;
  }
}
