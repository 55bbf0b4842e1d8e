/** Where integrations answer themselves: what they send is a stranger's, and is on no origin of ours. */
import { createHash } from "node:crypto";
import type { Addresses } from "../../deps.ts";

/** What a setting has in the place of each one's own host. */
const EACH = "*";

interface AnsweringOrigin {
  readonly origin: string;
  /** Whether nobody else answers there, so that a browser may keep there what it is told to. */
  readonly isOwn: boolean;
}

/**
 * The origin at which one answers. Where there is none for integrations it is that of sites, and what is sent there has
 * to be sandboxed.
 * @param of the id of an installation, or of an integration for itself
 */
export function answeringOrigin(
  { integrations, sites }: Pick<Addresses, "integrations" | "sites">,
  of: string,
): AnsweringOrigin {
  if (integrations === undefined) return { origin: sites, isOwn: false };
  if (!integrations.includes(EACH)) return { origin: integrations, isOwn: false };
  return { origin: integrations.replace(EACH, labelOf(of)), isOwn: true };
}

/** Ids tell capitals apart, and hosts don't. */
function labelOf(id: string): string {
  return createHash("sha256").update(id).digest("hex").slice(0, 24);
}

/** What has an address at which its integration answers. */
export interface AnsweringPlace {
  /** The integration's id. */
  readonly integration: string;
  readonly installation?: string | undefined;
  readonly space?: string | undefined;
  readonly site?: string | undefined;
}

/** The address at which an integration answers for itself, for an installation, or for that on a space or a site. */
export function endpointOf(
  addresses: Pick<Addresses, "integrations" | "sites">,
  { integration, installation, space, site }: AnsweringPlace,
): string {
  const { origin } = answeringOrigin(addresses, installation ?? integration);
  const parts = [
    integration,
    ...(installation === undefined ? [] : ["installations", installation]),
    ...(space === undefined ? [] : ["spaces", space]),
    ...(site === undefined ? [] : ["sites", site]),
  ];
  return `${origin}/~/integrations/${parts.join("/")}/endpoint`;
}
