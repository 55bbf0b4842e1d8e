/** How somebody shows that a hostname is theirs: by a text in its DNS. */
import type { HostnameStatus } from "../../../db/schema.ts";
import type { Deps } from "../../../deps.ts";

/** The record that proves a hostname for an organization. */
export interface HostnameProof {
  readonly type: "TXT";
  readonly name: string;
  readonly value: string;
}

const PURPOSE = "hostname proof";
const PREFIX = "lectern-proof=";
const LENGTH = 32;

/** The same for one organization and one hostname until the secret is another; nobody else's record proves it. */
export function proofOf(
  { secrets }: Pick<Deps, "secrets">,
  organization: string,
  hostname: string,
): HostnameProof {
  const signature = secrets.sign(PURPOSE, `${organization} ${hostname}`).slice(0, LENGTH);
  return { type: "TXT", name: `_lectern.${hostname}`, value: PREFIX + signature };
}

export const STATUSES = [
  "dns_passed",
  "dns_no_cname",
  "dns_wrong_cname",
  "internal_error",
] as const satisfies readonly HostnameStatus[];

/** Asks the DNS. A record that was made under a former secret proves as much. */
export async function checkProof(
  { dns, secrets }: Pick<Deps, "dns" | "secrets">,
  organization: string,
  hostname: string,
): Promise<HostnameStatus> {
  if (dns.isTrusting) return "dns_passed";
  const texts = await dns.txt(proofOf({ secrets }, organization, hostname).name);
  if (texts === undefined) return "internal_error";
  const proves = (text: string): boolean =>
    text.startsWith(PREFIX) &&
    secrets.verifyStart(PURPOSE, `${organization} ${hostname}`, text.slice(PREFIX.length), LENGTH);
  if (texts.some(proves)) return "dns_passed";
  return texts.length === 0 ? "dns_no_cname" : "dns_wrong_cname";
}
