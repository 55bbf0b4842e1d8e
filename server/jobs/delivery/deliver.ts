/**
 * Tells targets of events: one worker at a time, however many processes there are, which holds many requests open.
 * An attempt is noted after it was made, so a killed worker's attempts are made again, with the same id.
 */
import { setTimeout as pause } from "node:timers/promises";
import { type Expression, sql } from "kysely";
import { organizationRights } from "../../access/table.ts";
import type { Read, Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { StandingJob } from "../../db/standingJobs.ts";
import type { Deps } from "../../deps.ts";
import { giveUpWaiting } from "../../nouns/webhooks/commands.ts";
import { disable } from "../../nouns/webhooks/disable.ts";
import { INSTALLATION } from "../../nouns/installations/queries.ts";
import { WAITING } from "../../nouns/webhooks/queries.ts";
import { JobInterruption, type JobHandler, type JobRun } from "../job.ts";
import { eventsWait, hasEvents, takeEvents } from "./fanOut.ts";
import type { AttemptOutcome, Senders } from "./sender.ts";
import { settle } from "./settle.ts";

export const DELIVER_JOB = "deliver";

/**
 * Requests under way at once: in all, to one target, and to one that fails. An organization has at most half of what
 * the others leave, so that there is a place for the next one however many of its targets hang.
 */
const MOST_SENDING = 32;
const MOST_TO_ONE = 4;
const MOST_TO_FAILING = 1;
/** How long new work waits while all that is under way hangs; milliseconds. */
const GLANCE_MS = 100;

type PlanDeps = Pick<Deps, "db" | "clock" | "newId">;
type DeliveryDeps = PlanDeps & Pick<Deps, "members" | "log">;

/** There is something to tell: one job delivers for all, and shares its requests out among the targets. */
export const delivering: StandingJob = {
  kind: DELIVER_JOB,
  hasWork: (read, now) => sql`(${eventsWait(read, now)} or exists ${dueDeliveries(read, now)})`,
};

function dueDeliveries(read: Read, now: Expression<number>) {
  return read.selectFrom("deliveries").select("id").where("state", "=", WAITING).where("due_at", "<=", now);
}

/** Runs until nothing is due and nothing is under way. */
export function deliverJob(deps: DeliveryDeps, senders: Senders): JobHandler {
  return (run) => new Delivery(deps, senders, run).work();
}

type Due = Row<"deliveries"> & { readonly failing: number | null };

/** The places that requests have, which are under way or are about to be. */
class TakenPlaces {
  readonly #ofTarget = new Map<string, number>();
  readonly #ofOrganization = new Map<string, number>();
  #all = 0;

  constructor(underWay: readonly Due[]) {
    for (const delivery of underWay) this.#note(delivery);
  }

  /** Whether a target has all that it may have. */
  fills(target: string, failingSince: number | null): boolean {
    return (this.#ofTarget.get(target) ?? 0) >= (failingSince === null ? MOST_TO_ONE : MOST_TO_FAILING);
  }

  /** Whether an organization has half of what the others leave. */
  sates(organization: string): boolean {
    const own = this.#ofOrganization.get(organization) ?? 0;
    return own >= (MOST_SENDING - (this.#all - own)) / 2;
  }

  /** Takes a place; false when there is none for it. */
  take(delivery: Due): boolean {
    const { target_id, organization_id, failing } = delivery;
    if (this.fills(target_id, failing) || this.sates(organization_id)) return false;
    this.#note(delivery);
    return true;
  }

  #note({ target_id, organization_id }: Due): void {
    this.#ofTarget.set(target_id, (this.#ofTarget.get(target_id) ?? 0) + 1);
    this.#ofOrganization.set(organization_id, (this.#ofOrganization.get(organization_id) ?? 0) + 1);
    this.#all += 1;
  }
}

class Delivery {
  readonly #deps: DeliveryDeps;
  readonly #senders: Senders;
  readonly #run: JobRun;
  readonly #sending = new Map<string, { readonly delivery: Due; readonly done: Promise<void> }>();
  #failure: { readonly error: unknown } | undefined;

  constructor(deps: DeliveryDeps, senders: Senders, run: JobRun) {
    this.#deps = deps;
    this.#senders = senders;
    this.#run = run;
  }

  async work(): Promise<Record<never, never>> {
    for (;;) {
      if (this.#run.signal.aborted) throw new JobInterruption();
      if (this.#failure !== undefined) throw this.#failure.error;
      await this.#takeAll();
      // Again until there are none: one read may show a single target's alone.
      for (let due = await this.#due(); due.length > 0; due = await this.#due()) {
        for (const delivery of due) this.#start(delivery);
      }
      if (this.#sending.size === 0) return {};
      const ended = [...this.#sending.values()].map(({ done }) => done);
      const timer = new AbortController();
      await Promise.race([
        ...ended,
        pause(GLANCE_MS, undefined, { signal: timer.signal }).catch(() => undefined),
      ]);
      timer.abort();
    }
  }

  async #takeAll(): Promise<void> {
    const { newId, clock, db } = this.#deps;
    if (!(await hasEvents(db.read, clock.now()))) return;
    for (;;) {
      const { isLast } = await this.#run.write((tx) => takeEvents(tx, { newId, now: clock.now() }));
      if (isLast) return;
    }
  }

  /** What may be sent now, the longest due first. A target that hangs fills its own places and nobody else's. */
  async #due(): Promise<Due[]> {
    const free = MOST_SENDING - this.#sending.size;
    if (free === 0) return [];
    const taken = new TakenPlaces(this.#underWay());
    const full = await this.#fullTargets(taken);
    const sated = [...new Set(this.#underWay().map((one) => one.organization_id))].filter((id) =>
      taken.sates(id),
    );
    let query = this.#deps.db.read
      .selectFrom("deliveries")
      .innerJoin("event_targets", (on) =>
        on
          .onRef("event_targets.organization_id", "=", "deliveries.organization_id")
          .onRef("event_targets.id", "=", "deliveries.target_id"),
      )
      .selectAll("deliveries")
      .select("event_targets.failing_since as failing")
      .where("deliveries.state", "=", WAITING)
      .where("deliveries.due_at", "<=", this.#deps.clock.now());
    if (full.length > 0) query = query.where("deliveries.target_id", "not in", full);
    if (sated.length > 0) query = query.where("deliveries.organization_id", "not in", sated);
    if (this.#sending.size > 0) query = query.where("deliveries.id", "not in", [...this.#sending.keys()]);
    const rows = await query
      .orderBy("deliveries.due_at")
      .orderBy("deliveries.seq")
      .limit(free * MOST_TO_ONE)
      .execute();
    return rows.filter((row) => taken.take(row)).slice(0, free);
  }

  #underWay(): Due[] {
    return [...this.#sending.values()].map(({ delivery }) => delivery);
  }

  async #fullTargets(taken: TakenPlaces): Promise<string[]> {
    if (this.#sending.size === 0) return [];
    const organizations = new Set(this.#underWay().map(({ organization_id }) => organization_id));
    const rows = await this.#deps.db.read
      .selectFrom("event_targets")
      .select(["id", "failing_since"])
      .where("organization_id", "in", [...organizations])
      .where("id", "in", [...new Set(this.#underWay().map((one) => one.target_id))])
      .execute();
    return rows.filter(({ id, failing_since }) => taken.fills(id, failing_since)).map(({ id }) => id);
  }

  #start(delivery: Due): void {
    const done = this.#attempt(delivery)
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#sending.delete(delivery.id));
    this.#sending.set(delivery.id, { delivery, done });
  }

  async #attempt(delivery: Due): Promise<void> {
    const { db, clock, newId } = this.#deps;
    const target = await db.read
      .selectFrom("event_targets")
      .selectAll()
      .where("organization_id", "=", delivery.organization_id)
      .where("id", "=", delivery.target_id)
      .executeTakeFirst();
    if (target === undefined) return;
    const refusal = await this.#refusal(target);
    if (refusal !== undefined) return this.#write(refusal);
    const [at, began] = [clock.now(), performance.now()];
    const attempt = await this.#send(target, delivery);
    const duration = Math.round(performance.now() - began);
    await this.#write((tx) =>
      settle(tx, delivery, { ...attempt, at, duration }, { newId, now: clock.now(), chance: Math.random() }),
    );
  }

  /** A defect of ours in one sender, or one broken target, holds up no other. */
  async #send(target: Row<"event_targets">, delivery: Due): Promise<AttemptOutcome> {
    try {
      const send = this.#senders[target.kind];
      if (send === undefined) throw new Error(`Nothing sends to targets of the kind ${target.kind}.`);
      return await send(target, delivery);
    } catch (error) {
      this.#deps.log.error({ err: error, target: target.id }, "an event could not be sent");
      return { error: "NOT_SENT" };
    }
  }

  /** What is done instead of sending to a target that must not be told (any more). */
  async #refusal(target: Row<"event_targets">): Promise<((tx: Write) => Promise<void>) | undefined> {
    const { clock, newId, members } = this.#deps;
    const places = { newId, now: clock.now() };
    if (target.active === 0) return (tx) => giveUpWaiting(tx, target, places.now);
    const owner = await members.ofUser(target.organization_id, target.owner_id);
    const rights = owner && organizationRights(owner.role);
    const may = target.kind === INSTALLATION ? rights?.installIntegration : rights?.admin;
    if (may === true) return undefined;
    return (tx) => disable(tx, target, "owner", places);
  }

  async #write(work: (tx: Write) => Promise<void>): Promise<void> {
    await this.#run.write(work);
  }
}
