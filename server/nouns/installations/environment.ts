/** What a script is told beside the event that it runs for. */
import { mintRunToken } from "../../access/runToken.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { ConfigurationLevel } from "../integrations/configuration.ts";
import { openIntegrationSecrets } from "../integrations/commands.ts";
import { presentIntegration } from "../integrations/present.ts";
import { withOwners } from "../integrations/queries.ts";
import { findPlaceOf, type Kind } from "./contentQueries.ts";
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
    ...(await contentOf(deps, key, place)),
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
export function secretsOf(environment: Environment) {
  const { secrets, signingSecrets, apiTokens, authToken } = environment;
  return { secrets, signingSecrets, apiTokens, authToken, given: givenSecrets(environment) };
}

/** What published runtimes keep of a login in a configuration. */
const CREDENTIALS = "oauth_credentials";

/** What other services gave for an installation, for which somebody pressed a button. */
function givenSecrets(environment: Environment): unknown[] {
  const { integration, installation, spaceInstallation, siteInstallation } = environment;
  const levels = { account: installation, space: spaceInstallation, site: siteInstallation };
  return Object.entries(levels).flatMap(([level, placed]) => {
    const declared = integration?.configurations[level as ConfigurationLevel];
    const properties = declared !== undefined && "properties" in declared ? declared.properties : {};
    return Object.entries(placed?.configuration ?? {}).flatMap(([name, value]) =>
      name === CREDENTIALS || (Object.hasOwn(properties, name) && properties[name]?.type === "button")
        ? [value]
        : [],
    );
  });
}

type PlaceInstallation = ReturnType<typeof presentContentInstallation>;
type PlaceInstallations = {
  readonly [kind in `${Kind}Installation`]?: PlaceInstallation;
};

/** The installation on the space or the site that the event is about, where there is one. */
async function contentOf(
  deps: Deps,
  key: InstallationKey | undefined,
  place: RunPlace,
): Promise<PlaceInstallations> {
  const find = async (kind: Kind, id: string | undefined) => {
    const found = key && id && (await findPlaceOf(deps.db.read, kind, key, id));
    return found ? presentContentInstallation(found, deps) : undefined;
  };
  const [space, site] = [await find("space", place.space), await find("site", place.site)];
  return { ...(space && { spaceInstallation: space }), ...(site && { siteInstallation: site }) };
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
