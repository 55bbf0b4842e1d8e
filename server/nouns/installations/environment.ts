/** What a script is told beside the event that it runs for. */
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { newToken } from "../../ports/tokens.ts";
import { openIntegrationSecrets } from "../integrations/commands.ts";
import { presentIntegration } from "../integrations/present.ts";
import { withOwners } from "../integrations/queries.ts";
import { keepInstallationToken } from "./commands.ts";
import { findContentInstallation, type Kind } from "./contentQueries.ts";
import { presentContentInstallation, presentInstallation } from "./present.ts";
import { findInstallation, type InstallationKey } from "./queries.ts";

/** How long the token of a run works, in milliseconds. */
const RUN_TOKEN_MS = 600_000;

/** For whom a script runs; without an installation it runs for the integration alone. */
export interface RunPlace {
  readonly installation: InstallationKey | undefined;
  readonly space?: string | undefined;
  readonly site?: string | undefined;
  /** Of what follows from what the script writes. */
  readonly depth: number;
}

export async function environmentOf(deps: Deps, row: Row<"integrations">, place: RunPlace) {
  const [integration] = await withOwners(deps, undefined, [row]);
  const key = place.installation;
  const installation = key && (await findInstallation(deps.db.read, key, undefined));
  const token = installation && (await tokenFor(deps, installation, place.depth));
  return {
    integration: integration && presentIntegration(integration, deps.addresses),
    ...(installation && { installation: presentInstallation(installation, deps) }),
    ...(key && (await contentOf(deps, key, place))),
    apiEndpoint: deps.addresses.app,
    // There are none of the integration as a whole: what it reaches is what its installation does.
    apiTokens: { integration: token ?? "", ...(token !== undefined && { installation: token }) },
    ...(token !== undefined && { authToken: token }),
    secrets: openIntegrationSecrets(deps.secrets, row),
    signingSecrets: signingSecrets(deps, row, place),
  };
}

/** The installation on the space or the site that the event is about, where there is one. */
async function contentOf(deps: Deps, key: InstallationKey, place: RunPlace) {
  const find = async (kind: Kind, id: string | undefined) => {
    const found = id && (await findContentInstallation(deps.db.read, kind, key, id));
    return found ? { [`${kind}Installation`]: presentContentInstallation(found, deps.addresses) } : {};
  };
  return { ...(await find("space", place.space)), ...(await find("site", place.site)) };
}

/** By which a script and whoever calls it can know each other: each holds for its place alone, and tells no other. */
function signingSecrets({ secrets }: Pick<Deps, "secrets">, row: Row<"integrations">, place: RunPlace) {
  const secretOf = (...of: string[]): string =>
    secrets.sign("integration-signing", [row.id, ...of].join(" "));
  const { installation, space, site } = place;
  if (installation === undefined) return { integration: secretOf() };
  return {
    integration: secretOf(),
    installation: secretOf(installation.id),
    ...(space !== undefined && { spaceInstallation: secretOf(installation.id, "space", space) }),
    ...(site !== undefined && { siteInstallation: secretOf(installation.id, "site", site) }),
  };
}

async function tokenFor(
  { db, clock, newId }: Deps,
  installation: InstallationKey,
  depth: number,
): Promise<string> {
  const secret = newToken();
  const now = clock.now();
  await db.transact((tx) =>
    keepInstallationToken(tx, { id: newId(), installation, secret, now, lifetime: RUN_TOKEN_MS, depth }),
  );
  return secret;
}
