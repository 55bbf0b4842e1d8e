/** The way into a site: who may read it, and what they get who may not. */
import type { IncomingHttpHeaders } from "node:http";
import type { Deps } from "../../deps.ts";
import { networkOf, requireRoom } from "../../http/rateLimit.ts";
import { openRateLimit, type RateLimit } from "../../turns/limits.ts";
import { Beside } from "../../memory/beside.ts";
import { isShareKey } from "../../nouns/sites/site/shareKey.ts";
import { doorOf, loginAddress, loginByIntegration, safeLocation } from "../visitor/login.ts";
import { type CookiePlace, forgetVisitor } from "../visitor/cookies.ts";
import { renderNotice } from "../../../design/notice.ts";
import type { NoticeView } from "../../../design/notice.ts";
import { localeWanted, wordsFor } from "../../../design/words.ts";
import { htmlAnswer, redirectAnswer, type SiteAnswer } from "../../pages/answer.ts";
import type { Assets } from "../../pages/assets.ts";
import { asksForPreview, readPreviewed } from "../visitor/preview.ts";
import type { Look } from "../reading/look.ts";
import type { PublishedSite } from "../reading/publishedSite.ts";
import { mayBeShareKey } from "../visitor/shareLink.ts";
import type { Visitor } from "../reading/visitor.ts";

/** Somebody before a site. */
interface Entering {
  readonly published: PublishedSite;
  readonly visitor: Visitor;
  /** The site's path prefix, with both slashes, and where its cookies are kept. */
  readonly place: CookiePlace;
  /** The decoded segments after the prefix. */
  readonly rest: readonly string[];
  readonly endsWithSlash: boolean;
  readonly query: URLSearchParams;
  /** For what is kept for nobody. */
  readonly headers: IncomingHttpHeaders;
  /** Where they come from. */
  readonly ip: string;
  /** Why the token that they sent counts for nothing. */
  readonly refused?: string | undefined;
}

/** Somebody inside. */
export interface Entrant {
  readonly kind: "entered";
  readonly published: PublishedSite;
  readonly visitor: Visitor;
  readonly rest: readonly string[];
  /** What the address has between the site's prefix and the rest, with a slash at its end; nothing usually. */
  readonly inside: string;
  /** What opened it: `key` and `preview` stand in the address and are secrets, `token` in a cookie. */
  readonly by: "nothing" | "key" | "preview" | "token";
}

interface Outside {
  readonly kind: "outside";
  readonly answer: SiteAnswer;
}

/** Logins a minute of one network on one site that an integration is asked for: each runs its script. */
const LOGINS_A_MINUTE = 60;
const logins = new Beside<RateLimit, Deps["scripts"]>();

type Doorkeeper = Deps & { readonly assets: Assets };

const outside = (answer: SiteAnswer): Outside => ({ kind: "outside", answer });

/** Lets somebody into a site, or says what they get instead. */
export async function enter(keeper: Doorkeeper, entering: Entering): Promise<Entrant | Outside> {
  const { published, visitor, rest } = entering;
  const { site, look } = published;
  if (asksForPreview(rest)) {
    const previewed = await readPreviewed(keeper, published, rest);
    if (previewed !== undefined) return { kind: "entered", by: "preview", ...previewed };
    return outside(notice(keeper.assets, { kind: "no-page", look }));
  }
  if (site.published === 0) return outside(notice(keeper.assets, { kind: "unpublished", look }));
  const door = doorOf(rest);
  if (door !== undefined)
    return outside(door === "login" ? await logIn(keeper, entering) : logOut(keeper, entering));
  const key = await shareKeyOf(keeper, entering);
  if (key !== undefined && site.visibility === "share-link") {
    return { kind: "entered", by: "key", published, visitor, rest: rest.slice(1), inside: `${key}/` };
  }
  if (site.visibility === "share-link")
    return outside(notice(keeper.assets, { kind: "share-link", status: 403, look }));
  if (site.visibility === "visitor-auth") {
    if (!visitor.isSignedIn) return outside(signIn(keeper, entering));
    return { kind: "entered", by: "token", published, visitor, rest, inside: "" };
  }
  // Who still has the secret address of a site that is open now is led to its own.
  if (key !== undefined) return outside(secret(redirectAnswer(pathOf(entering, rest.slice(1)), 307)));
  return { kind: "entered", by: "nothing", published, visitor, rest, inside: "" };
}

async function shareKeyOf({ db }: Doorkeeper, { published, rest }: Entering): Promise<string | undefined> {
  const { site } = published;
  const [key] = rest;
  if (key === undefined || site.visibility === "visitor-auth" || !mayBeShareKey(key)) return undefined;
  return (await isShareKey(db.read, site, key)) ? key : undefined;
}

/** The path of a request as its site writes it. */
export function pathOf(
  { place, endsWithSlash }: Pick<Entering, "place" | "endsWithSlash">,
  rest: readonly string[],
): string {
  return place.base + below(endsWithSlash, rest);
}

function below(endsWithSlash: boolean, rest: readonly string[]): string {
  if (rest.length === 0) return "";
  return rest.map(encodeURIComponent).join("/") + (endsWithSlash ? "/" : "");
}

