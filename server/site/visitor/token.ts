/** Tokens that the owners of sites sign for their visitors. */
import { hash } from "node:crypto";
import { errors, type JWTPayload, jwtVerify } from "jose";
import { openKept } from "../../memory/kept.ts";

/** What a token is worth. `reason` is a sentence for the site's owner and gives nothing of the token away. */
export type Verdict =
  | { readonly ok: true; readonly claims: Readonly<Record<string, unknown>>; readonly expiresAt: number }
  | { readonly ok: false; readonly reason: string };

/** Characters of a token. */
const LONGEST_TOKEN = 8192;
/** How far the clocks of a site and of its backend may be apart, in seconds. */
const SKEW = 60;
/** How long a token counts that does not say it, in seconds. */
const WEEK = 7 * 24 * 3600;

const refused = (reason: string): Verdict => ({ ok: false, reason });

/**
 * What tokens say whose signature was found good, by the hash of key and token: a visitor sends the same one with every
 * request. Their times are looked at each time.
 */
const SIGNED = openKept<JWTPayload>("visitor_tokens", { bytesOf: 500 });

/**
 * Checks a visitor's token. Nothing in its header chooses a key or an algorithm: it is HS256 under the site's key, or
 * it is refused. Without `exp` it counts a week from its `iat`; without either a week from now.
 * @param key the site's; undefined: it has none
 * @param now milliseconds
 */
export async function verifyToken(token: string, key: string | undefined, now: number): Promise<Verdict> {
  if (token.length > LONGEST_TOKEN) return refused(`The token is longer than ${LONGEST_TOKEN} characters.`);
  if (!FORM.test(token)) return refused(NO_TOKEN);
  if (key === undefined || key === "") return refused("The site has no key for its visitors.");
  const name = hash("sha256", `${key}\n${token}`, "base64url");
  const known = SIGNED.get(name);
  // What does not count yet, or no more, is told why below.
  const still = known && { claims: known, expiresAt: expiryOf(known, now) };
  if (still !== undefined && now < countsUntil(still) && !isEarly(still.claims, now))
    return { ok: true, ...still };
  try {
    const { payload, protectedHeader } = await jwtVerify(token, new TextEncoder().encode(key), {
      algorithms: ["HS256"],
      clockTolerance: SKEW,
      currentDate: new Date(now),
    });
    const { typ } = protectedHeader;
    if (typ !== undefined && typ.toUpperCase() !== "JWT") return refused("The token is of another type.");
    if (payload.iat !== undefined && typeof payload.iat !== "number") return refused(INVALID_TIME);
    if (isEarly(payload, now)) return refused(TOO_EARLY);
    const expiresAt = expiryOf(payload, now);
    if (now >= countsUntil({ expiresAt })) return refused("The token has expired.");
    SIGNED.set(name, payload, token.length * 2);
    return { ok: true, claims: payload, expiresAt };
  } catch (error) {
    return refused(reasonOf(error));
  }
}

/** From when on a token that counts now does not count any more, in milliseconds. */
export function countsUntil({ expiresAt }: { readonly expiresAt: number }): number {
  return expiresAt + SKEW * 1000;
}

/** Milliseconds. */
function expiryOf({ exp, iat }: JWTPayload, now: number): number {
  return exp === undefined ? (iat === undefined ? now : iat * 1000) + WEEK * 1000 : exp * 1000;
}

/** One that will have been made later would count for longer than others. */
function isEarly({ nbf = 0, iat = 0 }: JWTPayload, now: number): boolean {
  return Math.max(nbf, iat) > Math.floor(now / 1000) + SKEW;
}

const NO_TOKEN = "The token is not a signed JWT.";
/** Decoders forgive more; what is kept in a cookie may have nothing but this. */
const FORM = /^[\w-]+\.[\w-]+\.[\w-]*$/;
const TOO_EARLY = "The token is not valid yet.";
const INVALID_TIME = "The token has a time that is no number.";

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWSSignatureVerificationFailed) return "The token signature is invalid.";
  if (error instanceof errors.JWTExpired) return "The token has expired.";
  if (error instanceof errors.JOSEAlgNotAllowed) return "The token is not signed with HS256.";
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.claim === "nbf" && error.reason === "check_failed" ? TOO_EARLY : INVALID_TIME;
  }
  return NO_TOKEN;
}
