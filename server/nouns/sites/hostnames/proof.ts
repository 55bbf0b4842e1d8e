/** How somebody shows that a hostname is theirs: by a text in its DNS. */
import type { Deps } from "../../../deps.ts";

/** The record that proves a hostname for an organization. */
export interface Proof {
  readonly type: "TXT";
  readonly name: string;
  readonly value: string;
}

/** Always the same for one organization and one hostname; nobody else's record proves it. */
export function proofOf({ secrets }: Pick<Deps, "secrets">, organization: string, hostname: string): Proof {
  const signature = secrets.sign("hostname proof", `${organization} ${hostname}`).slice(0, 32);
  return { type: "TXT", name: `_lectern.${hostname}`, value: `lectern-proof=${signature}` };
}

export const STATUSES = ["dns_passed", "dns_no_cname", "dns_wrong_cname", "internal_error"] as const;
export type Status = (typeof STATUSES)[number];

/** Asks the DNS. */
export async function checkProof({ dns }: Pick<Deps, "dns">, proof: Proof): Promise<Status> {
  if (dns.isTrusting) return "dns_passed";
  const texts = await dns.txt(proof.name);
  if (texts === undefined) return "internal_error";
  if (texts.includes(proof.value)) return "dns_passed";
  return texts.length === 0 ? "dns_no_cname" : "dns_wrong_cname";
}