/** For those who have to sign in first. Scripts of pages are told so; everybody else is sent to the login. */
function signIn(keeper: Doorkeeper, entering: Entering): SiteAnswer {
  const { published, place, rest, endsWithSlash, refused } = entering;
  const login = loginAddress(published, `/${below(endsWithSlash, rest)}`, place.base);
  if (refused !== undefined) return tokenRefused(keeper, entering, refused, 401);
  const isForScripts = rest[0] === "~" || rest[0]?.toLowerCase() === "~gitbook";
  if (login === undefined || isForScripts) return mustSignIn(keeper, entering, 403);
  return secret(redirectAnswer(login, 303));
}

/** @throws 429 for who asks an integration too often */
async function logIn(keeper: Doorkeeper, entering: Entering): Promise<SiteAnswer> {
  const { published, query, place, headers, ip } = entering;
  const path = safeLocation(query.get("location"));
  const asksIntegration = published.auth?.integration !== undefined;
  // A picture of a page elsewhere runs no script of ours.
  if (asksIntegration && !isOpened(headers)) return mustSignIn(keeper, entering, 403);
  if (asksIntegration) {
    const limit = logins.make(keeper.scripts, () => openRateLimit(LOGINS_A_MINUTE));
    requireRoom(limit, `${networkOf(ip)} ${published.site.id}`, keeper.clock.now());
  }
  const login = asksIntegration
    ? await loginByIntegration(keeper, published, path)
    : loginAddress(published, path, place.base);
  return login === undefined ? mustSignIn(keeper, entering, 403) : secret(redirectAnswer(login, 303));
}

/** Ends the visitor's session on this site, and on no other; the backend's own is none of ours. */
function logOut(keeper: Doorkeeper, entering: Entering): SiteAnswer {
  const { published, place, headers } = entering;
  if (!isOpened(headers))
    return notice(keeper.assets, { kind: "no-page", status: 403, look: published.look });
  const needsToken = published.site.visibility === "visitor-auth";
  // At the site itself they would be signed in again before they see it.
  const answer = needsToken ? mustSignIn(keeper, entering, 200) : redirectAnswer(place.base, 303);
  return { ...answer, cache: "never", headers: { ...answer.headers, "set-cookie": forgetVisitor(place) } };
}

/**
 * Whether somebody goes to an address: a picture, a frame or a prefetch of a page, ours or another's, asks for it
 * without them. Browsers say so; whoever doesn't is taken at their word.
 */
function isOpened({
  "sec-fetch-dest": dest = "document",
  "sec-purpose": purpose,
}: IncomingHttpHeaders): boolean {
  return dest === "document" && purpose === undefined;
}

/** The way to the login, or what to do where there is none. */
function mustSignIn(
  { assets }: Doorkeeper,
  { published: { auth, look }, place: { base } }: Entering,
  status: 200 | 403,
): SiteAnswer {
  const hasLogin = auth?.fallbackUrl !== undefined || auth?.integration !== undefined;
  const login = hasLogin ? `${base}~/auth/login` : undefined;
  return notice(assets, { kind: login === undefined ? "no-login" : "sign-in", status, login, look });
}

/** Tells why a token counts for nothing. */
export function tokenRefused(
  { assets }: Pick<Doorkeeper, "assets">,
  { published: { look }, place }: Pick<Entering, "published" | "place">,
  reason: string,
  status: 401 | 403,
): SiteAnswer {
  const answer = notice(assets, { kind: "token", status, reason, login: `${place.base}~/auth/login`, look });
  const challenge = status === 401 ? { "www-authenticate": 'Bearer error="invalid_token"' } : {};
  return secret({ ...answer, headers: { ...answer.headers, ...challenge } });
}

/** Keeps the address to itself: where it leads from, nobody is told. */
function secret(answer: SiteAnswer): SiteAnswer {
  return { ...answer, headers: { ...answer.headers, "referrer-policy": "no-referrer" } };
}

/** For those who stand before no site at all, in their own language: there is no other to go by. */
export function noSite(assets: Assets, { "accept-language": wanted }: IncomingHttpHeaders): SiteAnswer {
  return notice(assets, { kind: "unknown-site", locale: localeWanted(wanted) });
}

interface Notice {
  readonly kind: NoticeView["kind"];
  /** 404 unless said. */
  readonly status?: number;
  readonly reason?: string;
  /** Where to sign in. */
  readonly login?: string | undefined;
  /** Of the site before which somebody stands; its colours and its language give nothing away. */
  readonly look?: Look;
  /** Where there is no site; English unless said. */
  readonly locale?: string;
}

/** A page that stands alone. */
export function notice(assets: Assets, asked: Notice): SiteAnswer {
  const { kind, status = 404, reason, login, look } = asked;
  const locale = look?.locale ?? asked.locale ?? "en";
  const view = { kind, assets: assets.hrefs(look?.sheet), locale };
  const action = login === undefined ? {} : { action: { title: wordsFor(locale).signIn, href: login } };
  const text = renderNotice({ ...view, ...(reason === undefined ? {} : { reason }), ...action });
  return { ...htmlAnswer(text, [], status), cache: "never" };
}
