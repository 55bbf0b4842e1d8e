/** What has no events of its own, and is compared with how it stood: jobs under way, who is where, what somebody was told. */
import type { HeardRow } from "./read.ts";
import type { LiveHint } from "./told.ts";

/** A change, of interest to one person alone where it names one. */
interface StandingChange {
  readonly user?: string | undefined;
  readonly told: LiveHint;
}

interface StandingThing extends StandingChange {
  readonly state: string;
  /** That it isn't seen any more means nothing. */
  readonly lasts?: true;
}

export class StandingThings {
  #before: ReadonlyMap<string, StandingThing> = new Map();

  /** What isn't as it was, what has come and what has gone. */
  changes(rows: readonly HeardRow[]): StandingChange[] {
    const now = new Map([...jobsOf(rows), ...peopleOf(rows), ...toldOf(rows)]);
    const changed = [...now].filter(([key, { state }]) => this.#before.get(key)?.state !== state);
    const gone = [...this.#before].filter(([key, { lasts }]) => !now.has(key) && lasts !== true);
    this.#before = now;
    return [...changed, ...gone].map(([, change]) => change);
  }
}

function jobsOf(rows: readonly HeardRow[]): [string, StandingThing][] {
  const jobs = rows.filter(({ source }) => source === "job");
  return jobs.map(({ subject: job, kind, payload, written, space_id }) => [
    `job ${job}`,
    {
      state: `${kind} ${payload}`,
      user: written ?? "",
      told: { event: "job", data: { job, space: space_id ?? undefined } },
    },
  ]);
}

function peopleOf(rows: readonly HeardRow[]): Map<string, StandingThing> {
  const places = new Map<string, StandingThing>();
  for (const { source, subject, kind, payload, written, space_id, organization_id } of rows) {
    if (source !== "presence" || space_id === null) continue;
    const key = `presence ${space_id} ${subject}`;
    const changeRequest = subject === "" ? undefined : subject;
    const told = {
      event: "presence",
      organization: organization_id ?? undefined,
      space: space_id,
      changeRequest,
      data: { space: space_id, changeRequest },
    } as const;
    const state = [places.get(key)?.state, payload, kind, written].join(" ");
    places.set(key, { state, told });
  }
  return places;
}

function toldOf(rows: readonly HeardRow[]): [string, StandingThing][] {
  const told = rows.filter(({ source }) => source === "notification");
  return told.map(({ subject: user, payload: state }) => [
    `notification ${user}`,
    { state, lasts: true, user, told: { event: "notification", data: {} } },
  ]);
}
