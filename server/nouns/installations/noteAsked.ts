/** The log of what scripts were asked, beside that of the events which they were told. */
import type { Deps } from "../../deps.ts";
import { openRateLimit, type RateLimit } from "../../turns/limits.ts";
import { Beside } from "../../memory/beside.ts";
import type { ScriptLine } from "../../ports/scripts/door.ts";
import { eventBody } from "../webhooks/message.ts";
import type { RunPlace } from "./environment.ts";

/** Notes a minute of one installation: a script that writes at every request would fill the database. */
const NOTES_A_MINUTE = 30;
const notes = new Beside<RateLimit, Deps["scripts"]>();
/** The place of what was asked in the order of what is told: none. */
export const ASKED = 0;

/** What is asked, as far as the log has it. */
export interface NotedQuestion {
  /** Of the event; it is given one where it has none. */
  readonly id?: string;
  readonly event: { readonly type: string } & Readonly<Record<string, unknown>>;
  /** The event as the log has it, where that is less; nothing secret stands there. */
  readonly noted?: Readonly<Record<string, unknown>>;
}

export interface AskedOutcome {
  readonly begun: number;
  /** 0: it gave no answer. */
  readonly status: number;
  readonly error: string | undefined;
  readonly lines: readonly ScriptLine[];
}

/** Lines of what scripts wrote that one entry has of many questions. */
const MOST_LINES = 200;

/** What came of many questions that were asked for one thing: one entry of the log. */
export class GatheredNotes {
  readonly #noted: { readonly question: NotedQuestion; readonly outcome: AskedOutcome }[] = [];
  readonly #running: Promise<unknown>[] = [];

  add(question: NotedQuestion, outcome: AskedOutcome): void {
    this.#noted.push({ question, outcome });
  }

  /** Waits for what a script goes on with after its answer. */
  until(ended: Promise<unknown>): void {
    this.#running.push(ended);
  }

  /** Notes all of them when they have ended, under the one that failed: nothing where there is nothing to say. */
  async note(deps: NotingDeps, place: RunPlace): Promise<void> {
    await Promise.allSettled(this.#running);
    const [first] = this.#noted;
    if (first === undefined) return;
    const { question, outcome } =
      this.#noted.findLast(({ outcome: { error } }) => error !== undefined) ?? first;
    const lines = this.#noted.flatMap((one) => one.outcome.lines).slice(0, MOST_LINES);
    noteAsked(deps, place, question, { ...outcome, begun: first.outcome.begun, lines });
  }
}

type NotingDeps = Pick<Deps, "db" | "scripts" | "clock" | "newId" | "log">;

/**
 * Notes what one installation was asked and what came of it; what is asked of none is in nobody's log. Nobody waits for
 * that, nor goes without an answer where it can't be noted.
 */
export function noteAsked(
  deps: NotingDeps,
  place: RunPlace,
  question: NotedQuestion,
  outcome: AskedOutcome,
): void {
  void keepAsked(deps, place, question, outcome).catch((failure: unknown) =>
    deps.log.warn({ err: failure }, "what an integration was asked could not be noted"),
  );
}

async function keepAsked(
  { db, scripts, clock, newId }: Pick<Deps, "db" | "scripts" | "clock" | "newId">,
  { installation, space, site, depth }: RunPlace,
  { id: event_id = newId(), event, noted = event }: NotedQuestion,
  { begun, status, error, lines }: AskedOutcome,
): Promise<void> {
  const now = clock.now();
  if (installation === undefined) return;
  const limit = notes.make(scripts, () => openRateLimit(NOTES_A_MINUTE));
  if (limit.take(installation.id, 1, now).remaining < 0) return;
  const { organization_id, id: target_id } = installation;
  const id = newId();
  const { type } = event;
  const data = { organizationId: organization_id, ...noted };
  const row = {
    organization_id,
    id,
    target_id,
    event_id,
    type,
    space_id: space ?? null,
    site_id: site ?? null,
    seq: ASKED,
    depth,
    attempts: 1,
    tries: 1,
    body: eventBody({ id: event_id, type, at: begun, data }),
    state: error === undefined ? ("delivered" as const) : ("failed" as const),
    since: begun,
    created_at: begun,
    finished_at: now,
  };
  await db.transact(async (tx) => {
    const told = await tx
      .selectFrom("event_targets")
      .select("id")
      .where("organization_id", "=", organization_id)
      .where("id", "=", target_id)
      .executeTakeFirst();
    // It was uninstalled meanwhile.
    if (told === undefined) return;
    await tx.insertInto("deliveries").values(row).execute();
    await tx
      .insertInto("delivery_attempts")
      .values({
        organization_id,
        delivery_id: id,
        number: 1,
        at: begun,
        duration: now - begun,
        ...(status > 0 && { status }),
        ...(error !== undefined && { error }),
        console: lines.length > 0 ? JSON.stringify(lines) : null,
      })
      .execute();
  });
}
