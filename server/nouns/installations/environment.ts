/** What a script is told beside the event that it runs for. */
import { mintRunToken } from "../../access/runToken.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { openIntegrationSecrets } from "../integrations/commands.ts";
import { presentIntegration } from "../integrations/present.ts";
import { withOwners } from "../integrations/queries.ts";
import { findContentInstallation, type Kind } from "./contentQueries.ts";
import { presentContentInstallation, presentInstallation } from "./present.ts";
import { findInstallation, type InstallationKey } from "./queries.ts";

/** For whom a script runs; without an installation it runs for the integration alone. */
export interface RunPlace {
  readonly installation: InstallationKey | undefined;
  readonly space?: string | undefined;
  readonly site?: string | undefined;
  /** Of what follows from what the script writes. */
  readonly depth: number;
}

export type Environment = Awaited<ReturnType<typeof environmentOf>>;

export async function environmentOf(deps: Deps, row: Row<"integrations">, place: RunPlace) {
  const [integration] = await withOwners(deps, undefined, [row]);
  const key = place.installation;
  const installation = key && (await findInstallation(deps.db.read, key, undefined));
  const token = mintRunToken(deps, {
    integration: row.id,
    depth: place.depth,
    ...(key && { installation: { organization: key.organization_id, id: key.id } }),
  });
  return {
    integration: integration && presentIntegration(integration, deps.addresses),
    ...(installation && { installation: presentInstallation(installation, deps) }),
    ...(key && (await contentOf(deps, key, place))),
    apiEndpoint: deps.addresses.app,
    // For an installation there is none of the integration as a whole: it reaches no other.
    apiTokens: { integration: token, ...(key && { installation: token }) },
    authToken: token,
    secrets: openIntegrationSecrets(deps.secrets, row),
    // The former name of the first of these.
    signingSecret: signingSecret(deps.secrets, [row.id]),
    signingSecrets: signingSecrets(deps, row, place),
  };
}

/** What of it nobody but the script may know. */
export function secretsOf({ secrets, signingSecrets, apiTokens, authToken }: Environment) {
  return { secrets, signingSecrets, apiTokens, authToken };
}

/** The installation on the space or the site that the event is about, where there is one. */
async function contentOf(deps: Deps, key: InstallationKey, place: RunPlace) {
  const find = async (kind: Kind, id: string | undefined) => {
    const found = id && (await findContentInstallation(deps.db.read, kind, key, id));
    return found ? { [`${kind}Installation`]: presentContentInstallation(found, deps) } : {};
  };
  return { ...(await find("space", place.space)), ...(await find("site", place.site)) };
}

/** @param of ids of an integration, of its installation, and of the place of that */
export function signingSecret(secrets: Deps["secrets"], of: readonly string[]): string {
  return secrets.sign("integration-signing", of.join(" "));
}

/** By which a script and whoever calls it can know each other: each holds for its place alone, and tells no other. */
function signingSecrets({ secrets }: Pick<Deps, "secrets">, row: Row<"integrations">, place: RunPlace) {
  const secretOf = (...of: string[]): string => signingSecret(secrets, [row.id, ...of]);
  const { installation, space, site } = place;
  if (installation === undefined) return { integration: secretOf() };
  return {
    integration: secretOf(),
    installation: secretOf(installation.id),
    ...(space !== undefined && { spaceInstallation: secretOf(installation.id, "space", space) }),
    ...(site !== undefined && { siteInstallation: secretOf(installation.id, "site", site) }),
  };
}
