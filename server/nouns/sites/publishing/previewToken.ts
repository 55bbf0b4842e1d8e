/** The secret part of a preview's address: what it shows, to whom, until when. */
import { type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { Secrets } from "../../../ports/secrets.ts";

/** How long an address of a preview is good, in seconds. */
const GOOD_FOR = 3600;
/** Keeps these tokens from being taken for any other: part of the key and of the header. */
const PURPOSE = "site preview";
const TYPE = "lectern-preview+jwt";

export interface PreviewGrant {
  readonly site: string;
  /** The user who asked for it: it shows what they may see, for as long as they may. */
  readonly owner: string;
  /** The only variant whose drafts and revisions may be seen. */
  readonly siteSpace: string;
  /** The claims of the visitor that it is shown as; undefined: those of nobody. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
  /** The draft of the owner's that it looks as; undefined: it looks as the site does. */
  readonly look?: string | undefined;
}

/** A signed token for one site that is good for an hour. @param now milliseconds */
export function signPreview(secrets: Secrets, grant: PreviewGrant, now: number): Promise<string> {
  const { site, owner, siteSpace, claims, look } = grant;
  const issuedAt = Math.floor(now / 1000);
  // What is undefined is no part of the token.
  return new SignJWT({ siteSpace, claims, look })
    .setProtectedHeader({ alg: "HS256", typ: TYPE })
    .setAudience(site)
    .setSubject(owner)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + GOOD_FOR)
    .sign(secrets.deriveKeys(PURPOSE)[0]);
}

/** What a token allows on a site now; undefined when it is forged, too old, or another site's. */
export async function readPreview(
  secrets: Secrets,
  site: string,
  token: string,
  now: number,
): Promise<PreviewGrant | undefined> {
  for (const key of secrets.deriveKeys(PURPOSE)) {
    const payload = await payloadUnder(key, site, token, now);
    if (payload === undefined) continue;
    const { siteSpace, claims, look, sub: owner } = payload;
    if (typeof siteSpace !== "string" || owner === undefined) return undefined;
    return {
      site,
      owner,
      siteSpace,
      ...(isRecord(claims) ? { claims } : {}),
      ...(typeof look === "string" ? { look } : {}),
    };
  }
  return undefined;
}

async function payloadUnder(
  key: Uint8Array,
  site: string,
  token: string,
  now: number,
): Promise<JWTPayload | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ["HS256"],
      typ: TYPE,
      audience: site,
      currentDate: new Date(now),
      requiredClaims: ["exp", "sub"],
    });
    return payload;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
