/** Installations of integrations. Nothing runs their scripts yet: events go to who develops one, or are noted alone. */
import { randomBytes } from "node:crypto";
import { roleUnder } from "../../access/scope.ts";
import { siteRights, spaceRights } from "../../access/table.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { withhold } from "../../nouns/installations/events.ts";
import { keepInstallationToken } from "../../nouns/installations/commands.ts";
import { eventPayload } from "../../nouns/installations/message.ts";
import { goesToDeveloper, presentInstallation } from "../../nouns/installations/present.ts";
import { findInstallation, type InstallationKey } from "../../nouns/installations/queries.ts";
import { openIntegrationSecrets } from "../../nouns/integrations/commands.ts";
import { presentIntegration } from "../../nouns/integrations/present.ts";
import { withOwners } from "../../nouns/integrations/queries.ts";
import { newToken } from "../../ports/tokens.ts";
import type { Sender } from "./sender.ts";
import { post } from "./webhook.ts";

const NOT_RUN = { status: 204, answer: "Noted. Nothing runs the script in this version." };

export function installationSender(deps: Deps): Sender {
  return async (target, delivery) => {
    const found = await deps.db.read
      .selectFrom("installations")
      .innerJoin("integrations", "integrations.id", "installations.integration_id")
      .selectAll("integrations")
      .select(["installations.organization_id as installed_in", "installations.deleted_at as ended"])
      .where("installations.organization_id", "=", target.organization_id)
      .where("installations.id", "=", target.id)
      .executeTakeFirst();
    if (found === undefined) return { error: "GONE" };
    if (!(await mayHear(deps, target, delivery))) {
      await deps.db.transact((tx) => withhold(tx, delivery));
      return { status: 204, answer: "Withheld." };
    }
    const goesThere = goesToDeveloper({
      ...found,
      organization_id: found.installed_in,
      publisher: found.organization_id,
    });
    if (found.tunnel_url === null || !goesThere) return NOT_RUN;
    const event = eventPayload({ body: delivery.body, target_id: target.id });
    const environment = await environmentOf(deps, found, target, found.ended === null);
    const { type, body } = multipart({
      event: JSON.stringify(event),
      environment: JSON.stringify(environment),
    });
    return post(deps, found.tunnel_url, body, {
      "content-type": type,
      "user-agent": "Lectern-Integrations",
      "webhook-id": delivery.event_id,
    });
  };
}

/**
 * Whether who answers for an installation may know of this: it hears of no other space, even when it is on all of them,
 * and of what readers say only where they may read it.
 */
async function mayHear(
  { members, spaces }: Pick<Deps, "members" | "spaces">,
  { organization_id, owner_id }: Pick<Row<"event_targets">, "organization_id" | "owner_id">,
  { type, space_id: id }: Pick<Row<"deliveries">, "type" | "space_id">,
): Promise<boolean> {
  if (id === null) return true;
  const space = await spaces.find(id);
  const member = await members.ofUser(organization_id, owner_id);
  if (space === undefined || member === undefined) return false;
  if (type === "page_feedback" && !siteRights(member.role).edit) return false;
  return spaceRights(await roleUnder(members, space, member)).view;
}

/** What a script is to know beside the event. */
async function environmentOf(deps: Deps, row: Row<"integrations">, key: InstallationKey, isLive: boolean) {
  const [integration] = await withOwners(deps, undefined, [row]);
  const installation = await findInstallation(deps.db.read, key, undefined);
  return {
    integration: integration && presentIntegration(integration, deps.addresses),
    ...(installation === undefined
      ? {}
      : { installation: presentInstallation(installation, deps.addresses) }),
    apiEndpoint: deps.addresses.app,
    apiTokens: isLive ? { installation: await tokenFor(deps, key) } : {},
    secrets: openIntegrationSecrets(deps.secrets, row),
  };
}

async function tokenFor({ db, clock, newId }: Deps, installation: InstallationKey): Promise<string> {
  const secret = newToken();
  await db.transact((tx) =>
    keepInstallationToken(tx, { id: newId(), installation, secret, now: clock.now() }),
  );
  return secret;
}

/** A form as browsers send it. The boundary is random, so no value has it. */
function multipart(fields: Readonly<Record<string, string>>): { type: string; body: string } {
  const boundary = `lectern-${randomBytes(18).toString("hex")}`;
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\ncontent-type: application/json\r\n\r\n${value}\r\n`,
  );
  return { type: `multipart/form-data; boundary=${boundary}`, body: `${parts.join("")}--${boundary}--\r\n` };
}
