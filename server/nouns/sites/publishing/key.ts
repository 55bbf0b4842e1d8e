/** The key that signs a site's visitors: made here, encrypted at rest, opened where tokens are checked. */
import type { Secrets } from "../../../ports/secrets.ts";
import { randomBase62 } from "../../../ports/ids.ts";

/** About 256 bits. */
const LENGTH = 43;

const sealedAt = (site: string): string => `site_auth|sealed|${site}`;

/** A new key, encrypted for its row. */
export function newSealedKey(secrets: Secrets, site: string): string {
  return secrets.seal(randomBase62(LENGTH), sealedAt(site));
}

/** The key as people paste it into their backend. @throws SealBroken for a text that was not sealed for this site */
export function openKey(secrets: Secrets, site: string, sealed: string): string {
  return Buffer.from(secrets.open(sealed, sealedAt(site))).toString();
}
