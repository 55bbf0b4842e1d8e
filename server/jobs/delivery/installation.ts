/** Installations of integrations: events go to who develops one, or to its script. */
import type { Member } from "../../access/policy.ts";
import { roleUnder } from "../../access/scope.ts";
import { type SiteRights, siteRights, spaceRights } from "../../access/table.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { environmentOf, type RunPlace, secretsOf } from "../../nouns/installations/environment.ts";
import { withhold } from "../../nouns/installations/events.ts";
import { hiding } from "../../nouns/installations/hideSecrets.ts";
import { eventPayload } from "../../nouns/installations/message.ts";
import { goesToDeveloper } from "../../nouns/installations/present.ts";
import { runScript } from "../../nouns/installations/run.ts";
import { ScriptFailure } from "../../ports/scripts/failure.ts";
import { scriptForm } from "../../ports/scripts/form.ts";
import type { AttemptOutcome, Sender } from "./sender.ts";
import { beginningOf, post } from "./webhook.ts";

const NOT_RUN = { status: 204, answer: "Noted. Nothing runs the script here." };

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
    const event = eventPayload({ body: delivery.body, target_id: target.id });
    const place = placeOf(event, target, delivery.depth);
    if (goesThere) return postTo(deps, found, { event, place, id: delivery.event_id });
    return deps.scripts.runsHere ? run(deps, found, { event, place }) : NOT_RUN;
  };
}

interface Message {
  readonly event: Readonly<Record<string, unknown>>;
  readonly place: RunPlace;
}

/** An installation that has ended is told so, and finds itself and its tokens gone. */
function placeOf(
  { spaceId, siteId }: Readonly<Record<string, unknown>>,
  installation: Row<"event_targets">,
  depth: number,
): RunPlace {
  return {
    installation,
    space: typeof spaceId === "string" ? spaceId : undefined,
    site: typeof siteId === "string" ? siteId : undefined,
    depth: depth + 1,
  };
}

async function postTo(
  deps: Deps,
  integration: Row<"integrations">,
  { event, place, id }: Message & { readonly id: string },
): Promise<AttemptOutcome> {
  const environment = await environmentOf(deps, integration, place);
  const { type, content } = scriptForm({ event, environment });
  const headers = { "content-type": type, "user-agent": "Lectern-Integrations", "webhook-id": id };
  return post(deps, integration.tunnel_url ?? "", content, headers, hiding(secretsOf(environment)));
}

/** What a script that has no handler for an event answers: it was told. */
const NOT_HANDLED = 406;

async function run(
  deps: Deps,
  integration: Row<"integrations">,
  { event, place }: Message,
): Promise<AttemptOutcome> {
  try {
    const { status, body, isOk, lines, hide } = await runScript(deps, integration, {
      event,
      until: "end",
      ...place,
    });
    const answer = beginningOf(body, hide);
    if (!isOk) return { error: "SCRIPT_THREW", answer, console: lines };
    return { status: status === NOT_HANDLED ? 204 : status, answer, console: lines };
  } catch (error) {
    if (!(error instanceof ScriptFailure)) throw error;
    return {
      error: CODES[error.problem],
      answer: error.message,
      isBeyond: error.isRepeated,
      isPutOff: error.problem === "busy",
    };
  }
}

const CODES = {
  late: "SCRIPT_TIMEOUT",
  memory: "SCRIPT_MEMORY",
  threw: "SCRIPT_THREW",
  ended: "SCRIPT_ENDED",
  "too-large": "TOO_LARGE",
  busy: "SCRIPT_BUSY",
  "not-run": "SCRIPT_ENDED",
} as const satisfies Record<ScriptFailure["problem"], string>;

/**
 * Whether who answers for an installation may know of this: it hears of no other space and no other site, even when it
 * is on all of them, and of what readers say only where they may read it.
 */
async function mayHear(
  deps: Pick<Deps, "db" | "members" | "spaces">,
  { organization_id, owner_id }: Pick<Row<"event_targets">, "organization_id" | "owner_id">,
  { type, space_id: id, body }: Pick<Row<"deliveries">, "type" | "space_id" | "body">,
): Promise<boolean> {
  const { members, spaces } = deps;
  const { siteId: site } = (JSON.parse(body) as { readonly data: { readonly siteId?: string } }).data;
  if (id === null && site === undefined) return true;
  const member = await members.ofUser(organization_id, owner_id);
  if (member === undefined) return false;
  // What readers say of a site is read by those who may change it.
  const right = type === "page_feedback" ? "edit" : "view";
  if (site !== undefined && !(await standsOnSite(deps, organization_id, site, member))[right]) return false;
  if (id === null) return true;
  const space = await spaces.find(id);
  return space !== undefined && spaceRights(await roleUnder(members, space, member)).view;
}

/** What somebody may do with a site, be it in the trash: that it went there is told, too. */
async function standsOnSite(
  { db, members }: Pick<Deps, "db" | "members">,
  organization: string,
  id: string,
  member: Member,
): Promise<SiteRights> {
  const site = await db.read
    .selectFrom("sites")
    .select(["organization_id", "acl"])
    .where("organization_id", "=", organization)
    .where("id", "=", id)
    .executeTakeFirst();
  return siteRights(site === undefined ? undefined : await roleUnder(members, site, member), member);
}
