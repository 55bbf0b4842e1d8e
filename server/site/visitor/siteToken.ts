/**
 * Tokens by which a renderer elsewhere reads what a site shows to one of its visitors. They are JWTs, since renderers look
 * into them, and nothing is believed because one says it: what it stands for is read of the site.
 */
import { contentHash } from "../../../engine/hash.ts";
import type { SiteVisibility } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { SiteAuth } from "../reading/publishedSite.ts";

/** What a token stands for. */
export interface SiteGrant {
  readonly organization: string;
  readonly site: string;
  readonly siteSpace: string;
  readonly siteSection?: string;
  readonly space: string;
  /** What it may read when it is made, as far as that fits; at each call it is what the site shows then. */
  readonly spaces: readonly string[];
  readonly audience: SiteVisibility;
  readonly shareKey?: string;
  /** Of a visitor who signed in: which key their claims were signed with. It ends with that key. */
  readonly signedBy?: string;
  /** What is known of the visitor, on a site that adapts to them. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

type Signing = Pick<Deps, "secrets" | "clock">;

/** Longest token, in characters: what a header may hold, and a visitor's claims take. */
const LONGEST_SITE_TOKEN = 12_000;
/** So long it is at most for the spaces that it names, since many proxies take no longer line than 8 KiB. */
const LONG_FOR_SPACES = 6000;
const PURPOSE = "site token";
/** The same for so long, since renderers have it in the keys of what they keep, and good for twice as long. Milliseconds. */
const SAME = 5 * 60_000;
const HEADER = encode({ alg: "HS256", typ: "JWT" });

/** Characters of the header, the signature and two points. */
const AROUND = HEADER.length + 45;

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/**
 * @param until when what the visitor came with ends, in milliseconds
 * @returns undefined where the visitor's claims are longer than a token may be
 */
export function mintSiteToken(
  { secrets, clock }: Signing,
  grant: SiteGrant,
  until = Infinity,
): string | undefined {
  const since = Math.floor(clock.now() / SAME) * SAME;
  const exp = Math.floor(Math.min(since + 2 * SAME, until) / 1000);
  const said = { kind: "site", ...grant, rateLimitMultiplier: 10, iat: since / 1000, exp };
  const signed = `${HEADER}.${encode({ ...said, spaces: spacesThatFit(grant, said) })}`;
  const token = `${signed}.${secrets.sign(PURPOSE, signed)}`;
  return token.length > LONGEST_SITE_TOKEN ? undefined : token;
}

/** The first of its spaces, and that of the address before them. Nobody of ours relies on them. */
function spacesThatFit({ space, spaces }: SiteGrant, said: object): string[] {
  const taken = Buffer.byteLength(JSON.stringify({ ...said, spaces: [] }));
  // Of four characters, three are its own.
  let left = ((LONG_FOR_SPACES - AROUND) * 3) / 4 - taken;
  return [space, ...spaces.filter((one) => one !== space)].filter((one, index) => {
    left -= one.length + 3;
    return index === 0 || left >= 0;
  });
}

/** What a token of ours stands for, and until when, in milliseconds; undefined for any other text. */
export function readSiteToken(
  { secrets }: Pick<Signing, "secrets">,
  token: string,
): { readonly grant: SiteGrant; readonly until: number } | undefined {
  if (token.length > LONGEST_SITE_TOKEN || !token.startsWith(`${HEADER}.`)) return undefined;
  const end = token.lastIndexOf(".");
  const signed = token.slice(0, end);
  if (end <= HEADER.length || !secrets.verify(PURPOSE, signed, token.slice(end + 1))) return undefined;
  const text = Buffer.from(signed.slice(HEADER.length + 1), "base64url").toString();
  const grant = JSON.parse(text) as SiteGrant & { readonly exp: number };
  return { grant, until: grant.exp * 1000 };
}

/** Names what signs a site's visitors, and tells nothing of it. */
export function nameOfKey({ sealed, integration }: SiteAuth): string {
  return contentHash(integration === undefined ? sealed : `${sealed} ${integration.installation}`);
}
