import type { Secrets } from "../../ports/secrets.ts";

/** How long a token about a member is good, in seconds. */
const GOOD_FOR = 7 * 24 * 3600;
/** Keeps these tokens from being taken for any other: part of the key and of the header. */
const PURPOSE = "member claims";

interface ClaimsInput {
  readonly issuer: string;
  readonly organization: string;
  readonly user: string;
  readonly role: string | null;
  /** Milliseconds. */
  readonly now: number;
}

/** A signed token (JWT, HS256) that says to one organization who a member of it is. */
export function signMemberClaims(secrets: Secrets, input: ClaimsInput): string {
  const issuedAt = Math.floor(input.now / 1000);
  const header = encode({ alg: "HS256", typ: "lectern-member+jwt" });
  const payload = encode({
    iss: input.issuer,
    aud: input.organization,
    sub: input.user,
    iat: issuedAt,
    exp: issuedAt + GOOD_FOR,
    organization: { id: input.organization, role: input.role },
  });
  return `${header}.${payload}.${secrets.sign(PURPOSE, `${header}.${payload}`)}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
