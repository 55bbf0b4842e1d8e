/** What the installations of an integration were told and asked, as logs have it. */
import type { Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { conflict } from "../../http/errors.ts";
import type { Paging, PresentedShape } from "../../http/operation.ts";
import { pageBy } from "../../http/pageBy.ts";
import { timestamp } from "../../http/shapes.ts";
import type { ScriptLine } from "../../ports/scripts/door.ts";
import { attemptsOf } from "../webhooks/queries.ts";
import { WITHHELD } from "./events.ts";
import { eventPayload, ON_SITES } from "./message.ts";
import { ASKED } from "./noteAsked.ts";
import type { InstallationKey } from "./queries.ts";
import type * as schema from "./schema.ts";

export type ToldEvent = Row<"deliveries"> & { readonly integration_id: string };

/** Whose log it is: of all installations of an integration, or of one as somebody sees it. */
export type LogOwner = { readonly integration: string } | OneLog;

interface OneLog {
  readonly installation: InstallationKey;
  /** The policies of the spaces that they see. */
  readonly acls: readonly string[];
  /** Whether they may know what readers did on every site, and what was asked for it. */
  readonly seesSites: boolean;
}

/**
 * What came of events; what waits is none yet. What was given up before an attempt stays untold where it is about
 * content: whether it may be known is looked up when it is sent.
 */
function toldTo(read: Read, owner: LogOwner) {
  const told = read
    .selectFrom("deliveries")
    .innerJoin("installations", (on) =>
      on
        .onRef("installations.organization_id", "=", "deliveries.organization_id")
        .onRef("installations.id", "=", "deliveries.target_id"),
    )
    .where("deliveries.state", "!=", "waiting")
    .where((eb) => eb.or([eb("deliveries.attempts", ">", 0), eb("deliveries.space_id", "is", null)]))
    .where("deliveries.type", "!=", WITHHELD)
    .selectAll("deliveries")
    .select("installations.integration_id");
  if ("integration" in owner) return told.where("installations.integration_id", "=", owner.integration);
  const { installation, acls, seesSites } = owner;
  const seen = read
    .selectFrom("spaces")
    .select("spaces.id")
    .where("spaces.organization_id", "=", installation.organization_id)
    // There is no list of nothing.
    .where("spaces.acl", "in", acls.length === 0 ? [""] : acls);
  const own = told
    .where("deliveries.organization_id", "=", installation.organization_id)
    .where("deliveries.target_id", "=", installation.id)
    .where((eb) => eb.or([eb("deliveries.space_id", "is", null), eb("deliveries.space_id", "in", seen)]));
  if (seesSites) return own;
  return own.where("deliveries.site_id", "is", null).where("deliveries.type", "not in", [...ON_SITES]);
}

export function findTold(read: Read, owner: LogOwner, id: string): Promise<ToldEvent | undefined> {
  return toldTo(read, owner).where("deliveries.id", "=", id).executeTakeFirst();
}

/** The newest first. */
export function listTold(read: Read, owner: LogOwner, paging: Paging) {
  const order = ["deliveries.created_at", "deliveries.id"] as const;
  return pageBy(toldTo(read, owner), [...order], paging, { direction: "desc" });
}

/** @throws 409 for what an installation was asked, and not told of */
export function requireTold({ seq }: ToldEvent): void {
  if (seq !== ASKED) return;
  const remedy = "It answers what it is asked once. Ask it again.";
  throw conflict("not-an-event", `The integration was asked this, and not told of it. ${remedy}`);
}

export function presentTold(row: ToldEvent): PresentedShape<typeof schema.IntegrationEvent> {
  return {
    id: row.id,
    integrationId: row.integration_id,
    installationId: row.target_id,
    createdAt: timestamp(row.created_at),
    payload: withoutFormer(eventPayload(row)),
    status: row.state === "delivered" ? "success" : "failed",
  };
}

const FORMER = "[hidden]";

/** What an installation was told before may be keys of other services: the log says what there was, and not what it was. */
function withoutFormer(payload: ReturnType<typeof eventPayload>) {
  const { previous } = payload as { readonly previous?: { readonly configuration?: object } };
  if (previous?.configuration === undefined) return payload;
  const names = Object.keys(previous.configuration);
  const configuration = Object.fromEntries(names.map((name) => [name, FORMER]));
  return { ...payload, previous: { ...previous, configuration } };
}

/** An event with what the script wrote in each attempt, and what came of it. */
export async function presentTrace(read: Read, told: ToldEvent) {
  const attempts = await attemptsOf(read, told);
  return { event: presentTold(told), trace: { logs: attempts.flatMap(linesOf) } };
}

/** What the script wrote, and then what came of the attempt. */
function linesOf({ at, duration, status, error, answer, console }: Row<"delivery_attempts">) {
  const isFine = status !== null && status >= 200 && status < 300;
  const said = [status === null ? null : `Answered ${status}`, error, answer];
  const written = console === null ? [] : (JSON.parse(console) as ScriptLine[]);
  return [
    ...written.map(({ message, at: when, level }) => ({ message, timestamp: timestamp(when), level })),
    {
      message: said.filter((part) => part !== null && part !== "").join(": "),
      timestamp: timestamp(at + duration),
      level: isFine ? ("info" as const) : ("error" as const),
    },
  ];
}
